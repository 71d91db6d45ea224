package judge

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// An Evaluator evaluates expressions of a checked file that depend only on constants and on
// names bound with Bind. It must be used by one goroutine at a time. The Info may still grow.
type Evaluator struct{ m *machine }

// NewEvaluator returns an Evaluator for expressions of a file.
func NewEvaluator(info *types.Info, o Options) *Evaluator {
	return &Evaluator{newMachine(info, o)}
}

// Bind binds a local name to a value.
func (ev *Evaluator) Bind(o *types.Object, v types.Value) { ev.m.bind(o, v) }

// read converts an expression. The result is not cached, since more names may be resolved
// later.
func (ev *Evaluator) read(e syntax.Expr) *node { return (&reader{info: ev.m.info}).expr(e) }

// Eval returns the value of an expression. The error is an *Undefined (never for a truth
// value), an *Overflow, a *Limit, the error of the context, or a *Bug.
func (ev *Evaluator) Eval(e syntax.Expr) (v types.Value, err error) {
	defer guard(&err)
	ev.m.reset()
	v, u := ev.m.eval(ev.read(e))
	if u != nil {
		return types.Value{}, u
	}
	return v, nil
}

// Declared returns the value that the file gives to a constant or a parameter, or to a state
// variable at the start. The error is as for Eval, or an *Outside.
func (ev *Evaluator) Declared(o *types.Object) (v types.Value, err error) {
	defer guard(&err)
	ev.m.reset()
	var value *node
	if o.Value != nil {
		value = ev.read(o.Value.Value)
	}
	return ev.m.declared(o, value)
}

// Into returns the value of an expression for a place of type t. The error is as for Declared.
func (ev *Evaluator) Into(e syntax.Expr, t *types.Type) (v types.Value, err error) {
	defer guard(&err)
	ev.m.reset()
	n := ev.read(e)
	v, u := ev.m.eval(n)
	if u != nil {
		return types.Value{}, u
	}
	v = ev.m.into(v, n, t)
	if err := ev.m.outside(v, t, n); err != nil {
		return v, err
	}
	return v, nil
}
