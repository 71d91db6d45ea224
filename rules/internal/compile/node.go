package compile

import (
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// GivenNode is a node whose value Go code assigns, to Environment.Given, before it evaluates the node.
type GivenNode struct{}

// Eval returns the value of the node.
func (GivenNode) Eval(x *core.Frame) (value.Value, error) { return x.Env.Given, nil }

// Until splits forms before the first one that is one of words.
func Until(forms []*syntax.Form, words ...string) (before, rest []*syntax.Form) {
	for i, f := range forms {
		for _, word := range words {
			if f.IsSymbol(word) {
				return forms[:i], forms[i:]
			}
		}
	}
	return forms, nil
}

// Turn executes the body of a loop once and reports whether the loop continues.
func Turn(x *core.Frame, body []core.Node) (last value.Value, more bool, err error) {
	if err := x.Env.Interrupted(); err != nil {
		return value.False, false, err
	}
	last, err = core.RunActions(x, body)
	if err != nil {
		return value.False, false, err
	}
	switch x.Control {
	case core.Breaking:
		x.Control = core.GoOn
		return last, false, nil
	case core.Continuing:
		x.Control = core.GoOn
	}
	return last, x.Control == core.GoOn, nil
}

// Ended returns the value of a loop: that of return, or FALSE.
func Ended(x *core.Frame) value.Value {
	if x.Control == core.Returning {
		return x.Result
	}
	return value.False
}

// NodeFunc is a node that consists of a function.
type NodeFunc func(*core.Frame) (value.Value, error)

// Eval returns the value of the node.
func (f NodeFunc) Eval(x *core.Frame) (value.Value, error) { return f(x) }

// placedNode adds the position to errors of a special form.
type placedNode struct {
	do   NodeFunc
	site *fault.Site
}

// Eval returns the value of the node.
func (n *placedNode) Eval(x *core.Frame) (value.Value, error) {
	v, err := n.do(x)
	if err != nil {
		err = x.Env.Settle(n.site, err)
	}
	return v, err
}

// Least refuses a special form with fewer than n arguments.
func (s *Scope) Least(f *syntax.Form, n int) error {
	if len(f.Items)-1 < n {
		return s.At(f, "%w", fault.CountArgs(f.Head(), len(f.Items)-1, n, -1))
	}
	return nil
}

// Body compiles the actions of a loop, after an optional word do.
func (s *Scope) Body(forms []*syntax.Form) ([]core.Node, error) {
	if len(forms) > 0 && forms[0].IsSymbol("do") {
		forms = forms[1:]
	}
	s.Loops++
	defer func() { s.Loops-- }()
	return s.Sequence(forms)
}
