package fold

import "context"

// A Search is a tree of states and what is made of them: the result of a state is its
// own Value combined with the results of its children, in their order.
type Search[S, M any] struct {
	Children func(s S, child func(S) bool) // calls child for each, until it returns false
	Value    func(S) M
	Monoid   Monoid[M]
}

// Run returns the result of the tree below s. It stops early when the monoid is full.
func (t Search[S, M]) Run(s S) M {
	r := &runner[S, M]{Search: t, acc: t.Monoid.Empty()}
	r.visit(s)
	return r.acc
}

// RunContext is Run until ctx is done; then it returns what it has, and the reason.
func (t Search[S, M]) RunContext(ctx context.Context, s S) (M, error) {
	r := &runner[S, M]{Search: t, acc: t.Monoid.Empty(), ctx: ctx}
	r.visit(s)
	return r.acc, r.err
}

// Map returns the combined values of all states of a tree.
func Map[S, M any](s S, children func(S, func(S) bool), value func(S) M, m Monoid[M]) M {
	return Search[S, M]{children, value, m}.Run(s)
}

// A runner goes through a tree in order, combining as it goes: since the monoid is
// associative no results of subtrees need be kept.
type runner[S, M any] struct {
	Search[S, M]
	acc   M
	ctx   context.Context
	steps int
	err   error
	child func(S) bool // visit, made once
}

// visit adds the results of a subtree; false to stop.
func (r *runner[S, M]) visit(s S) bool {
	if r.child == nil {
		r.child = r.visit
	}
	if r.ctx != nil {
		if r.steps++; r.steps&0xFF == 0 && r.ctx.Err() != nil {
			r.err = context.Cause(r.ctx)
			return false
		}
	}
	r.acc = r.Monoid.Combine(r.acc, r.Value(s))
	if r.Monoid.Full != nil && r.Monoid.Full(r.acc) {
		return false
	}
	r.Children(s, r.child)
	return r.err == nil && (r.Monoid.Full == nil || !r.Monoid.Full(r.acc))
}
