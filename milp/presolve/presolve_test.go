package presolve

import (
	"math"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
)

// structured returns problems with many reductions.
func structured(r *rand.Rand) *problem.Problem {
	p := reference.Random(r, r.IntN(3) > 0, r.IntN(5) == 0)
	n := len(p.Columns)
	term := func(a float64) problem.Term {
		return problem.Term{Column: r.IntN(n), Coefficient: a}
	}
	for range r.IntN(4) {
		row := problem.Row{Lower: math.Inf(-1), Upper: math.Inf(1)}
		switch r.IntN(5) {
		case 0: // one term
			row.Terms = []problem.Term{term(float64(1 + r.IntN(3)))}
			row.Upper = float64(r.IntN(9) - 2)
		case 1: // an equality of two
			a, b := term(float64(1+r.IntN(2))), term(float64(r.IntN(5)-2))
			if a.Column == b.Column || b.Coefficient == 0 {
				continue
			}
			row.Terms = []problem.Term{a, b}
			row.Lower = float64(r.IntN(7) - 2)
			row.Upper = row.Lower
		case 2: // a multiple of another
			if len(p.Rows) == 0 {
				continue
			}
			o, f := p.Rows[r.IntN(len(p.Rows))], float64(2-3*r.IntN(2))
			for _, t := range o.Terms {
				row.Terms = append(row.Terms, problem.Term{Column: t.Column, Coefficient: f * t.Coefficient})
			}
			row.Lower, row.Upper = f*o.Lower-1, f*o.Upper+1
			if f < 0 {
				row.Lower, row.Upper = f*o.Upper-1, f*o.Lower+1
			}
		case 3: // empty
			row.Lower, row.Upper = -1, float64(r.IntN(8))
		case 4: // a column of its own
			p.Columns = append(p.Columns, problem.Column{Lower: 0, Upper: math.Inf(1), Cost: float64(r.IntN(3))})
			row.Terms = []problem.Term{{Column: len(p.Columns) - 1, Coefficient: 1}, term(2)}
			row.Lower, row.Upper = 3, 3
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// feasible checks rows and bounds with a tolerance.
func feasible(p *problem.Problem, x []float64) bool {
	const tol = 1e-6
	for j, c := range p.Columns {
		if x[j] < c.Lower-tol || x[j] > c.Upper+tol || (c.Integer && math.Abs(x[j]-math.Round(x[j])) > tol) {
			return false
		}
	}
	for _, r := range p.Rows {
		sum := 0.0
		for _, t := range r.Terms {
			sum += t.Coefficient * x[t.Column]
		}
		if sum < r.Lower-tol || sum > r.Upper+tol {
			return false
		}
	}
	return true
}

func TestSameOptimum(t *testing.T) {
	count := uint64(2500)
	if long.Enabled() {
		count = 60000
	}
	for seed := range count {
		p := structured(rand.New(rand.NewPCG(seed, 3)))
		want, objective, _ := reference.Solve(p)
		r := Run(p)
		if r.Status == problem.Infeasible {
			if want != problem.Infeasible {
				t.Fatalf("seed %d: infeasible, want %v\n%+v", seed, want, p)
			}
			continue
		}
		got, value, x := reference.Solve(r.Problem)
		if got != want {
			t.Fatalf("seed %d: %v, want %v\n%+v\n%+v", seed, got, want, p, r.Problem)
		}
		if got != problem.Optimal {
			continue
		}
		a, _ := objective.Float64()
		b, _ := value.Float64()
		if math.Abs(a-b) > 1e-6*(1+math.Abs(a)) {
			t.Fatalf("seed %d: optimum %v, want %v\n%+v\n%+v", seed, b, a, p, r.Problem)
		}
		point := make([]float64, len(x))
		for j := range x {
			point[j], _ = x[j].Float64()
		}
		full := r.Restore(point)
		sum := p.Offset
		for j, c := range p.Columns {
			sum += c.Cost * full[j]
		}
		if !feasible(p, full) || math.Abs(sum-a) > 1e-6*(1+math.Abs(a)) {
			t.Fatalf("seed %d: restored %v of %v, objective %v, want %v\n%+v\n%+v", seed, full, point, sum, a, p, r.Problem)
		}
	}
}

func TestReductions(t *testing.T) {
	inf := math.Inf(1)
	col := func(lower, upper, cost float64, integer bool) problem.Column {
		return problem.Column{Lower: lower, Upper: upper, Cost: cost, Integer: integer}
	}
	row := func(lower, upper float64, a ...float64) problem.Row {
		r := problem.Row{Lower: lower, Upper: upper}
		for j, v := range a {
			if v != 0 {
				r.Terms = append(r.Terms, problem.Term{Column: j, Coefficient: v})
			}
		}
		return r
	}
	for _, c := range []struct {
		name          string
		p             problem.Problem
		columns, rows int
	}{
		{"only costs", problem.Problem{Columns: []problem.Column{col(0, 5, 1, false)}, Rows: []problem.Row{row(-inf, 3, 1)}}, 0, 0},
		{"forcing", problem.Problem{Columns: []problem.Column{col(0, 5, -1, false), col(0, 5, -1, false)}, Rows: []problem.Row{row(-inf, 0, 1, 2)}}, 0, 0},
		{"chain", problem.Problem{Columns: []problem.Column{col(0, 9, -1, true), col(0, 9, 2, true), col(0, 9, 1, true)},
			Rows: []problem.Row{row(1, 1, 1, -1), row(2, 2, 0, 1, -1)}}, 0, 0},
		{"knapsack stays", problem.Problem{Columns: []problem.Column{col(0, 1, -3, true), col(0, 1, -4, true), col(0, 1, -5, true)},
			Rows: []problem.Row{row(-inf, 7, 3, 4, 5)}}, 3, 1},
		{"dominated where a row excludes both", problem.Problem{
			Columns: []problem.Column{col(0, 1, 1, true), col(0, 1, 2, true), col(0, 1, 1, true), col(0, 1, -1, true)},
			Rows:    []problem.Row{row(1, 1, 1, 1, 1), row(-inf, 1, 1, 1, 0, 1)}}, 0, 0},
		{"dominated without a bound", problem.Problem{
			Columns: []problem.Column{col(0, inf, 1, false), col(0, 3, 2, false), col(0, 1, 0, true)},
			Rows:    []problem.Row{row(2, inf, 2, 1, 3), row(1, inf, 1, 1, -1)}}, 2, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Run(&c.p)
			if r.Status == problem.Infeasible {
				t.Fatal("infeasible")
			}
			if len(r.Problem.Columns) != c.columns || len(r.Problem.Rows) != c.rows {
				t.Errorf("%d columns and %d rows are left, want %d and %d", len(r.Problem.Columns), len(r.Problem.Rows), c.columns, c.rows)
			}
		})
	}
}

// TestImpliedBounds checks that bounds which other rows imply for a continuous column tighten the coefficient of
// the binary column that switches it on: x <= 500 y becomes x <= 8 y where x = 5 + z and z <= 3.
func TestImpliedBounds(t *testing.T) {
	inf := math.Inf(1)
	p := &problem.Problem{
		Columns: []problem.Column{{Upper: inf, Cost: -1}, {Upper: 1, Integer: true, Cost: 7}, {Upper: 3, Cost: -1}, {Upper: inf, Cost: 1}},
		Rows: []problem.Row{
			{Lower: -inf, Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: -500}}},
			{Lower: -inf, Upper: 5, Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 2, Coefficient: -1}, {Column: 3, Coefficient: 1}}},
		},
	}
	r := Run(p)
	for _, row := range r.Problem.Rows {
		for _, term := range row.Terms {
			if r.Kept[term.Column] == 1 && term.Coefficient != -8 {
				t.Errorf("coefficient %v, want -8", term.Coefficient)
			}
		}
	}
	if len(r.Problem.Rows) == 0 {
		t.Error("no row is left")
	}
}
