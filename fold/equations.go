package fold

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
)

// Equations say what seeds come to where they may need each other in circles: the result
// of each is Reduce of those of its children. There may be many solutions, or none; Least
// finds the one that the equations force, beginning with Bottom everywhere and going
// through them until they hold (Kleene 1952). That ends if Reduce is monotone, so that
// results only grow, and if they cannot grow for ever.
type Equations[S any, K comparable, A, B any] struct {
	Key    func(S) K
	Expand func(S) (A, []S, error)
	Reduce func(A, []B) (B, error)
	Bottom B
	Equal  func(a, b B) bool // nil: reflect.DeepEqual
	Most   int               // so often is the result of one seed computed, then it gives up with ErrEndless; 0: no bound
}

// ErrEndless says that results went on to change.
var ErrEndless = errors.New("the equations have no least solution within the bound")

// A Solution is what the seeds come to.
type Solution[S any, K comparable, B any] struct {
	key     func(S) K
	number  map[K]int
	seeds   []S
	results []B
}

// At returns what a seed comes to; false if it is none that was met.
func (s *Solution[S, K, B]) At(seed S) (r B, ok bool) {
	i, ok := s.number[s.key(seed)]
	if ok {
		r = s.results[i]
	}
	return r, ok
}

// All gives the seeds that were met, level by level, with what they come to.
func (s *Solution[S, K, B]) All() iter.Seq2[S, B] {
	return func(yield func(S, B) bool) {
		for i, seed := range s.seeds {
			if !yield(seed, s.results[i]) {
				return
			}
		}
	}
}

// Least returns the least solution for the seeds and all that they need, until ctx is
// done.
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

// A worklist holds the equations that may not hold yet (Kildall 1973).
type worklist[S any, K comparable, A, B any] struct {
	*Equations[S, K, A, B]
	Solution[S, K, B]
	values []A
	below  [][]int // by number: the children
	above  [][]int // those whose child it is
}

func (w *worklist[S, K, A, B]) meet(s S) int {
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

// discover unfolds all seeds that are needed.
func (w *worklist[S, K, A, B]) discover(ctx context.Context, seeds []S) error {
	for _, s := range seeds {
		w.meet(s)
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
			below[k] = w.meet(c)
			w.above[below[k]] = append(w.above[below[k]], i)
		}
		w.values, w.below = append(w.values, value), append(w.below, below)
	}
	return nil
}

// settle computes results until none changes: the last that were met first, since those
// before mostly need them.
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
		if times[i]++; w.Most > 0 && times[i] > w.Most {
			return fmt.Errorf("%w: %v still changes", ErrEndless, w.seeds[i])
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
