package branch_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"farbank/internal/testing/long"
	"farbank/milp/branch"
	"farbank/milp/problem"
)

// TestUneven solves programs whose coefficients have sizes from 1e-7 to 1e4, around a known solution.
func TestUneven(t *testing.T) {
	t.Parallel()
	optimal, count := 0, 0
	for seed := range uint64(long.Of(500, 20_000)) {
		r := rand.New(rand.NewPCG(seed, 35))
		p, x := uneven(r, seed%2 == 1)
		value := p.Offset
		for j, c := range p.Columns {
			value += c.Cost * x[j]
		}
		for _, o := range []branch.Options{{Nodes: 500}, {Nodes: 500, NoPresolve: true}} {
			count++
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			s, err := branch.Solve(ctx, p, o)
			if ctx.Err() != nil {
				t.Logf("program %d, %+v: late", seed, o)
			}
			cancel()
			switch {
			case err != nil:
				t.Fatal(err)
			case s.Status == problem.Infeasible:
				t.Errorf("program %d, %+v: infeasible, but there is a solution of %v", seed, o, value)
			case s.Status == problem.Optimal:
				optimal++
				if s.Objective > value+1e-5*max(1, math.Abs(value)) {
					t.Errorf("program %d, %+v: optimal %v, but there is a solution of %v", seed, o, s.Objective, value)
				}
			}
		}
	}
	if optimal < count/3 {
		t.Errorf("only %d of %d have an optimum", optimal, count)
	}
}

// uneven returns a small program with a solution at which many rows bind exactly: sums do not round.
func uneven(r *rand.Rand, whole bool) (*problem.Problem, []float64) {
	p := &problem.Problem{}
	m, n := 2+r.IntN(8), 2+r.IntN(8)
	x := make([]float64, n)
	for j := range x {
		c := problem.Column{Lower: 0, Upper: math.Inf(1), Integer: whole && r.IntN(2) == 0, Cost: float64(r.IntN(11) - 3)}
		switch k := r.IntN(10); {
		case k < 1 && !c.Integer:
			c.Lower = math.Inf(-1)
		case k < 6:
			c.Upper = float64(1 + r.IntN(20))
		case k < 7:
			c.Upper = math.Round(math.Pow(10, 3*r.Float64()))
		}
		x[j] = float64(r.IntN(5))
		if r.IntN(3) == 0 {
			x[j] = math.Round(math.Pow(10, 3*r.Float64()))
		}
		x[j] = max(c.Lower, min(c.Upper, x[j]))
		p.Columns = append(p.Columns, c)
	}
	for range m {
		var row problem.Row
		activity := 0.0
		for _, j := range r.Perm(n)[:1+r.IntN(min(n, 5))] {
			a := math.Ldexp(float64(1+r.IntN(9)), r.IntN(37)-23)
			if r.IntN(2) == 0 {
				a = -a
			}
			row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: a})
			activity += a * x[j]
		}
		switch r.IntN(3) {
		case 0:
			row.Lower, row.Upper = activity, activity
		case 1:
			row.Lower, row.Upper = activity-float64(r.IntN(2)), math.Inf(1)
		default:
			row.Lower, row.Upper = math.Inf(-1), activity+float64(r.IntN(2))
		}
		p.Rows = append(p.Rows, row)
	}
	return p, x
}
