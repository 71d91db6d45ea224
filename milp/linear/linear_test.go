package linear

import (
	"math"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/internal/reference"
	"farbank/milp/presolve"
	"farbank/milp/problem"
)

func seeds() uint64 {
	if long.Enabled() {
		return 40000
	}
	return 1200
}

// inexact solves with the reference, in rationals.
func inexact(p *problem.Problem) (problem.Status, float64) {
	lower, upper := make([]float64, len(p.Columns)), make([]float64, len(p.Columns))
	for j, c := range p.Columns {
		lower[j], upper[j] = c.Lower, c.Upper
	}
	st, objective, _ := reference.Linear(p, lower, upper)
	if st != problem.Optimal {
		return st, 0
	}
	v, _ := objective.Float64()
	return st, v + 0
}

const tol = 1e-6

// verify compares the result with the reference, and checks its dual values or its proof.
func verify(t *testing.T, seed uint64, p *problem.Problem, r Result) {
	t.Helper()
	want, objective := inexact(p)
	if r.Status != want {
		t.Fatalf("seed %d: status %v, want %v\n%+v", seed, r.Status, want, p)
	}
	if want == problem.Optimal && math.Abs(r.Objective-objective) > tol*max(1, math.Abs(objective)) {
		t.Fatalf("seed %d: objective %v, want %v\n%+v", seed, r.Objective, objective, p)
	}
	s := problem.Solution{Status: r.Status, Objective: r.Objective, Values: r.Values}
	s.Duality = problem.Duality{Duals: r.Duals, Reduced: r.Reduced, Farkas: r.Farkas, Ray: r.Ray}
	if err := reference.Explained(p, s); err != nil {
		t.Fatalf("seed %d: %v\n%+v\n%+v", seed, err, p, r)
	}
}

func TestDualsAndProofs(t *testing.T) {
	for seed := range seeds() {
		r := rand.New(rand.NewPCG(seed, 35))
		p := reference.Random(r, false, false)
		q, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		verify(t, seed, p, q.Solve(t.Context()))
		// Changes, and solves from the last basis.
		for range 3 {
			change(r, p, q)
			verify(t, seed, p, q.Solve(t.Context()))
		}
	}
}

// change makes the same change in a problem and a program.
func change(r *rand.Rand, p *problem.Problem, q *Program) {
	j := r.IntN(len(p.Columns))
	c := &p.Columns[j]
	switch r.IntN(4) {
	case 0:
		c.Lower = float64(r.IntN(5) - 3)
		c.Upper = c.Lower + float64(r.IntN(4))
		q.SetBounds(j, c.Lower, c.Upper)
	case 1:
		c.Cost = float64(r.IntN(11) - 5)
		q.SetCost(j, c.Cost)
	case 2:
		if len(p.Rows) == 0 {
			return
		}
		i := r.IntN(len(p.Rows))
		row := &p.Rows[i]
		row.Lower, row.Upper = math.Inf(-1), float64(r.IntN(13)-4)
		q.SetSides(i, row.Lower, row.Upper)
	case 3:
		row := problem.Row{Lower: float64(r.IntN(7) - 5), Upper: math.Inf(1), Terms: []problem.Term{{Column: j, Coefficient: 2}}}
		if k := r.IntN(len(p.Columns)); k != j {
			row.Terms = append(row.Terms, problem.Term{Column: k, Coefficient: -1})
		}
		p.Rows = append(p.Rows, row)
		if q.AddRows(row) != nil {
			panic("the row is valid")
		}
	}
}

// TestStart begins at the solution of the presolved program, and counts how often the basis needs
// further steps.
func TestStart(t *testing.T) {
	steps, count := int64(0), 0
	for seed := range seeds() {
		p := reference.Random(rand.New(rand.NewPCG(seed, 36)), false, false)
		reduced := presolve.Run(p)
		if reduced.Status == problem.Infeasible {
			continue
		}
		small, _ := New(reduced.Problem)
		found := small.Solve(t.Context())
		if found.Status != problem.Optimal {
			continue
		}
		q, _ := New(p)
		q.Start(reduced.Restore(found.Values), nil, nil)
		r := q.Solve(t.Context())
		verify(t, seed, p, r)
		steps += r.Iterations
		count++
	}
	t.Logf("%d programs, %d steps", count, steps)
	if steps > int64(count) {
		t.Errorf("%d steps for %d programs", steps, count)
	}
}

// TestRanges changes one number to just before both ends of its range, where the values or the dual
// values must stay optimal.
func TestRanges(t *testing.T) {
	for seed := range seeds() / 3 {
		r := rand.New(rand.NewPCG(seed, 37))
		p := reference.Random(r, false, false)
		q, _ := New(p)
		found := q.Solve(t.Context())
		costs, sides := q.Ranges()
		if found.Status != problem.Optimal {
			if costs != nil {
				t.Fatalf("seed %d: ranges of a program that is %v", seed, found.Status)
			}
			continue
		}
		for j, c := range p.Columns {
			if c.Cost < costs[j].Low-tol || c.Cost > costs[j].High+tol {
				t.Fatalf("seed %d: cost %v of column %d is not in %v\n%+v", seed, c.Cost, j, costs[j], p)
			}
			for _, end := range []float64{max(costs[j].Low, c.Cost-50), min(costs[j].High, c.Cost+50)} {
				cost := c.Cost + 0.999*(end-c.Cost)
				other := *p
				other.Columns = append([]problem.Column(nil), p.Columns...)
				other.Columns[j].Cost = cost
				st, objective := inexact(&other)
				if want := found.Objective + (cost-c.Cost)*found.Values[j]; st != problem.Optimal || math.Abs(objective-want) > tol*max(1, math.Abs(want)) {
					t.Fatalf("seed %d: with cost %v of column %d: %v %v, want %v\n%+v", seed, cost, j, st, objective, want, p)
				}
			}
		}
		for i, row := range p.Rows {
			if q.lp.RowBasic(i) || row.Lower != row.Upper {
				continue
			}
			for _, end := range []float64{max(sides[i].Low, row.Lower-50), min(sides[i].High, row.Lower+50)} {
				side := row.Lower + 0.999*(end-row.Lower)
				other := *p
				other.Rows = append([]problem.Row(nil), p.Rows...)
				other.Rows[i].Lower, other.Rows[i].Upper = side, side
				st, objective := inexact(&other)
				if want := found.Objective + (side-row.Lower)*found.Duals[i]; st != problem.Optimal || math.Abs(objective-want) > tol*max(1, math.Abs(want)) {
					t.Fatalf("seed %d: with side %v of row %d: %v %v, want %v\n%+v", seed, side, i, st, objective, want, p)
				}
			}
		}
	}
}
