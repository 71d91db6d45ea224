package fold

import (
	"context"
	"iter"
)

// Lazy is HyloM whose reduce takes the results of the children one by one, as they are
// computed: those that it does not ask for never are. A search that has enough stops so
// (in a lazy language every fold can). Deeper than [MaxDepth] it ends with ErrDeep.
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
