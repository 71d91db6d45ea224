package fold

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
)

// Equations are a system of equations, one for each seed: its result is Reduce of its value
// and the results of its children. Seeds may depend on each other in cycles, so that there
// may be several solutions or none. Least computes the least one by iteration from Bottom
// (Kleene 1952). It terminates if Reduce is monotone and ascending chains of results are
// finite.
type Equations[S any, K comparable, A, B any] struct {
	Key        func(S) K
	Expand     func(S) (A, []S, error)
	Reduce     func(A, []B) (B, error)
	Bottom     B
	Equal      func(a, b B) bool // nil: reflect.DeepEqual
	MaxUpdates int               // the limit on changes of one seed's result, after which Least returns ErrEndless; 0: no limit
}

// ErrEndless reports that a result changed more than MaxUpdates times.
var ErrEndless = errors.New("a result still changes after the limit of updates")

// A Solution is the result of each seed reached.
type Solution[S any, K comparable, B any] struct {
	key     func(S) K
	number  map[K]int
	seeds   []S
	results []B
}

// At returns the result of seed, or false if seed was not reached.
func (s *Solution[S, K, B]) At(seed S) (r B, ok bool) {
	i, ok := s.number[s.key(seed)]
	if ok {
		r = s.results[i]
	}
	return r, ok
}

// All yields the seeds reached, level by level, and their results.
func (s *Solution[S, K, B]) All() iter.Seq2[S, B] {
	return func(yield func(S, B) bool) {
		for i, seed := range s.seeds {
			if !yield(seed, s.results[i]) {
				return
			}
		}
	}
}

// Least returns the least solution for seeds and all seeds that they depend on.
func (e *Equations[S, K, A, B]) Least(ctx context.Context, seeds ...S) (*Solution[S, K, B], error) {
	w := &worklist[S, K, A, B]{Equations: e, Solution: Solution[S, K, B]{key: e.Key, number: map[K]int{}}}
	if err := w.discover(ctx, seeds); err != nil {
		return nil, err
	}
	if err := w.settle(ctx); err != nil {
		return nil, err
	}
	return &w.Solution, nil
}

// A worklist is a queue of the equations that may not hold yet (Kildall 1973).
type worklist[S any, K comparable, A, B any] struct {
	*Equations[S, K, A, B]
	Solution[S, K, B]
	values []A
	below  [][]int // by number: the children
	above  [][]int // by number: the parents
}

// add returns the number of s, a new one if its key is new.
func (w *worklist[S, K, A, B]) add(s S) int {
	k := w.Key(s)
	i, ok := w.number[k]
	if !ok {
		i = len(w.seeds)
		w.number[k] = i
		w.seeds = append(w.seeds, s)
		w.above = append(w.above, nil)
	}
	return i
}

// discover unfolds seeds and all seeds that they depend on.
func (w *worklist[S, K, A, B]) discover(ctx context.Context, seeds []S) error {
	for _, s := range seeds {
		w.add(s)
	}
	for i := 0; i < len(w.seeds); i++ {
		if i%lookEach == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		value, children, err := w.Expand(w.seeds[i])
		if err != nil {
			return err
		}
		below := make([]int, len(children))
		for k, c := range children {
			below[k] = w.add(c)
			w.above[below[k]] = append(w.above[below[k]], i)
		}
		w.values, w.below = append(w.values, value), append(w.below, below)
	}
	return nil
}

// settle recomputes results until none changes. It starts with the seeds discovered last,
// since the earlier ones mostly depend on them.
func (w *worklist[S, K, A, B]) settle(ctx context.Context) error {
	n := len(w.seeds)
	w.results = make([]B, n)
	equal := w.Equal
	if equal == nil {
		equal = func(a, b B) bool { return reflect.DeepEqual(a, b) }
	}
	queue, waits, times := make([]int, n), make([]bool, n), make([]int, n)
	for i := range n {
		w.results[i], queue[i], waits[i] = w.Bottom, n-1-i, true
	}
	for steps := 1; len(queue) > 0; steps++ {
		if steps%lookEach == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		i := queue[0]
		queue, waits[i] = queue[1:], false
		below := make([]B, len(w.below[i]))
		for k, c := range w.below[i] {
			below[k] = w.results[c]
		}
		r, err := w.Reduce(w.values[i], below)
		if err != nil {
			return err
		}
		if equal(r, w.results[i]) {
			continue
		}
		if times[i]++; w.MaxUpdates > 0 && times[i] > w.MaxUpdates {
			return fmt.Errorf("%w: %v", ErrEndless, w.seeds[i])
		}
		w.results[i] = r
		for _, a := range w.above[i] {
			if !waits[a] {
				queue, waits[a] = append(queue, a), true
			}
		}
	}
	return nil
}
