package conflict_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/branch"
	"farbank/milp/conflict"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
)

// cost returns the sum of violations of a point.
func cost(p *problem.Problem, x []float64) float64 {
	sum := 0.0
	for j, c := range p.Columns {
		sum += max(0, c.Lower-x[j], x[j]-c.Upper)
	}
	for _, r := range p.Rows {
		v := 0.0
		for _, t := range r.Terms {
			v += t.Coefficient * x[t.Column]
		}
		sum += max(0, r.Lower-v, v-r.Upper)
	}
	return sum
}

// TestRelax checks that the changed program has a solution, that the cost is the violation of the
// values, and that no point of integers around them violates the program by less.
func TestRelax(t *testing.T) {
	count := uint64(800)
	if long.Enabled() {
		count = 20000
	}
	relaxed := 0
	for seed := range count {
		r := rand.New(rand.NewPCG(seed, 21))
		p := reference.Random(r, true, false)
		x, err := conflict.Relax(t.Context(), p, conflict.RelaxOptions{})
		if err != nil || x.Status != problem.Optimal {
			t.Fatalf("seed %d: %v %v", seed, x, err)
		}
		if v := cost(p, x.Values); math.Abs(v-x.Cost) > 1e-5 {
			t.Fatalf("seed %d: the values violate by %v, not %v\n%+v", seed, v, x.Cost, p)
		}
		s, err := branch.Solve(t.Context(), p, branch.Options{})
		if err != nil || (s.Status == problem.Infeasible) != (x.Cost > 1e-6) {
			t.Fatalf("seed %d: %v, but the cost is %v\n%+v", seed, s.Status, x.Cost, p)
		}
		if x.Cost == 0 {
			continue
		}
		relaxed++
		if len(x.Lines(p)) != len(x.Changes) || len(x.Changes) == 0 {
			t.Fatalf("seed %d: no changes", seed)
		}
		q := x.Apply(p)
		for j := range q.Columns {
			q.Columns[j].Cost = 0
			q.Columns[j].Lower, q.Columns[j].Upper = q.Columns[j].Lower-1e-7, q.Columns[j].Upper+1e-7
		}
		for i := range q.Rows {
			q.Rows[i].Lower, q.Rows[i].Upper = q.Rows[i].Lower-1e-6, q.Rows[i].Upper+1e-6
		}
		if s, err := branch.Solve(t.Context(), q, branch.Options{}); err != nil || !s.Status.Found() {
			t.Fatalf("seed %d: after the changes: %v %v\n%+v", seed, s.Status, err, q)
		}
		for range 300 {
			y := append([]float64(nil), x.Values...)
			for j := range y {
				if y[j] += float64(r.IntN(5) - 2); !p.Columns[j].Integer {
					y[j] += r.Float64() - 0.5
				}
			}
			if v := cost(p, y); v < x.Cost-1e-6 {
				t.Fatalf("seed %d: %v violates by %v only, not %v\n%+v", seed, y, v, x.Cost, p)
			}
		}
	}
	if relaxed < 50 {
		t.Errorf("only %d programs were relaxed", relaxed)
	}
}
