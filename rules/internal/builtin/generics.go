package builtin

import (
	"fmt"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/pretty"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

func genericBuiltins() []compile.Builtin {
	sample := "(defmethod g ((?x NUMBER)) num) (defmethod g ((?x INTEGER)) (create$ int (call-next-method))) "
	return onlyCLIPS([]compile.Builtin{
		{Name: "call-next-method", Help: "calls the next applicable method with the same arguments", Example: sample + "(g 3)", Compile: methodForm(callNextMethod)},
		{Name: "override-next-method", Takes: "[value ...]", Help: "calls the next applicable method with other arguments",
			Example: "(defmethod g ((?x NUMBER)) (* ?x 2)) (defmethod g ((?x INTEGER)) (override-next-method (+ ?x 1))) (g 3)", Compile: methodForm(overrideNextMethod)},
		{Name: "next-methodp", Gives: "boolean", Help: "reports whether call-next-method has a method to call", Example: "(defmethod g ((?x NUMBER)) (next-methodp)) (g 3)",
			Compile: methodForm(func(x *core.Frame, _ []value.Value) (value.Value, error) {
				m, err := nextMethod(x)
				return value.Bool(m != nil), err
			})},
		{Name: "call-specific-method", Takes: "name:symbol index:integer [value ...]", Help: "calls a method by its index", Example: sample + "(call-specific-method g 1 3)", Do: callSpecificMethod},
		{Name: "list-defmethods", Takes: "[name:symbol]", Gives: "nothing", Help: "lists the methods of a generic function, or of all, in their order of precedence", Example: sample + "(list-defmethods g)", Do: listMethods},
		{Name: "get-defmethod-list", Takes: "[name:symbol]", Gives: "multifield", Help: "returns the generic functions and indices of all methods", Example: sample + "(get-defmethod-list)", Do: methodNames},
		{Name: "get-method-restrictions", Takes: "name:symbol index:integer", Gives: "multifield",
			Help:    "returns the least and greatest number of arguments, the number of restrictions, the position of each, and for each whether it has a query, the number of its classes and these",
			Example: sample + "(get-method-restrictions g 1)", Do: methodRestrictions},
		{Name: "ppdefmethod", Takes: "name:symbol index:integer", Gives: "nothing", Help: "prints a method", Example: sample + "(ppdefmethod g 1)", Do: printMethod},
		{Name: "undefmethod", Takes: "name:symbol index", Gives: "nothing", Help: "removes a method; `*` removes all", Example: sample + "(undefmethod g 1) (list-defmethods g)", Do: undefMethod},
		{Name: "preview-generic", Takes: "name:symbol [value ...]", Gives: "nothing", Help: "lists the applicable methods for arguments", Example: sample + "(preview-generic g 3)", Compile: previewGeneric},
	})
}

// onlyCLIPS marks builtins that Jess lacks.
func onlyCLIPS(list []compile.Builtin) []compile.Builtin {
	for i := range list {
		list[i].CLIPS = true
	}
	return list
}

// methodForm compiles a form that needs the method being executed.
func methodForm(do func(*core.Frame, []value.Value) (value.Value, error)) func(*compile.Scope, *syntax.Form) (core.Node, error) {
	return func(s *compile.Scope, f *syntax.Form) (core.Node, error) {
		if err := s.Counted(f); err != nil {
			return nil, err
		}
		args, err := s.Sequence(f.Items[1:])
		if err != nil {
			return nil, err
		}
		return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
			values, err := compile.Arguments(x, args)
			if err != nil {
				return value.False, err
			}
			return do(x, values)
		}), nil
	}
}

// nextMethod returns the next applicable method, or nil.
func nextMethod(x *core.Frame) (*core.Method, error) {
	if x.Method == nil {
		return nil, nil
	}
	return x.Env.NextMethod(x.Method, x.Method.Args)
}

func callNextMethod(x *core.Frame, _ []value.Value) (value.Value, error) {
	m, err := nextMethod(x)
	if err != nil {
		return value.False, err
	}
	if m == nil {
		return value.False, fmt.Errorf("[GENRCEXE2] Shadowed methods not applicable in current context.")
	}
	return x.Env.CallMethod(m, x.Method.Args, x.Method.Depth)
}

func overrideNextMethod(x *core.Frame, args []value.Value) (value.Value, error) {
	if x.Method == nil {
		return value.False, fmt.Errorf("[GENRCEXE2] Shadowed methods not applicable in current context.")
	}
	m, err := x.Env.NextMethod(x.Method, args)
	if err != nil {
		return value.False, err
	}
	if m == nil {
		return value.False, fmt.Errorf("[GENRCEXE1] No applicable methods for %s.", x.Method.Generic.Name)
	}
	return x.Env.CallMethod(m, args, x.Method.Depth)
}

// genericNamed returns the generic function that argument i names.
func genericNamed(c *core.Call, i int) (*core.Generic, error) {
	name, err := c.Symbol(i)
	if err != nil {
		return nil, err
	}
	g := c.Env.FindGeneric(c.Env.Current, name)
	if g == nil {
		return nil, fmt.Errorf("[GENRCFUN3] Unable to find generic function %s in function %s.", name, c.Name)
	}
	return g, nil
}

