package core

import (
	"farbank/rules/rete"
	"farbank/rules/value"
)

// Node is a compiled expression.
type Node interface {
	Eval(*Frame) (value.Value, error)
}

// Frame is the environment of an expression: the variables of the rule, function or call to which
// it belongs.
type Frame struct {
	Env     *Environment
	Vars    []value.Value // zero where bind has not set them
	Match   *rete.Match   // of a rule's actions: the facts of its conditions
	View    *rete.View    // of a condition: the facts that it tests
	Method  *GenericCall  // of a method's body
	Message *MessageCall  // of a message handler's body
	Control Control
	Result  value.Value // of return
}

// Borrow returns a frame for a test of a condition, with size variables. GiveBack releases it.
func (e *Environment) Borrow(v *rete.View, size int) *Frame {
	if e.borrowed == len(e.frames) {
		e.frames = append(e.frames, &Frame{Env: e})
	}
	x := e.frames[e.borrowed]
	e.borrowed++
	x.View = v
	if size > cap(x.Vars) {
		x.Vars = make([]value.Value, size)
	}
	x.Vars = x.Vars[:size]
	return x
}

// GiveBack releases the frame that Borrow has returned last.
func (e *Environment) GiveBack(x *Frame) {
	clear(x.Vars)
	x.View, x.Control, x.Result = nil, GoOn, value.Value{}
	e.borrowed--
}

// Control says whether and how to leave a sequence of actions.
type Control uint8

const (
	GoOn Control = iota
	Breaking
	Continuing
	Returning
)

// doer is an action that can be executed without computing its value.
type doer interface{ Do(*Frame) error }

// RunActions executes actions in order and returns the value of the last.
func RunActions(x *Frame, actions []Node) (value.Value, error) {
	v := value.False
	for i, a := range actions {
		var err error
		if d, ok := a.(doer); ok && i < len(actions)-1 {
			err = d.Do(x)
		} else {
			v, err = a.Eval(x)
		}
		if err != nil {
			return value.False, err
		}
		if x.Control != GoOn {
			break
		}
	}
	return v, nil
}

// Truth evaluates a condition.
func Truth(x *Frame, n Node) (bool, error) {
	v, err := n.Eval(x)
	return err == nil && !v.IsFalse(), err
}
