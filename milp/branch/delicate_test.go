package branch_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

// fixedCharge returns a facility location problem with fixed costs. Any capacity that is large
// enough does not bind.
func fixedCharge(r *rand.Rand, capacity float64) *problem.Problem {
	p := &problem.Problem{}
	places, customers := 2+r.IntN(3), 2+r.IntN(3)
	demand := make([]float64, customers)
	for k := range demand {
		demand[k] = float64(1 + r.IntN(9))
	}
	for range places {
		p.Columns = append(p.Columns, column(0, 1, float64(20+r.IntN(80)), true))
	}
	sent := make([][]problem.Term, customers)
	for i := range places {
		out := problem.Row{Lower: -inf, Terms: []problem.Term{{Column: i, Coefficient: -capacity}}}
		for k := range customers {
			j := len(p.Columns)
			p.Columns = append(p.Columns, column(0, inf, float64(1+r.IntN(30))/2, false))
			out.Terms = append(out.Terms, problem.Term{Column: j, Coefficient: 1})
			sent[k] = append(sent[k], problem.Term{Column: j, Coefficient: 1})
		}
		p.Rows = append(p.Rows, out)
	}
	for k, terms := range sent {
		p.Rows = append(p.Rows, problem.Row{Lower: demand[k], Upper: inf, Terms: terms})
	}
	return p
}

// TestLargeCapacities checks large capacities: the relaxation opens facilities to a millionth,
// which is within the integrality tolerance, but no solution.
func TestLargeCapacities(t *testing.T) {
	for seed := range uint64(60) {
		want, err := branch.Solve(t.Context(), fixedCharge(rand.New(rand.NewPCG(seed, 1)), 100), branch.Options{})
		if err != nil || want.Status != problem.Optimal {
			t.Fatal(want.Status, err)
		}
		for _, capacity := range []float64{1e5, 1e6, 1e7, 1e8} {
			p := fixedCharge(rand.New(rand.NewPCG(seed, 1)), capacity)
			for _, o := range []branch.Options{{}, {NoPresolve: true}, {NoCuts: true, NoDives: true}, {Workers: 2}} {
				got, err := branch.Solve(t.Context(), p, o)
				if err != nil || got.Status != problem.Optimal || math.Abs(got.Objective-want.Objective) > 1e-6*want.Objective {
					t.Errorf("seed %d, capacity %g: %s %g (%v), not %g", seed, capacity, got.Status, got.Objective, err, want.Objective)
				}
			}
		}
	}
}

// TestScaledRows checks rows whose coefficients are far from 1. Their rounding errors must neither
// leave the answer unproven nor show in it.
func TestScaledRows(t *testing.T) {
	p := &problem.Problem{
		Columns: []problem.Column{column(0, inf, 5, false), column(0, inf, 3, false), column(0, inf, 0, false), column(0, 1, 69, true),
			column(0, inf, 2, false), column(0, inf, 4, false), column(0, 1, 100, true)},
		Rows: []problem.Row{row(10, 10, 1, -1), row(12000, 12000, 0, 1000, 1000, 0, -1000), row(-inf, 0, 0, 0, 10, -500),
			row(.28, .28, 0, 0, 0, 0, .01, .01), row(-inf, 0, 0, 0, 0, 0, 0, 10000, -500000), row(-inf, 2.8, 0, 0, .1)},
	}
	for _, o := range []branch.Options{{}, {NoPresolve: true}, {NoCuts: true}, {NoDives: true}, {Workers: 2}} {
		s, err := branch.Solve(t.Context(), p, o)
		if err != nil || s.Status != problem.Optimal || s.Objective != 271 || s.Bound > 271 {
			t.Errorf("%+v: %s %v, bound %v, %v", o, s.Status, s.Objective, s.Bound, err)
		}
	}
}

// TestGapBounds checks that the objective of a solution found within a gap is not reported as the
// bound.
func TestGapBounds(t *testing.T) {
	for seed := range uint64(40) {
		p := fixedCharge(rand.New(rand.NewPCG(seed, 2)), 50)
		best, err := branch.Solve(t.Context(), p, branch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, gap := range []float64{.05, .5, 1} {
			s, err := branch.Solve(t.Context(), p, branch.Options{Gap: gap})
			if err != nil || s.Bound > best.Objective+1e-6 || s.Objective < best.Objective-1e-6 || s.Objective-best.Objective > gap*s.Objective+1e-6 {
				t.Errorf("seed %d, gap %v: %v, bound %v (%v); the best is %v", seed, gap, s.Objective, s.Bound, err, best.Objective)
			}
		}
	}
}