// methodNamed returns the method that arguments 0 and 1 name.
func methodNamed(c *core.Call) (*core.Method, error) {
	g, err := genericNamed(c, 0)
	if err != nil {
		return nil, err
	}
	n, err := c.Int(1)
	if err != nil {
		return nil, err
	}
	m := g.Method(int(n))
	if m == nil {
		return nil, fmt.Errorf("[GENRCFUN2] Unable to find method %s #%d in function %s.", g.Name, n, c.Name)
	}
	return m, nil
}

func callSpecificMethod(c *core.Call) (value.Value, error) {
	m, err := methodNamed(c)
	if err != nil {
		return value.False, err
	}
	args := fields(nil)
	args = append(args, c.Args[2:]...)
	ok, err := c.Env.Applicable(m, args)
	if err != nil {
		return value.False, err
	}
	if !ok {
		return value.False, fmt.Errorf("[GENRCEXE4] Generic function %s method #%d is not applicable to the given arguments.", m.Generic.Name, m.Index)
	}
	return c.Env.CallMethod(m, args, 1)
}

// generics returns the generic functions that a command is about: that of argument 0, or all of the
// current module.
func generics(c *core.Call) ([]*core.Generic, error) {
	if len(c.Args) > 0 {
		g, err := genericNamed(c, 0)
		if err != nil {
			return nil, err
		}
		return []*core.Generic{g}, nil
	}
	return c.Env.Current.Generics, nil
}

func listMethods(c *core.Call) (value.Value, error) {
	list, err := generics(c)
	if err != nil {
		return value.Value{}, err
	}
	count := 0
	for i, g := range list {
		for _, m := range g.Methods {
			c.Env.Display(m.Describe() + "\n")
			count++
		}
		if i < len(list)-1 {
			c.Env.Display("\n")
		}
	}
	tally(c.Env, count, "method")
	return value.Value{}, nil
}

func methodNames(c *core.Call) (value.Value, error) {
	list, err := generics(c)
	if err != nil {
		return value.Empty, err
	}
	var names []value.Value
	for _, g := range list {
		for _, m := range g.Methods {
			names = append(names, c.Env.Symbol(g.Name), value.Integer(int64(m.Index)))
		}
	}
	return value.List(names...), nil
}

func methodRestrictions(c *core.Call) (value.Value, error) {
	m, err := methodNamed(c)
	if err != nil {
		return value.Empty, err
	}
	list := []value.Value{value.Integer(int64(m.Least())), value.Integer(int64(m.Most())), value.Integer(int64(len(m.Restrictions)))}
	var rest []value.Value
	for _, r := range m.Restrictions {
		list = append(list, value.Integer(int64(3+len(m.Restrictions)+len(rest)+1)))
		rest = append(rest, value.Bool(r.Query != nil), value.Integer(int64(len(r.Classes))))
		for _, class := range r.Classes {
			rest = append(rest, c.Env.Symbol(class.Name))
		}
	}
	return value.List(append(list, rest...)...), nil
}

func printMethod(c *core.Call) (value.Value, error) {
	m, err := methodNamed(c)
	if err == nil && m.Source != "" {
		c.Env.Display(pretty.Print(m.Source, m.Generic.Module.Name, m.Generic.Name) + "\n")
	}
	return value.Value{}, err
}

func undefMethod(c *core.Call) (value.Value, error) {
	e := c.Env
	if e.Sealed {
		return value.Value{}, core.ErrSealed
	}
	var list []*core.Generic
	if c.Args[0].IsSymbol("*") {
		if !c.Args[1].IsSymbol("*") {
			return value.Value{}, c.RemarkWrong(1, "of type '*' to remove all methods")
		}
		list = e.Current.Generics
	} else {
		g, err := genericNamed(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		list = []*core.Generic{g}
	}
	index := -1
	if !c.Args[1].IsSymbol("*") {
		n, err := c.Int(1)
		if err != nil {
			return value.Value{}, err
		}
		index = int(n)
		m := list[0].Method(index)
		if m == nil {
			return value.Value{}, fmt.Errorf("[GENRCFUN2] Unable to find method %s #%d in function undefmethod.", list[0].Name, n)
		}
		if m.System != nil {
			return value.Value{}, fault.Remarkf("[GENRCCOM4] Cannot remove implicit system function method for generic function %s.", list[0].Name)
		}
	}
	for _, g := range list {
		if g.Executing() {
			return value.Value{}, fault.Remarkf("[PRNTUTIL4] Unable to delete defmethod of %s.", g.Name)
		}
		var kept []*core.Method
		for _, m := range g.Methods {
			if m.System != nil || index >= 0 && m.Index != index {
				kept = append(kept, m)
				continue
			}
			m.Uses.Release()
		}
		g.Methods = kept
	}
	return value.Value{}, nil
}

func previewGeneric(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	args, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		values, err := compile.Arguments(x, args)
		if err != nil {
			return value.Value{}, err
		}
		g, err := genericNamed(&core.Call{Env: x.Env, Name: "preview-generic", Args: values}, 0)
		if err != nil {
			return value.Value{}, err
		}
		for _, m := range g.Methods {
			ok, err := x.Env.Applicable(m, values[1:])
			if err != nil {
				return value.Value{}, err
			}
			if ok {
				x.Env.Display(m.Describe() + "\n")
			}
		}
		return value.Value{}, nil
	}), nil
}
