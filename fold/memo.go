package fold

import (
	"context"
	"fmt"
	"strings"
)

// A Table is like Hylo for seeds that repeat: it computes each result once and keeps it
// between calls. Seeds with equal keys are the same. A Table must not be used by several
// goroutines at once.
type Table[S any, K comparable, A, B any] struct {
	Key    func(S) K
	Expand func(S) (A, []S, error)
	Reduce func(A, []B) (B, error)
	Bound  int // the limit on stored results; those of further seeds are recomputed; 0: no limit

	known map[K]B
	above map[K]bool // the seeds on the stack
}

// At returns the result of seed. It returns a [*CycleError] if a seed depends on itself;
// see [Equations] for such systems.
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

// Len returns the number of stored results.
func (t *Table[S, K, A, B]) Len() int { return len(t.known) }

// cycle returns the error that lists the seeds on the stack from back to itself.
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

// A CycleError reports that a seed depends on its own result.
type CycleError[S any] struct {
	Cycle []S // each needs the next; the last equals the first
}

// namedSeeds is the number of seeds of a cycle that Error prints.
const namedSeeds = 8

// Error lists the seeds of the cycle.
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

// Memo is like Hylo for seeds that repeat: it stores the results of at most bound seeds
// (0: no limit) and recomputes those of others.
//
// Memo panics with a [*CycleError] if a seed depends on itself. [MemoBy] returns that error,
// and [Equations] computes a least fixed point.
func Memo[S comparable, A, B any](bound int, seed S, expand func(S) (A, []S), reduce func(A, []B) B) B {
	grow, shrink := withErrors(expand, reduce)
	t := Table[S, S, A, B]{Key: identity[S], Expand: grow, Reduce: shrink, Bound: bound}
	return must(t.At(context.Background(), seed))
}

// MemoBy is like Memo for seeds of any type, identified by a key. It stores all results;
// a [Table] can limit them. It returns a [*CycleError] if a seed depends on itself.
func MemoBy[S any, K comparable, A, B any](key func(S) K, seed S, expand func(S) (A, []S), reduce func(A, []B) B) (B, error) {
	grow, shrink := withErrors(expand, reduce)
	return MemoM(context.Background(), key, seed, grow, shrink)
}

// MemoM is like MemoBy, but stops with the first error or when ctx is done.
func MemoM[S any, K comparable, A, B any](ctx context.Context, key func(S) K, seed S, expand func(S) (A, []S, error), reduce func(A, []B) (B, error)) (B, error) {
	t := Table[S, K, A, B]{Key: key, Expand: expand, Reduce: reduce}
	return t.At(ctx, seed)
}

func identity[S any](s S) S { return s }
