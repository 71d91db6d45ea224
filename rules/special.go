package rules

import (
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// controlForms are calls whose arguments are not simply evaluated.
func controlForms() []builtin {
	return []builtin{
		{name: "if", takes: "condition then [action ...] [else] [action ...]", help: "does some actions or others; in Jess `elif condition then` may stand between",
			example: "(if (> 2 1) then yes else no)", compile: (*scope).ifForm},
		{name: "switch", takes: "value [(case value then action ...) ...] [(default action ...)]", help: "does the actions of the case that equals the value",
			example: "(switch 2 (case 1 then one) (case 2 then two) (default many))", compile: (*scope).switchForm},
		{name: "and", takes: "condition condition ...", gives: "boolean", help: "whether all hold; what follows one that fails is not evaluated", example: "(and TRUE (> 1 2))", compile: (*scope).and},
		{name: "or", takes: "condition condition ...", gives: "boolean", help: "whether one holds; what follows it is not evaluated", example: "(or FALSE (< 1 2))", compile: (*scope).or},
		{name: "not", takes: "condition", gives: "boolean", help: "whether it does not hold", example: "(not FALSE)", compile: (*scope).not, do: func(c *Call) (value.Value, error) {
			return value.Bool(c.Args[0].IsFalse()), nil
		}},
		{name: "while", takes: "condition [do] [action ...]", quiet: true, help: "does actions as long as it holds",
			example: "(bind ?x 3) (while (> ?x 0) do (print ?x) (bind ?x (- ?x 1)))", compile: (*scope).while},
		{name: "loop-for-count", takes: "(?variable from to) [do] [action ...]", help: "does actions for all numbers from one to another; `(?variable to)` and `to` begin at 1",
			example: "(loop-for-count (?i 1 3) (print ?i \" \"))", compile: (*scope).count},
		{name: "foreach", takes: "?variable [multifield] [action ...]", help: "does actions for all values of a multifield; `?variable-index` is the place",
			example: "(foreach ?x (create$ a b) (print ?x-index ?x \" \"))", compile: (*scope).foreach},
		{name: "progn$", takes: "(?variable multifield) [action ...]", help: "the same; the variable may be left out",
			example: "(progn$ (?x (create$ a b)) (print ?x))", compile: (*scope).foreach},
		{name: "progn", takes: "[action ...]", help: "does actions, and gives the value of the last", example: "(progn (print a) 7)", compile: (*scope).progn},
		{name: "bind", takes: "?variable [value ...]", help: "sets a variable: several values become a multifield, none unsets it", example: "(bind ?x 1 2) ?x", compile: (*scope).bind},
		{name: "return", takes: "[value]", help: "ends a function, with its value, or the actions of a rule, which takes the focus from its module",
			example: "(deffunction f (?x) (if (> ?x 0) then (return pos)) neg) (f 3)", compile: (*scope).returnForm},
		{name: "break", help: "ends a loop", example: "(foreach ?x (create$ a b c) (if (eq ?x b) then (break)) (print ?x))", compile: (*scope).breakForm},
		{name: "expand$", takes: "multifield", help: "spreads a multifield over several arguments", example: "(+ (expand$ (create$ 1 2 3)))", compile: (*scope).expand},
	}
}

type nodeFunc func(*frame) (value.Value, error)

func (f nodeFunc) eval(x *frame) (value.Value, error) { return f(x) }

// placedNode gives the errors of a special form their place.
type placedNode struct {
	do   nodeFunc
	site *site
}

func (n *placedNode) eval(x *frame) (value.Value, error) {
	v, err := n.do(x)
	if err != nil {
		err = x.env.settle(n.site, err)
	}
	return v, err
}

func (s *scope) least(f *syntax.Form, n int) error {
	if len(f.Items)-1 < n {
		return s.at(f, "%w", countArgs(f.Head(), len(f.Items)-1, n, -1))
	}
	return nil
}

func (s *scope) and(f *syntax.Form) (node, error) { return s.junction(f, false) }

func (s *scope) or(f *syntax.Form) (node, error) { return s.junction(f, true) }

// junction is and (end on false) and or (end on true).
func (s *scope) junction(f *syntax.Form, end bool) (node, error) {
	args, err := s.sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		for _, a := range args {
			ok, err := truth(x, a)
			if err != nil {
				return value.False, err
			}
			if ok == end {
				return value.Bool(end), nil
			}
		}
		return value.Bool(!end), nil
	}), s.counted(f)
}

