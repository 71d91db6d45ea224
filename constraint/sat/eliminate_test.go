package sat

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestEliminateTells: elimination tells of its work now and then, not with each clause and variable, and ends with the context.
func TestEliminateTells(t *testing.T) {
	const variables, clauses = 3000, 6000
	made := func() *Solver {
		s := New(Options{})
		r := rand.New(rand.NewPCG(7, 1))
		for range clauses {
			c := []int{1 + r.IntN(variables), -1 - r.IntN(variables), 1 + r.IntN(variables)}
			addAll(t, s, [][]int{c})
		}
		s.settle()
		return s
	}
	told := 0
	s := made()
	s.OnWork(func() { told++ })
	s.eliminate(t.Context())
	if told == 0 || told > (variables+clauses)/50 || s.Stats().Eliminated == 0 {
		t.Errorf("told %d times, %d variables eliminated", told, s.Stats().Eliminated)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s = made()
	s.OnWork(cancel)
	s.eliminate(ctx)
	if n := s.Stats().Eliminated; n > 0 {
		t.Errorf("%d variables were eliminated after the end", n)
	}
}
