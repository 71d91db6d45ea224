package branch_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/branch"
	"farbank/milp/problem"
)

// TestPlanted solves degenerate linear programs with free columns around a known solution. They must not be called
// infeasible, and the optimum must not be worse than that solution.
func TestPlanted(t *testing.T) {
	t.Parallel()
	optimal := 0
	programs := uint64(long.Of(40, 2000))
	for seed := range programs {
		r := rand.New(rand.NewPCG(seed, 154))
		p, x := planted(r, 40+r.IntN(long.Of(100, 400)), 40+r.IntN(long.Of(100, 500)))
		value := p.Offset
		for j, c := range p.Columns {
			value += c.Cost * x[j]
		}
		s, err := branch.Solve(context.Background(), p, branch.Options{NoPresolve: seed%4 == 0})
		switch {
		case err != nil:
			t.Fatal(err)
		case s.Status == problem.Infeasible:
			t.Errorf("program %d: infeasible, but there is a solution of %v", seed, value)
		case s.Status == problem.Optimal:
			optimal++
			if s.Objective > value+1e-6*max(1, math.Abs(value)) {
				t.Errorf("program %d: optimal %v, but there is a solution of %v", seed, s.Objective, value)
			}
		}
	}
	if optimal < int(programs)/2 {
		t.Errorf("only %d of %d have an optimum", optimal, programs)
	}
}

// planted returns a linear program of m rows and n columns with a solution at which many rows and columns are at their
// bounds, and which is optimal but for small changes of a few costs.
func planted(r *rand.Rand, m, n int) (*problem.Problem, []float64) {
	p := &problem.Problem{}
	x := make([]float64, n)
	for j := range x {
		c := problem.Column{Lower: 0, Upper: math.Inf(1)}
		switch k := r.IntN(20); {
		case k < 3:
			c.Lower = math.Inf(-1)
		case k < 10:
		case k < 14:
			c.Upper = 1
		default:
			c.Lower, c.Upper = -5, float64(r.IntN(20))
		}
		x[j] = max(c.Lower, min(c.Upper, float64(r.IntN(7)-3)))
		p.Columns = append(p.Columns, c)
	}
	wide, cost := r.IntN(3) == 0, make([]float64, n)
	for range m {
		var row problem.Row
		activity := 0.0
		for _, j := range r.Perm(n)[:2+r.IntN(5)] {
			a := float64(1 - 2*r.IntN(2))
			if wide {
				a = math.Round(a*500*r.Float64()+1) / 100 * math.Pow(10, float64(r.IntN(5)-2))
			}
			row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: a})
			activity += a * x[j]
		}
		y := float64(r.IntN(3))
		switch r.IntN(3) {
		case 0:
			row.Lower, row.Upper = activity, activity
			y *= float64(1 - 2*r.IntN(2))
		case 1:
			row.Lower, row.Upper = activity-float64(r.IntN(2)), math.Inf(1)
		default:
			row.Lower, row.Upper = math.Inf(-1), activity+float64(r.IntN(2))
			y = -y
		}
		for _, t := range row.Terms {
			cost[t.Column] += t.Coefficient * y
		}
		p.Rows = append(p.Rows, row)
	}
	for j := range x {
		c := &p.Columns[j]
		d := float64(r.IntN(3))
		switch {
		case math.IsInf(c.Lower, -1):
			d = 0
		case !math.IsInf(c.Upper, 1) && r.IntN(2) == 0:
			d = -d
		}
		if r.IntN(300) == 0 {
			d = 6*r.Float64() - 3
		}
		c.Cost = cost[j] + d
	}
	return p, x
}

// TestHugeBound checks that a huge bound of a column does not hide the other terms of its row.
func TestHugeBound(t *testing.T) {
	for _, bound := range []float64{-1e9, -1e12, -1e15, -1e17} {
		p := &problem.Problem{
			Maximize: true,
			Columns:  []problem.Column{{Lower: bound, Upper: 100, Cost: 1, Integer: true}, {Lower: 1, Upper: 2}, {Upper: 5}},
			Rows: []problem.Row{
				{Lower: math.Inf(-1), Upper: 3.7, Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: 0.7}}},
				{Lower: math.Inf(-1), Upper: 3, Terms: []problem.Term{{Column: 1, Coefficient: 1}, {Column: 2, Coefficient: 1}}},
			},
		}
		for _, o := range variants {
			s, err := branch.Solve(context.Background(), p, o)
			if err != nil || s.Status != problem.Optimal || math.Abs(s.Objective-3) > 1e-9 {
				t.Errorf("bound %g, %+v: %v %v, %v", bound, o, s.Status, s.Objective, err)
			}
		}
	}
}