func (s *scope) not(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	arg, err := s.compile(f.Items[1])
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		ok, err := truth(x, arg)
		return value.Bool(!ok), err
	}), nil
}

// arm is a condition of if, and what is done where it holds.
type arm struct {
	condition node // nil: else
	actions   []node
}

// ifForm is (if condition then actions... else actions...), in Jess with any number of elif
// condition then actions... between.
func (s *scope) ifForm(f *syntax.Form) (node, error) {
	words := []string{"else"}
	if s.env.dialect == Jess {
		words = append(words, "elif")
	}
	var arms []arm
	for rest := f.Items; len(rest) > 0; {
		var a arm
		var err error
		if !rest[0].IsSymbol("else") || len(arms) == 0 {
			if len(rest) < 3 || !rest[2].IsSymbol("then") {
				return nil, s.at(f, "then is expected after the condition of %s", rest[0])
			}
			if a.condition, err = s.compile(rest[1]); err != nil {
				return nil, err
			}
			rest = rest[2:]
		}
		body, after := rest[1:], []*syntax.Form(nil)
		if a.condition != nil {
			body, after = until(body, words...)
		}
		if a.actions, err = s.sequence(body); err != nil {
			return nil, err
		}
		arms, rest = append(arms, a), after
	}
	return nodeFunc(func(x *frame) (value.Value, error) { return runArm(x, arms) }), nil
}

func runArm(x *frame, arms []arm) (value.Value, error) {
	for _, a := range arms {
		ok := a.condition == nil
		if !ok {
			var err error
			if ok, err = truth(x, a.condition); err != nil {
				return value.False, err
			}
		}
		if ok {
			return run(x, a.actions)
		}
	}
	return value.False, nil
}

// body drops the word do and compiles the actions of a loop.
func (s *scope) body(forms []*syntax.Form) ([]node, error) {
	if len(forms) > 0 && forms[0].IsSymbol("do") {
		forms = forms[1:]
	}
	s.loops++
	defer func() { s.loops-- }()
	return s.sequence(forms)
}

func (s *scope) progn(f *syntax.Form) (node, error) {
	body, err := s.sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) { return run(x, body) }), nil
}

type branch struct {
	value   node // nil: default
	actions []node
}

func (s *scope) switchForm(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	subject, err := s.compile(f.Items[1])
	if err != nil {
		return nil, err
	}
	var branches []branch
	for _, item := range f.Items[2:] {
		b, err := s.branch(item)
		if err != nil {
			return nil, err
		}
		if err := s.checkBranch(f, item, len(branches)); err != nil {
			return nil, err
		}
		branches = append(branches, b)
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		v, err := subject.eval(x)
		if err != nil {
			return value.False, err
		}
		for _, b := range branches {
			if b.value == nil {
				return run(x, b.actions)
			}
			w, err := b.value.eval(x)
			if err != nil {
				return value.False, err
			}
			if value.Equal(v, w) {
				return run(x, b.actions)
			}
		}
		return value.False, nil
	}), nil
}

// checkBranch refuses a case that can never be taken: after the default, or a second time.
func (s *scope) checkBranch(f, item *syntax.Form, before int) error {
	for _, earlier := range f.Items[2 : 2+before] {
		switch {
		case earlier.Head() == "default":
			return s.at(item, "[PRNTUTIL2] Syntax Error:  Check appropriate syntax for switch: default comes last")
		case item.Head() == "case" && earlier.Items[1].String() == item.Items[1].String():
			return s.at(item, "[PRCDRPSR3] Duplicate case found in switch function.")
		}
	}
	return nil
}

