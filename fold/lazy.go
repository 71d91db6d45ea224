package fold

import (
	"context"
	"iter"
)

// Lazy is like HyloM, but reduce receives the results of the children as a sequence that
// computes them one by one. Children that reduce does not request are not unfolded, so a
// search can stop early, as every fold can in a lazy language. Lazy returns ErrDeep if the
// tree is deeper than [MaxDepth].
func Lazy[S, A, B any](ctx context.Context, seed S, expand func(S) (A, iter.Seq[S], error), reduce func(A, iter.Seq[B]) (B, error)) (B, error) {
	l := &lazy[S, A, B]{ctx: ctx, expand: expand, reduce: reduce}
	return l.visit(seed)
}

type lazy[S, A, B any] struct {
	ctx    context.Context
	expand func(S) (A, iter.Seq[S], error)
	reduce func(A, iter.Seq[B]) (B, error)
	steps  int
	depth  int
}

func (l *lazy[S, A, B]) visit(seed S) (result B, err error) {
	if l.steps++; l.steps%lookEach == 0 && l.ctx.Err() != nil {
		return result, context.Cause(l.ctx)
	} else if l.depth > MaxDepth {
		return result, ErrDeep
	}
	value, seeds, err := l.expand(seed)
	if err != nil {
		return result, err
	}
	l.depth++
	defer func() { l.depth-- }()
	var failed error
	result, err = l.reduce(value, func(yield func(B) bool) {
		if seeds == nil || failed != nil {
			return
		}
		for s := range seeds {
			r, err := l.visit(s)
			if err != nil {
				failed = err
				return
			}
			if !yield(r) {
				return
			}
		}
	})
	if failed != nil {
		var none B
		return none, failed
	}
	return result, err
}
