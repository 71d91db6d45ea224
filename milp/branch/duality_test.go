package branch_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/branch"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
)

// reducible returns a linear program with rows that presolve removes: of one column, equalities of
// two, multiples of others, and columns of one row.
func reducible(r *rand.Rand) *problem.Problem {
	p := reference.Random(r, false, false)
	n := len(p.Columns)
	for range r.IntN(5) {
		row := problem.Row{Lower: math.Inf(-1), Upper: math.Inf(1)}
		j := r.IntN(n)
		switch r.IntN(4) {
		case 0:
			row.Terms = []problem.Term{{Column: j, Coefficient: float64(1 + r.IntN(3))}}
			row.Upper = float64(r.IntN(9) - 2)
		case 1:
			row.Terms = []problem.Term{{Column: j, Coefficient: 1}}
			if k := r.IntN(n); k != j {
				row.Terms = append(row.Terms, problem.Term{Column: k, Coefficient: float64(2*r.IntN(2) - 1)})
			}
			row.Lower = float64(r.IntN(7) - 2)
			row.Upper = row.Lower
		case 2:
			if len(p.Rows) == 0 {
				continue
			}
			old, f := p.Rows[r.IntN(len(p.Rows))], float64(1+r.IntN(2))
			for _, t := range old.Terms {
				row.Terms = append(row.Terms, problem.Term{Column: t.Column, Coefficient: f * t.Coefficient})
			}
			row.Lower, row.Upper = f*old.Lower-float64(r.IntN(2)), f*old.Upper
		case 3:
			p.Columns = append(p.Columns, problem.Column{Lower: 0, Upper: math.Inf(1), Cost: float64(r.IntN(3))})
			row.Terms = []problem.Term{{Column: len(p.Columns) - 1, Coefficient: 1}, {Column: j, Coefficient: 2}}
			row.Lower, row.Upper = 3, 3
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// TestDuals checks dual values and proofs of linear programs that presolve has reduced.
func TestDuals(t *testing.T) {
	count := uint64(3000)
	if long.Enabled() {
		count = 100000
	}
	for seed := range count {
		p := reducible(rand.New(rand.NewPCG(seed, 8)))
		s, err := branch.Solve(t.Context(), p, branch.Options{Duals: true, NoPresolve: seed%4 == 0})
		if err != nil {
			t.Fatal(err)
		}
		if err := reference.Explained(p, s); err != nil {
			t.Fatalf("seed %d: %v\n%+v\n%+v", seed, err, p, s)
		}
	}
}
