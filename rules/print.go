package rules

import (
	"farbank/rules/syntax"
	"farbank/rules/value"
)

func printValues(c *Call) (value.Value, error) {
	name, err := c.logicalName(0, "stdout")
	if err != nil {
		return value.Value{}, err
	}
	if name != "nil" && !c.Env.has(name) {
		return value.Value{}, &remark{unknownName(name)}
	}
	c.Env.print(name, printing(c.Args[1:]))
	return value.Value{}, nil
}

// printForm is printout, print and println: each argument is printed before the
// next one is evaluated, as can be seen when that one prints too.
func (s *scope) printForm(f *syntax.Form) (node, error) {
	name := f.Head()
	var target node = constantNode{s.env.Symbol("t")}
	rest := f.Items[1:]
	if name == "printout" {
		if err := s.counted(f); err != nil {
			return nil, err
		}
		n, err := s.compile(rest[0])
		if err != nil {
			return nil, err
		}
		target, rest = n, rest[1:]
	}
	args, err := s.sequence(rest)
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		to, err := target.eval(x)
		if err != nil {
			return value.False, err
		}
		c := &Call{Env: x.env, Name: name, Args: []value.Value{to}}
		router, err := c.logicalName(0, "stdout")
		if err != nil {
			return value.False, err
		}
		// Nothing is evaluated that would not be seen.
		if router == "nil" {
			return value.Value{}, nil
		}
		if !x.env.has(router) {
			c.report(unknownName(router).Error())
			return value.Value{}, nil
		}
		for _, a := range args {
			if err := printArg(x, router, a); err != nil {
				return value.False, err
			}
		}
		if name == "println" {
			x.env.print(router, "\n")
		}
		return value.Value{}, x.env.broken
	}), nil
}

func printArg(x *frame, router string, a node) error {
	v, err := a.eval(x)
	if err != nil {
		return err
	}
	items := []value.Value{v}
	if _, ok := a.(expandNode); ok {
		items = v.Items()
	}
	x.env.print(router, printing(items))
	return nil
}
