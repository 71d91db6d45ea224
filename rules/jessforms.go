package rules

import (
	"errors"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// importForm is (import java.util.HashMap): classes are known by the last part of their
// names, so that nothing is left to do.
func (s *scope) importForm(f *syntax.Form) (node, error) {
	if len(f.Items) != 2 || f.Items[1].Kind != syntax.Symbol {
		return nil, s.at(f, "import takes the name of a class, or of a package and .*")
	}
	return constantNode{value.True}, nil
}

// forForm is (for start condition step actions...).
func (s *scope) forForm(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	parts, err := s.sequence(f.Items[1:4])
	if err != nil {
		return nil, err
	}
	body, err := s.body(f.Items[4:])
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		if _, err := parts[0].eval(x); err != nil {
			return value.False, err
		}
		for {
			if ok, err := truth(x, parts[1]); err != nil || !ok {
				return x.ended(), err
			}
			if _, more, err := turn(x, body); err != nil || !more {
				return x.ended(), err
			}
			if _, err := parts[2].eval(x); err != nil {
				return value.False, err
			}
		}
	}), nil
}

// continueForm ends a turn of a loop.
func (s *scope) continueForm(f *syntax.Form) (node, error) {
	if s.loops == 0 || len(f.Items) > 1 {
		return nil, s.at(f, "continue stands alone, in a loop")
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		x.control = continuing
		return value.Value{}, nil
	}), nil
}

// step is (++ ?x) and (-- ?x): the variable is set, and is the value.
func (s *scope) step(f *syntax.Form) (node, error) {
	if len(f.Items) != 2 || f.Items[1].Kind != syntax.Variable && f.Items[1].Kind != syntax.Global {
		return nil, s.at(f, "%s takes a variable", f.Head())
	}
	word := func(text string) *syntax.Form { return &syntax.Form{Kind: syntax.Symbol, Text: text, Pos: f.Pos} }
	one := &syntax.Form{Kind: syntax.Integer, Text: "1", Int: 1, Pos: f.Pos}
	sum := &syntax.Form{Kind: syntax.List, Pos: f.Pos, Items: []*syntax.Form{word(f.Head()[:1]), f.Items[1], one}}
	return s.bind(&syntax.Form{Kind: syntax.List, Pos: f.Pos, Items: []*syntax.Form{word("bind"), f.Items[1], sum}})
}

// attempt is (try actions... catch actions... finally actions...).
type attempt struct {
	body, catch, finally []node
	catches              bool
	caught               *givenNode // what ?ERROR is set to
	bind                 node
}

// givenNode is a node whose value is given to it.
type givenNode struct{ v value.Value }

func (c *givenNode) eval(*frame) (value.Value, error) { return c.v, nil }

func (s *scope) tryForm(f *syntax.Form) (node, error) {
	if s.view {
		return nil, s.at(f, "try has no place in a condition")
	}
	body, rest := until(f.Items[1:], "catch", "finally")
	a := &attempt{catches: len(rest) > 0 && rest[0].IsSymbol("catch")}
	var err error
	if a.body, err = s.sequence(body); err != nil {
		return nil, err
	}
	if a.catches {
		a.caught = &givenNode{}
		if a.bind, err = s.bindLocal(&syntax.Form{Kind: syntax.Variable, Text: "ERROR", Pos: f.Pos}, []node{a.caught}); err != nil {
			return nil, err
		}
		body, rest = until(rest[1:], "finally")
		if a.catch, err = s.sequence(body); err != nil {
			return nil, err
		}
	}
	if len(rest) > 0 {
		if a.finally, err = s.sequence(rest[1:]); err != nil {
			return nil, err
		}
	}
	return nodeFunc(a.eval), nil
}

// until parts forms before the first that is one of the words.
func until(forms []*syntax.Form, words ...string) (before, rest []*syntax.Form) {
	for i, f := range forms {
		for _, word := range words {
			if f.IsSymbol(word) {
				return forms[:i], forms[i:]
			}
		}
	}
	return forms, nil
}

func (a *attempt) eval(x *frame) (value.Value, error) {
	v, err := a.tried(x)
	if err != nil && a.catches && x.env.catchable(err) {
		a.caught.v = external(exceptionOf(err))
		if _, err = a.bind.eval(x); err == nil {
			v, err = run(x, a.catch)
		}
	}
	if len(a.finally) == 0 || err != nil && !x.env.catchable(err) {
		return v, err
	}
	control, result := x.control, x.result
	x.control = goOn
	last, late := run(x, a.finally)
	switch {
	case late != nil:
		return last, late
	case x.control != goOn: // it returns, or breaks, whatever was under way
		return last, nil
	}
	x.control, x.result = control, result
	return v, err
}

// tried does the actions between try and catch. What functions elsewhere only remark on is
// an error there.
func (a *attempt) tried(x *frame) (value.Value, error) {
	if a.catches {
		x.env.trying++
		defer func() { x.env.trying-- }()
	}
	return run(x, a.body)
}

// catchable reports whether a program may go on after an error.
func (e *Environment) catchable(err error) bool {
	return IsFault(err) && e.interrupted() == nil && !errors.Is(err, errReported)
}