func (s *scope) branch(f *syntax.Form) (b branch, err error) {
	rest := f.Items
	switch f.Head() {
	case "case":
		if len(rest) < 3 || !rest[2].IsSymbol("then") {
			return b, s.at(f, "(case value then actions) is expected")
		}
		if b.value, err = s.compile(rest[1]); err != nil {
			return b, err
		}
		rest = rest[3:]
	case "default":
		rest = rest[1:]
		if len(rest) > 0 && rest[0].IsSymbol("then") {
			rest = rest[1:]
		}
	default:
		return b, s.at(f, "(case ...) or (default ...) is expected in a switch")
	}
	b.actions, err = s.sequence(rest)
	return b, err
}

func (s *scope) bind(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	if base, name, ok := s.dotted(f.Items[1]); ok {
		return s.bindProperty(f, base, name)
	}
	values, err := s.sequence(f.Items[2:])
	if err != nil {
		return nil, err
	}
	switch target := f.Items[1]; target.Kind {
	case syntax.Global, syntax.MultiGlobal:
		return s.bindGlobal(target, values)
	case syntax.Variable, syntax.MultiVariable:
		return s.bindLocal(target, values)
	}
	return nil, s.at(f.Items[1], "bind sets a variable")
}

// boundValue is what bind sets: one value as it is, several as a multifield;
// unset if none is given.
func boundValue(x *frame, values []node) (value.Value, error) {
	args, err := evalArgs(x, values, nil)
	if err != nil {
		return value.Value{}, err
	}
	switch len(args) {
	case 0:
		return value.Value{}, nil
	case 1:
		return args[0], nil
	}
	return value.List(args...), nil
}

func (s *scope) bindLocal(target *syntax.Form, values []node) (node, error) {
	if s.top {
		return s.bindTop(target, values), nil
	}
	if s.view {
		return nil, s.at(target, "bind has no place in a condition")
	}
	place := s.place(target.Text)
	if why := s.fixed[place]; why != "" {
		return nil, s.at(target, "%s", why)
	}
	delete(s.types, target.Text)
	return nodeFunc(func(x *frame) (value.Value, error) {
		v, err := boundValue(x, values)
		if err != nil {
			return value.False, err
		}
		x.vars[place] = v
		if v.Kind() == value.None {
			return value.False, nil
		}
		return v, nil
	}), nil
}

func (s *scope) bindGlobal(target *syntax.Form, values []node) (node, error) {
	g := s.env.findGlobal(s.module, target.Text)
	if g == nil {
		return nil, s.at(target, "[GLOBLPSR1] Global variable ?*%s* was referenced, but is not defined", target.Text)
	}
	s.use(&g.usage)
	return nodeFunc(func(x *frame) (value.Value, error) {
		v, err := boundValue(x, values)
		if err != nil {
			return value.False, err
		}
		if v.Kind() == value.None {
			return g.Value, g.reset(x.env)
		}
		x.env.setGlobal(g, v)
		return v, nil
	}), nil
}

func (s *scope) returnForm(f *syntax.Form) (node, error) {
	if len(f.Items) > 2 {
		return nil, s.at(f, "return gives one value back")
	}
	values, err := s.sequence(f.Items[1:])
	if err == nil && len(values) > 0 {
		err = s.whole(f.Items[1], values[0])
	}
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		var v value.Value
		for _, n := range values {
			var err error
			if v, err = n.eval(x); err != nil {
				return value.False, err
			}
		}
		x.control, x.result = returning, v
		return v, nil
	}), nil
}

// whole refuses a value that would be spread where there are no arguments.
func (s *scope) whole(f *syntax.Form, n node) error {
	if _, ok := n.(expandNode); ok && s.env.dialect != Jess {
		return s.at(f, "[EXPRNPSR4] $ Sequence operator not a valid argument here")
	}
	return nil
}

func (s *scope) breakForm(f *syntax.Form) (node, error) {
	if s.loops == 0 {
		return nil, s.at(f, "[PRCDRPSR2] The break function is not valid in this context: it ends a loop")
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		x.control = breaking
		return value.Value{}, nil
	}), nil
}

func (s *scope) expand(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	of, err := s.compile(f.Items[1])
	return expandNode{of}, err
}
