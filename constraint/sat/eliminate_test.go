package sat

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestEliminateCallsOnWork checks that elimination calls OnWork now and then and ends with the context.
func TestEliminateCallsOnWork(t *testing.T) {
	const variables, clauses = 3000, 6000
	build := func() *Solver {
		s := New(Options{})
		r := rand.New(rand.NewPCG(7, 1))
		for range clauses {
			c := []int{1 + r.IntN(variables), -1 - r.IntN(variables), 1 + r.IntN(variables)}
			addAll(t, s, [][]int{c})
		}
		s.settle()
		return s
	}
	calls := 0
	s := build()
	s.OnWork(func() { calls++ })
	s.eliminate(t.Context())
	if calls == 0 || calls > (variables+clauses)/50 || s.Stats().Eliminated == 0 {
		t.Errorf("%d calls, %d variables eliminated", calls, s.Stats().Eliminated)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s = build()
	s.OnWork(cancel)
	s.eliminate(ctx)
	if n := s.Stats().Eliminated; n > 0 {
		t.Errorf("%d variables were eliminated after the context ended", n)
	}
}
