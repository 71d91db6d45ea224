package simplex

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
)

// load returns a solver for a problem.
func load(p *problem.Problem) *Solver {
	var cost, lower, upper []float64
	for _, c := range p.Columns {
		v := c.Cost
		if p.Maximize {
			v = -v
		}
		cost, lower, upper = append(cost, v), append(lower, c.Lower), append(upper, c.Upper)
	}
	return New(cost, lower, upper, rowsOf(p.Rows))
}

func rowsOf(from []problem.Row) []Row {
	var rows []Row
	for _, r := range from {
		row := Row{Lower: r.Lower, Upper: r.Upper}
		for _, t := range r.Terms {
			row.Index, row.Value = append(row.Index, int32(t.Column)), append(row.Value, t.Coefficient)
		}
		rows = append(rows, row)
	}
	return rows
}

// agree compares the result of a solve with the reference.
func agree(t *testing.T, seed uint64, p *problem.Problem, s *Solver, st Status) {
	t.Helper()
	lower, upper := make([]float64, s.n), make([]float64, s.n)
	for j := range s.n {
		lower[j], upper[j] = s.lo[j]*s.scale[j], s.hi[j]*s.scale[j]
	}
	want, objective, _ := reference.Linear(p, lower, upper)
	names := map[problem.Status]Status{problem.Optimal: Optimal, problem.Infeasible: Infeasible, problem.Unbounded: Unbounded}
	if st != names[want] {
		t.Fatalf("seed %d: status %d, want %v\n%+v", seed, st, want, p)
	}
	if want != problem.Optimal {
		return
	}
	exact, _ := objective.Float64()
	got := s.Objective()
	if p.Maximize {
		got = -got
	}
	if got += p.Offset; math.Abs(got-exact) > 1e-6*(1+math.Abs(exact)) {
		t.Fatalf("seed %d: objective %v, want %v\n%+v", seed, got, exact, p)
	}
}

func TestAgainstReference(t *testing.T) {
	count := uint64(1500)
	if long.Enabled() {
		count = 40000
	}
	for seed := range count {
		r := rand.New(rand.NewPCG(seed, 1))
		p := reference.Random(r, false, false)
		s := load(p)
		agree(t, seed, p, s, s.Solve(context.Background()))
		// Warm starts after changes of bounds, and after an added row.
		for range 2 {
			j := r.IntN(len(p.Columns))
			lo := float64(r.IntN(5) - 3)
			s.SetBounds(j, lo, lo+float64(r.IntN(3)))
			agree(t, seed, p, s, s.Solve(t.Context()))
		}
		q := *p
		q.Rows = append(append([]problem.Row(nil), p.Rows...), problem.Row{Lower: -3, Upper: 5,
			Terms: []problem.Term{{Column: r.IntN(len(p.Columns)), Coefficient: 2}}})
		s.AddRows(rowsOf(q.Rows[len(p.Rows):]))
		agree(t, seed, &q, s, s.Solve(t.Context()))
	}
}

// TestWildReducedCosts checks that the ratio test ends if the reduced costs are so large that the
// tolerance is lost, or if they are NaN.
func TestWildReducedCosts(t *testing.T) {
	for _, d := range []float64{1e13, 3e15, 1e300, math.Inf(1), math.NaN()} {
		for _, alpha := range []float64{1, 3, 0.1, 7e-3} {
			s := &Solver{lo: make([]float64, 4), hi: []float64{1, 1, 1, 1}}
			for j := range int32(4) {
				s.cand = append(s.cand, candidate{j, alpha * float64(j+1), d})
			}
			if q := s.passBreakpoints(2.5 * alpha); q >= 4 || q < 0 && !math.IsNaN(d) {
				t.Errorf("reduced costs %g, entries %g: column %d enters", d, alpha, q)
			}
		}
	}
}
