package fold

import (
	"context"
	"fmt"
	"strings"
)

// A Table is Hylo for seeds that are met again: what they come to is computed once and
// kept, from one call to the next. Seeds are the same if their keys are. A Table serves
// one goroutine.
type Table[S any, K comparable, A, B any] struct {
	Key    func(S) K
	Expand func(S) (A, []S, error)
	Reduce func(A, []B) (B, error)
	Bound  int // so many results are kept at most, those of other seeds computed each time; 0: no bound

	known map[K]B
	above map[K]bool // the seeds that are under way
}

// At returns what a seed comes to. A seed that needs itself is a [*CycleError]; see
// [Equations] for what can be said then.
func (t *Table[S, K, A, B]) At(ctx context.Context, seed S) (B, error) {
	if t.known == nil {
		t.known = map[K]B{}
	}
	if r, ok := t.known[t.Key(seed)]; ok {
		return r, nil
	}
	t.above = map[K]bool{}
	m := &machine[S, A, B]{expand: t.Expand, reduce: t.Reduce}
	m.known = func(s S) (B, bool) {
		r, ok := t.known[t.Key(s)]
		return r, ok
	}
	m.leave = func(s S, r B) {
		k := t.Key(s)
		delete(t.above, k)
		if t.Bound <= 0 || len(t.known) < t.Bound {
			t.known[k] = r
		}
	}
	m.enter = func(s S, _ []S, _ A) error {
		k := t.Key(s)
		if t.above[k] {
			return t.cycle(m, s)
		}
		t.above[k] = true
		return nil
	}
	return m.run(ctx, seed)
}

// Len is how many results are kept.
func (t *Table[S, K, A, B]) Len() int { return len(t.known) }

// cycle names the seeds from one that is under way to itself.
func (t *Table[S, K, A, B]) cycle(m *machine[S, A, B], back S) error {
	e := &CycleError[S]{}
	for i := range m.stack {
		if s := m.stack[i].seed; len(e.Cycle) > 0 || t.Key(s) == t.Key(back) {
			e.Cycle = append(e.Cycle, s)
		}
	}
	e.Cycle = append(e.Cycle, back)
	return e
}

// A CycleError says that a seed needs its own result.
type CycleError[S any] struct {
	Cycle []S // each needs the next; the last is the first again
}

// namedSeeds is how many seeds of a cycle a message names.
const namedSeeds = 8

func (e *CycleError[S]) Error() string {
	var names []string
	for i, s := range e.Cycle {
		if left := len(e.Cycle) - 1 - i; i >= namedSeeds && left > 0 {
			names = append(names, fmt.Sprintf("(%d more)", left), fmt.Sprint(e.Cycle[len(e.Cycle)-1]))
			break
		}
		names = append(names, fmt.Sprint(s))
	}
	return "a seed needs its own result: " + strings.Join(names, " → ")
}

// Memo is Hylo for seeds that are met again: results are kept, at most so many of them
// (0: no bound); past that those of new seeds are computed each time.
//
// A seed that needs itself has no result: it panics with a [*CycleError], as an index out
// of range does. [MemoBy] gives that error back, [Equations] a least fixed point.
func Memo[S comparable, A, B any](bound int, seed S, expand func(S) (A, []S), reduce func(A, []B) B) B {
	grow, shrink := never(expand, reduce)
	t := Table[S, S, A, B]{Key: itself[S], Expand: grow, Reduce: shrink, Bound: bound}
	return must(t.At(context.Background(), seed))
}

// MemoBy is Memo for seeds of any type, known by a key, and without a bound, which a [Table]
// has. A seed that needs itself is a [*CycleError].
func MemoBy[S any, K comparable, A, B any](key func(S) K, seed S, expand func(S) (A, []S), reduce func(A, []B) B) (B, error) {
	grow, shrink := never(expand, reduce)
	return MemoM(context.Background(), key, seed, grow, shrink)
}

// MemoM is MemoBy with errors, until ctx is done.
func MemoM[S any, K comparable, A, B any](ctx context.Context, key func(S) K, seed S, expand func(S) (A, []S, error), reduce func(A, []B) (B, error)) (B, error) {
	t := Table[S, K, A, B]{Key: key, Expand: expand, Reduce: reduce}
	return t.At(ctx, seed)
}

func itself[S any](s S) S { return s }
