package fold

import (
	"context"
	"errors"
)

// A Search folds a tree of states by a monoid: the result of a state is its own Value
// combined with the results of its children, in their order.
type Search[S, M any] struct {
	Children func(s S, child func(S) bool) // calls child for each child, until it returns false
	Value    func(S) M
	Monoid   Monoid[M]
}

// Run returns the result of the tree below s. It stops early when the monoid is full.
func (t Search[S, M]) Run(s S) M {
	r := &runner[S, M]{Search: t, acc: t.Monoid.Empty()}
	r.visit(s)
	return r.acc
}

// RunContext is like Run, but stops when ctx is done and returns the values combined so far
// and context.Cause(ctx). It returns ErrDeep if the tree is deeper than [MaxDepth].
func (t Search[S, M]) RunContext(ctx context.Context, s S) (M, error) {
	r := &runner[S, M]{Search: t, acc: t.Monoid.Empty(), ctx: ctx}
	r.visit(s)
	return r.acc, r.err
}

// Map combines the values of all states of a tree.
func Map[S, M any](s S, children func(S, func(S) bool), value func(S) M, m Monoid[M]) M {
	return Search[S, M]{children, value, m}.Run(s)
}

// MaxDepth is the greatest depth of a search with a context. Each level uses the stack of
// the goroutine, and a stack overflow would end the program.
const MaxDepth = 1 << 19

// ErrDeep reports that a tree is deeper than MaxDepth.
var ErrDeep = errors.New("the tree is too deep")

// A SearchM is a Search with functions that return errors; the first error ends it.
type SearchM[S, M any] struct {
	Children func(s S, child func(S) bool) error // calls child for each child, until it returns false
	Value    func(S) (M, error)
	Monoid   Monoid[M]
}

// Run is like Search.RunContext, but also stops with the first error of Children or Value.
func (t SearchM[S, M]) Run(ctx context.Context, s S) (M, error) {
	r := &runner[S, M]{acc: t.Monoid.Empty(), ctx: ctx}
	r.Search = t.plain(func(err error) {
		if r.err == nil {
			r.err = err
		}
	})
	r.visit(s)
	return r.acc, r.err
}

// RunParallel is like Search.RunParallel, but also stops with an error of Children or Value.
func (t SearchM[S, M]) RunParallel(ctx context.Context, workers int, s S) (M, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	return t.plain(cancel).RunParallel(ctx, workers, s)
}

// plain returns the Search that passes errors to fail.
func (t SearchM[S, M]) plain(fail func(error)) Search[S, M] {
	return Search[S, M]{Monoid: t.Monoid, Children: func(s S, child func(S) bool) {
		if err := t.Children(s, child); err != nil {
			fail(err)
		}
	}, Value: func(s S) M {
		m, err := t.Value(s)
		if err != nil {
			fail(err)
			return t.Monoid.Empty()
		}
		return m
	}}
}

// A runner traverses a tree in order and combines the values on the way. Since the monoid is
// associative, it stores no results of subtrees.
type runner[S, M any] struct {
	Search[S, M]
	acc   M
	ctx   context.Context
	steps int
	depth int
	err   error
	child func(S) bool // the method visit as a function, allocated once
	skip  func() bool  // if not nil: reports that the result is not needed any more
}

// visit adds the results of a subtree. It returns false to stop.
func (r *runner[S, M]) visit(s S) bool {
	if r.child == nil {
		r.child = r.visit
	}
	if r.ctx != nil && !r.goOn() {
		return false
	}
	r.acc = r.Monoid.Combine(r.acc, r.Value(s))
	if r.err != nil || r.Monoid.Full != nil && r.Monoid.Full(r.acc) {
		return false
	}
	r.depth++
	r.Children(s, r.child)
	r.depth--
	return r.err == nil && (r.Monoid.Full == nil || !r.Monoid.Full(r.acc))
}

// goOn checks the context, the depth and skip, and reports whether to continue.
func (r *runner[S, M]) goOn() bool {
	r.steps++
	switch look := r.steps%lookEach == 0; {
	case look && r.ctx.Err() != nil:
		r.err = context.Cause(r.ctx)
	case look && r.skip != nil && r.skip():
		r.err = errSkipped
	case r.depth > MaxDepth:
		r.err = ErrDeep
	}
	return r.err == nil
}
