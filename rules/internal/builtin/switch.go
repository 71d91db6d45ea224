package builtin

import (
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// branch is a case or the default of a switch.
type branch struct {
	value   core.Node // nil: default
	actions []core.Node
}

func switchForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	subject, err := s.Compile(f.Items[1])
	if err != nil {
		return nil, err
	}
	var branches []branch
	for _, item := range f.Items[2:] {
		b, err := compileBranch(s, item)
		if err != nil {
			return nil, err
		}
		if err := checkBranch(s, f, item, len(branches)); err != nil {
			return nil, err
		}
		branches = append(branches, b)
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		v, err := subject.Eval(x)
		if err != nil {
			return value.False, err
		}
		for _, b := range branches {
			if b.value == nil {
				return core.RunActions(x, b.actions)
			}
			w, err := b.value.Eval(x)
			if err != nil {
				return value.False, err
			}
			if value.Equal(v, w) {
				return core.RunActions(x, b.actions)
			}
		}
		return value.False, nil
	}), nil
}

// checkBranch refuses a case after the default or a duplicate case.
func checkBranch(s *compile.Scope, f, item *syntax.Form, before int) error {
	for _, earlier := range f.Items[2 : 2+before] {
		switch {
		case earlier.Head() == "default":
			return s.At(item, "[PRNTUTIL2] Syntax Error:  Check appropriate syntax for switch: default comes last")
		case item.Head() == "case" && earlier.Items[1].String() == item.Items[1].String():
			return s.At(item, "[PRCDRPSR3] Duplicate case found in switch function.")
		}
	}
	return nil
}

func compileBranch(s *compile.Scope, f *syntax.Form) (b branch, err error) {
	rest := f.Items
	switch f.Head() {
	case "case":
		if len(rest) < 3 || !rest[2].IsSymbol("then") {
			return b, s.At(f, "(case value then actions) is expected")
		}
		if b.value, err = s.Compile(rest[1]); err != nil {
			return b, err
		}
		rest = rest[3:]
	case "default":
		rest = rest[1:]
		if len(rest) > 0 && rest[0].IsSymbol("then") {
			rest = rest[1:]
		}
	default:
		return b, s.At(f, "(case ...) or (default ...) is expected in a switch")
	}
	b.actions, err = s.Sequence(rest)
	return b, err
}
