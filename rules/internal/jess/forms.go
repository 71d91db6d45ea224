package jess

import (
	"errors"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/objects"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// importForm compiles (import java.util.HashMap). It has no effect, since classes are known by the
// last part of their names.
func importForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if len(f.Items) != 2 || f.Items[1].Kind != syntax.Symbol {
		return nil, s.At(f, "import takes the name of a class, or of a package and .*")
	}
	return compile.ConstantNode{V: value.True}, nil
}

// forForm compiles (for start condition step actions...).
func forForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	parts, err := s.Sequence(f.Items[1:4])
	if err != nil {
		return nil, err
	}
	body, err := s.Body(f.Items[4:])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		if _, err := parts[0].Eval(x); err != nil {
			return value.False, err
		}
		for {
			if ok, err := core.Truth(x, parts[1]); err != nil || !ok {
				return compile.Ended(x), err
			}
			if _, more, err := compile.Turn(x, body); err != nil || !more {
				return compile.Ended(x), err
			}
			if _, err := parts[2].Eval(x); err != nil {
				return value.False, err
			}
		}
	}), nil
}

// continueForm compiles continue, which ends an iteration of a loop.
func continueForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if s.Loops == 0 || len(f.Items) > 1 {
		return nil, s.At(f, "continue stands alone, in a loop")
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		x.Control = core.Continuing
		return value.Value{}, nil
	}), nil
}

// step compiles (++ ?x) and (-- ?x), which set the variable and return it.
func step(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if len(f.Items) != 2 || f.Items[1].Kind != syntax.Variable && f.Items[1].Kind != syntax.Global {
		return nil, s.At(f, "%s takes a variable", f.Head())
	}
	word := func(text string) *syntax.Form { return &syntax.Form{Kind: syntax.Symbol, Text: text, Pos: f.Pos} }
	one := &syntax.Form{Kind: syntax.Integer, Text: "1", Int: 1, Pos: f.Pos}
	sum := &syntax.Form{Kind: syntax.List, Pos: f.Pos, Items: []*syntax.Form{word(f.Head()[:1]), f.Items[1], one}}
	return s.Bind(&syntax.Form{Kind: syntax.List, Pos: f.Pos, Items: []*syntax.Form{word("bind"), f.Items[1], sum}})
}

// attempt is (try actions... catch actions... finally actions...).
type attempt struct {
	body, catch, finally []core.Node
	catches              bool
	bind                 core.Node // sets ?ERROR
}

// tryForm compiles try.
func tryForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if s.View {
		return nil, s.At(f, "try has no place in a condition")
	}
	body, rest := compile.Until(f.Items[1:], "catch", "finally")
	a := &attempt{catches: len(rest) > 0 && rest[0].IsSymbol("catch")}
	var err error
	if a.body, err = s.Sequence(body); err != nil {
		return nil, err
	}
	if a.catches {
		if a.bind, err = s.BindLocal(&syntax.Form{Kind: syntax.Variable, Text: "ERROR", Pos: f.Pos}, []core.Node{compile.GivenNode{}}); err != nil {
			return nil, err
		}
		body, rest = compile.Until(rest[1:], "finally")
		if a.catch, err = s.Sequence(body); err != nil {
			return nil, err
		}
	}
	if len(rest) > 0 {
		if a.finally, err = s.Sequence(rest[1:]); err != nil {
			return nil, err
		}
	}
	return compile.NodeFunc(a.Eval), nil
}

// Eval executes the actions.
func (a *attempt) Eval(x *core.Frame) (value.Value, error) {
	v, err := a.tried(x)
	if err != nil && a.catches && catchable(x.Env, err) {
		x.Env.Given = objects.External(objects.ExceptionOf(err))
		if _, err = a.bind.Eval(x); err == nil {
			v, err = core.RunActions(x, a.catch)
		}
	}
	if len(a.finally) == 0 || err != nil && !catchable(x.Env, err) {
		return v, err
	}
	control, result := x.Control, x.Result
	x.Control = core.GoOn
	last, late := core.RunActions(x, a.finally)
	switch {
	case late != nil:
		return last, late
	case x.Control != core.GoOn: // finally returns or breaks, which replaces the earlier control
		return last, nil
	}
	x.Control, x.Result = control, result
	return v, err
}

// tried executes the actions between try and catch. There, remarks are errors.
func (a *attempt) tried(x *core.Frame) (value.Value, error) {
	if a.catches {
		x.Env.Trying++
		defer func() { x.Env.Trying-- }()
	}
	return core.RunActions(x, a.body)
}

// catchable reports whether a program may continue after an error.
func catchable(e *core.Environment, err error) bool {
	return fault.IsFault(err) && e.Interrupted() == nil && !errors.Is(err, fault.ErrReported)
}
