package simplex

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestMarkAndReturn(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	n := 30
	cost, lower, upper := make([]float64, n), make([]float64, n), make([]float64, n)
	var rows []Row
	for j := range n {
		cost[j], upper[j] = r.Float64()-0.7, 1
	}
	for range 20 {
		row := Row{Lower: -inf, Upper: 3}
		for j := range n {
			if r.IntN(3) == 0 {
				row.Index, row.Value = append(row.Index, int32(j)), append(row.Value, 1+r.Float64())
			}
		}
		rows = append(rows, row)
	}
	s := New(cost, lower, upper, rows)
	if s.Solve(t.Context()) != Optimal {
		t.Fatal("not optimal")
	}
	want := s.Objective()
	mark, basis := s.Mark(nil), s.Basis()
	for j := range n {
		s.SetBounds(j, 1, 1)
		s.Solve(t.Context())
		s.Return(mark)
		s.SetBounds(j, 0, 1)
		if st := s.Solve(t.Context()); st != Optimal || math.Abs(s.Objective()-want) > 1e-9 {
			t.Fatalf("after column %d: %v, objective %v, want %v", j, st, s.Objective(), want)
		}
	}
	s.AddRows([]Row{{Lower: -inf, Upper: 5, Index: []int32{0, 1}, Value: []float64{1, 1}}})
	s.SetBasis(basis)
	if s.Solve(t.Context()) != Optimal || math.Abs(s.Objective()-want) > 1e-9 {
		t.Fatalf("from an old basis: %v, want %v", s.Objective(), want)
	}
	if kept := s.DeleteRows(func(i int) bool { return i == 20 }); len(kept) != 20 || s.Solve(t.Context()) != Optimal {
		t.Fatalf("%d rows are kept, want 20", len(kept))
	}
}
