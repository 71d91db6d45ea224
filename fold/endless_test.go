package fold_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"farbank/fold"
)

// endless returns children 1, 2, 3, ... without end for the states that from reports.
func endless(from func(int) bool) func(int, func(int) bool) {
	return func(n int, child func(int) bool) {
		for i := 1; from(n) && child(i); i++ {
		}
	}
}

// TestParallelEndless checks that a parallel search ends if a sequential one does, though a
// state has infinitely many children.
func TestParallelEndless(t *testing.T) {
	root := func(n int) bool { return n == 0 }
	for _, workers := range []int{1, 3} {
		found := fold.Search[int, bool]{Children: endless(root), Monoid: fold.Or, Value: func(n int) bool { return n == 5 }}
		if got, err := found.RunParallel(t.Context(), workers, 0); !got || err != nil {
			t.Error("a child:", got, err)
		}
		found.Value = func(n int) bool { return n == 0 }
		if got, err := found.RunParallel(t.Context(), workers, 0); !got || err != nil {
			t.Error("the root:", got, err)
		}
		found = fold.Search[int, bool]{Monoid: fold.Or, Value: func(n int) bool { return n == 1 },
			Children: func(n int, child func(int) bool) { // 1 and 2; the tree below 2 is infinite
				for i := 1; n == 0 && i <= 2 && child(i); i++ {
				}
				for i := 3; n == 2 && child(i); i++ {
				}
			}}
		if got, err := found.RunParallel(t.Context(), workers, 0); !got || err != nil {
			t.Error("the first of two:", got, err)
		}
	}
}

// TestParallelEndlessInterrupt interrupts a search while it lists infinitely many children.
func TestParallelEndlessInterrupt(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		var listed atomic.Int64
		s := fold.Search[int, int]{Monoid: fold.Count, Value: func(int) int { return 1 }, Children: func(n int, child func(int) bool) {
			for n == 0 && child(1) {
				if listed.Add(1) == 5000 {
					cancel()
				}
			}
		}}
		if _, err := s.RunParallel(ctx, workers, 0); !errors.Is(err, context.Canceled) || listed.Load() > 100_000 {
			t.Error(err, listed.Load())
		}
	}
}

// TestParallelWide searches a state with more children than become tasks.
func TestParallelWide(t *testing.T) {
	const wide = 1<<20 + 9
	s := fold.Search[int, int]{Monoid: fold.Count, Value: func(int) int { return 1 }, Children: func(n int, child func(int) bool) {
		for i := 1; n == 0 && i <= wide && child(i); i++ {
		}
	}}
	if got, err := s.RunParallel(t.Context(), 2, 0); got != wide+1 || err != nil {
		t.Error(got, err)
	}
}

// TestEquationsEqual checks the default of Equal, reflect.DeepEqual.
func TestEquationsEqual(t *testing.T) {
	e := fold.Equations[int, int, int, []int]{Key: func(n int) int { return n },
		Expand: func(n int) (int, []int, error) { return n, []int{(n + 1) % 4}, nil },
		Reduce: func(n int, below [][]int) ([]int, error) {
			return []int{max(n, append(below[0], 0)[0])}, nil
		}}
	s, err := e.Least(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		if r, ok := s.At(n); !ok || len(r) != 1 || r[0] != 3 {
			t.Error(n, r, ok)
		}
	}
}
