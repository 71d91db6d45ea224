package builtin

import (
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/router"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

func printValues(c *core.Call) (value.Value, error) {
	name, err := logicalName(c, 0, "stdout")
	if err != nil {
		return value.Value{}, err
	}
	if name != "nil" && !c.Env.Has(name) {
		return value.Value{}, &fault.Remark{Err: router.UnknownName(name)}
	}
	c.Env.Print(name, printing(c.Args[1:]))
	return value.Value{}, nil
}

// printForm compiles printout, print and println. Each argument is printed before the next one is
// evaluated, which is visible if that one prints too.
func printForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	name := f.Head()
	var target core.Node = compile.ConstantNode{V: s.Env.Symbol("t")}
	rest := f.Items[1:]
	if name == "printout" {
		if err := s.Counted(f); err != nil {
			return nil, err
		}
		n, err := s.Compile(rest[0])
		if err != nil {
			return nil, err
		}
		target, rest = n, rest[1:]
	}
	args, err := s.Sequence(rest)
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		to, err := target.Eval(x)
		if err != nil {
			return value.False, err
		}
		c := &core.Call{Env: x.Env, Name: name, Args: []value.Value{to}}
		where, err := logicalName(c, 0, "stdout")
		if err != nil {
			return value.False, err
		}
		// Arguments are not evaluated if their output is discarded.
		if where == "nil" {
			return value.Value{}, nil
		}
		if !x.Env.Has(where) {
			c.Report(router.UnknownName(where).Error())
			return value.Value{}, nil
		}
		for _, a := range args {
			if err := printArg(x, where, a); err != nil {
				return value.False, err
			}
		}
		if name == "println" {
			x.Env.Print(where, "\n")
		}
		return value.Value{}, x.Env.Broken
	}), nil
}

func printArg(x *core.Frame, where string, a core.Node) error {
	v, err := a.Eval(x)
	if err != nil {
		return err
	}
	items := []value.Value{v}
	if _, ok := a.(compile.ExpandNode); ok {
		items = v.Items()
	}
	x.Env.Print(where, printing(items))
	return nil
}
