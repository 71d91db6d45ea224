package graph

import (
	"context"
	"iter"
)

// Met is a state and the minimum number of edges of a path to it. State belongs to the search.
type Met struct {
	State []uint64
	Depth int
}

// Reachable yields all reachable states in breadth-first order as they are found; the search stops with the
// loop. Options.MaxDepth limits its depth. An error, a limit or an interrupt is yielded last.
func Reachable(ctx context.Context, g Graph, opt Options) iter.Seq2[Met, error] {
	return func(yield func(Met, error) bool) {
		l := newLayers(newSearcher(ctx, g, opt), false, true)
		most, limited := opt.deep()
		err := l.start()
		for more := true; more && err == nil; {
			for i, to := l.frontier(); i < to; i++ {
				if i%batchSize == 0 {
					if err = l.check(int64(l.depth())); err != nil {
						break
					}
				}
				if !yield(Met{l.store.State(i), l.depth()}, nil) {
					return
				}
			}
			if err == nil && limited && l.depth() >= most {
				return
			}
			if err == nil {
				more, err = l.next()
			}
		}
		if err != nil {
			yield(Met{}, err)
		}
	}
}
