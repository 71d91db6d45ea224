package builtin

import (
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

func random(c *core.Call) (value.Value, error) {
	n := c.Env.Generators.Numbers.Draw()
	if len(c.Args) == 0 {
		return value.Integer(n), nil
	}
	if len(c.Args) != 2 {
		c.Report("[MISCFUN2] Function random expected either 0 or 2 arguments")
		return value.Integer(n), nil
	}
	from, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	to, err := c.Int(1)
	if err != nil {
		return value.Value{}, err
	}
	if to < from {
		c.Report("[MISCFUN3] Function random expected argument #1 to be less than argument #2")
		return value.Integer(n), nil
	}
	if span := to - from + 1; span != 0 {
		n %= span
	}
	return value.Integer(from + n), nil
}

func seedRandom(c *core.Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	c.Env.Generators.Numbers.Seed(uint32(n))
	return value.Value{}, nil
}

func gensymStar(c *core.Call) (value.Value, error) {
	name := c.Env.Generators.NewName()
	for c.Env.Symbols.Known(name) {
		name = c.Env.Generators.NewName()
	}
	return c.Env.Symbols.Symbol(name), nil
}

func setGensym(c *core.Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	g := c.Env.Generators
	if n < 1 {
		c.Report(c.Wrong(0, "of type number (greater than or equal to 1)").Error())
		return value.Integer(g.Gensyms + 1), nil
	}
	g.Gensyms = n - 1
	return value.Integer(n), nil
}
