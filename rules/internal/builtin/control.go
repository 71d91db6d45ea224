package builtin

import (
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// controlForms returns the forms that do not simply evaluate their arguments.
func controlForms() []compile.Builtin {
	return []compile.Builtin{
		{Name: "if", Takes: "condition then [action ...] [else] [action ...]", Help: "executes one of two lists of actions; Jess also has `elif condition then`",
			Example: "(if (> 2 1) then yes else no)", Compile: ifForm},
		{Name: "switch", Takes: "value [(case value then action ...) ...] [(default action ...)]", Help: "executes the actions of the case that equals the value",
			Example: "(switch 2 (case 1 then one) (case 2 then two) (default many))", Compile: switchForm},
		{Name: "and", Takes: "condition condition ...", Gives: "boolean", Help: "reports whether all hold; stops at the first that fails", Example: "(and TRUE (> 1 2))", Compile: And},
		{Name: "or", Takes: "condition condition ...", Gives: "boolean", Help: "reports whether one holds; stops at the first that does", Example: "(or FALSE (< 1 2))", Compile: Or},
		{Name: "not", Takes: "condition", Gives: "boolean", Help: "reports whether the condition fails", Example: "(not FALSE)", Compile: not, Do: func(c *core.Call) (value.Value, error) {
			return value.Bool(c.Args[0].IsFalse()), nil
		}},
		{Name: "while", Takes: "condition [do] [action ...]", Quiet: true, Help: "executes actions while the condition holds",
			Example: "(bind ?x 3) (while (> ?x 0) do (print ?x) (bind ?x (- ?x 1)))", Compile: while},
		{Name: "loop-for-count", Takes: "(?variable from to) [do] [action ...]", Help: "executes actions for a range of integers; `(?variable to)` and `to` start at 1",
			Example: "(loop-for-count (?i 1 3) (print ?i \" \"))", Compile: loopForCount},
		{Name: "foreach", Takes: "?variable [multifield] [action ...]", Help: "executes actions for each value of a multifield; `?variable-index` is the position",
			Example: "(foreach ?x (create$ a b) (print ?x-index ?x \" \"))", Compile: foreach},
		{Name: "progn$", Takes: "(?variable multifield) [action ...]", Help: "like `foreach`; the variable is optional",
			Example: "(progn$ (?x (create$ a b)) (print ?x))", Compile: foreach},
		{Name: "progn", Takes: "[action ...]", Help: "executes actions and returns the value of the last", Example: "(progn (print a) 7)", Compile: progn},
		{Name: "bind", Takes: "?variable [value ...]", Help: "sets a variable; several values become a multifield, no value unsets it", Example: "(bind ?x 1 2) ?x", Compile: (*compile.Scope).Bind},
		{Name: "return", Takes: "[value]", Help: "ends a function with a value, or the actions of a rule; a rule's module loses the focus",
			Example: "(deffunction f (?x) (if (> ?x 0) then (return pos)) neg) (f 3)", Compile: returnForm},
		{Name: "break", Help: "ends a loop", Example: "(foreach ?x (create$ a b c) (if (eq ?x b) then (break)) (print ?x))", Compile: breakForm},
		{Name: "expand$", Takes: "multifield", Help: "expands a multifield to several arguments", Example: "(+ (expand$ (create$ 1 2 3)))", Compile: expand},
	}
}

// And compiles and; in Jess it may have a single condition.
func And(s *compile.Scope, f *syntax.Form) (core.Node, error) { return junction(s, f, false) }

// Or compiles or.
func Or(s *compile.Scope, f *syntax.Form) (core.Node, error) { return junction(s, f, true) }

// junction compiles and (end is false) and or (end is true): the first condition equal to end
// decides.
func junction(s *compile.Scope, f *syntax.Form, end bool) (core.Node, error) {
	args, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		for _, a := range args {
			ok, err := core.Truth(x, a)
			if err != nil {
				return value.False, err
			}
			if ok == end {
				return value.Bool(end), nil
			}
		}
		return value.Bool(!end), nil
	}), s.Counted(f)
}

// not compiles not.
func not(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	arg, err := s.Compile(f.Items[1])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		ok, err := core.Truth(x, arg)
		return value.Bool(!ok), err
	}), nil
}

// arm is a condition of if and its actions.
// nil: else
type arm struct {
	condition core.Node // nil: else
	actions   []core.Node
}

// ifForm compiles (if condition then actions... else actions...). In Jess any number of elif
// condition then actions... may precede else.
func ifForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	words := []string{"else"}
	if s.Env.Dialect == core.Jess {
		words = append(words, "elif")
	}
	var arms []arm
	for rest := f.Items; len(rest) > 0; {
		var a arm
		var err error
		if !rest[0].IsSymbol("else") || len(arms) == 0 {
			if len(rest) < 3 || !rest[2].IsSymbol("then") {
				return nil, s.At(f, "then is expected after the condition of %s", rest[0])
			}
			if a.condition, err = s.Compile(rest[1]); err != nil {
				return nil, err
			}
			rest = rest[2:]
		}
		body, after := rest[1:], []*syntax.Form(nil)
		if a.condition != nil {
			body, after = compile.Until(body, words...)
		}
		if a.actions, err = s.Sequence(body); err != nil {
			return nil, err
		}
		arms, rest = append(arms, a), after
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) { return runArm(x, arms) }), nil
}

// runArm executes the actions of the first arm whose condition holds.
func runArm(x *core.Frame, arms []arm) (value.Value, error) {
	for _, a := range arms {
		ok := a.condition == nil
		if !ok {
			var err error
			if ok, err = core.Truth(x, a.condition); err != nil {
				return value.False, err
			}
		}
		if ok {
			return core.RunActions(x, a.actions)
		}
	}
	return value.False, nil
}

func progn(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	body, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) { return core.RunActions(x, body) }), nil
}

func returnForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if len(f.Items) > 2 {
		return nil, s.At(f, "return gives one value back")
	}
	values, err := s.Sequence(f.Items[1:])
	if err == nil && len(values) > 0 {
		err = s.Whole(f.Items[1], values[0])
	}
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		var v value.Value
		for _, n := range values {
			var err error
			if v, err = n.Eval(x); err != nil {
				return value.False, err
			}
		}
		x.Control, x.Result = core.Returning, v
		return v, nil
	}), nil
}

func breakForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if s.Loops == 0 {
		return nil, s.At(f, "[PRCDRPSR2] The break function is not valid in this context: it ends a loop")
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		x.Control = core.Breaking
		return value.Value{}, nil
	}), nil
}

func expand(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	of, err := s.Compile(f.Items[1])
	return compile.ExpandNode{Of: of}, err
}
