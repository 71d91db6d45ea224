package branch_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/milp/branch"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
)

// quadratic returns a random program with a convex objective: a sum of squares of linear
// expressions and a linear part.
func quadratic(r *rand.Rand, integer bool) *problem.Problem {
	p := &problem.Problem{Maximize: r.IntN(2) == 0, Offset: float64(r.IntN(5) - 2)}
	sign := 1.0
	if p.Maximize {
		sign = -1
	}
	n := 2 + r.IntN(4)
	for range n {
		c := problem.Column{Lower: float64(-r.IntN(4)), Upper: float64(1 + r.IntN(4)), Cost: float64(r.IntN(11) - 5), Integer: integer && r.IntN(3) > 0}
		if !c.Integer && r.IntN(5) == 0 {
			c.Upper = math.Inf(1)
		}
		p.Columns = append(p.Columns, c)
	}
	for range r.IntN(3) {
		row := problem.Row{Lower: math.Inf(-1), Upper: float64(r.IntN(9) - 1)}
		for j := range n {
			if a := r.IntN(7) - 3; a != 0 {
				row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: float64(a)})
			}
		}
		if r.IntN(5) == 0 {
			row.Lower = row.Upper
		}
		p.Rows = append(p.Rows, row)
	}
	for range 1 + r.IntN(n) {
		a := make([]float64, n)
		for j := range a {
			a[j] = float64(r.IntN(5)-2) * float64(r.IntN(2))
		}
		for i := range n {
			for j := range n {
				if v := sign * a[i] * a[j]; v != 0 {
					p.Products = append(p.Products, problem.Product{A: i, B: j, Coefficient: v})
				}
			}
		}
	}
	return p
}

// slope returns the best change of the objective along its gradient at x within the linear program:
// 0 if x is optimal, as the objective is convex.
func slope(p *problem.Problem, x []float64) (change float64, bounded bool) {
	q := *p
	q.Products, q.Offset = nil, 0
	q.Columns = append([]problem.Column(nil), p.Columns...)
	for _, d := range p.Products {
		q.Columns[d.A].Cost += d.Coefficient * x[d.B]
		q.Columns[d.B].Cost += d.Coefficient * x[d.A]
	}
	at := 0.0
	for j := range x {
		q.Columns[j].Upper = min(q.Columns[j].Upper, x[j]+100) // rounding errors are not rays
		if p.Columns[j].Integer {
			q.Columns[j].Lower, q.Columns[j].Upper, q.Columns[j].Integer = x[j], x[j], false
		}
		at += q.Columns[j].Cost * x[j]
	}
	st, objective, _ := reference.Solve(&q)
	if st != problem.Optimal {
		return 0, false
	}
	v, _ := objective.Float64()
	return math.Abs(v - at), true
}

func value(p *problem.Problem, x []float64) float64 {
	v := p.Offset
	for j, c := range p.Columns {
		v += c.Cost * x[j]
	}
	for _, d := range p.Products {
		v += d.Coefficient * x[d.A] * x[d.B]
	}
	return v
}

// TestQuadratic checks solutions of convex quadratic programs by their gradient.
func TestQuadratic(t *testing.T) {
	count := map[problem.Status]int{}
	for seed := range rounds(400, 20000) {
		p := quadratic(rand.New(rand.NewPCG(seed, 98)), false)
		s, err := branch.SolveObjectives(t.Context(), p, variants[seed%uint64(len(variants))])
		if err != nil {
			t.Fatalf("seed %d: %v\n%+v", seed, err, p)
		}
		count[s.Status]++
		if s.Status != problem.Optimal {
			q := *p
			q.Products = nil
			if st, _, _ := reference.Solve(&q); st == problem.Optimal || (st == problem.Infeasible) != (s.Status == problem.Infeasible) {
				t.Fatalf("seed %d: %v %v, without products %v\n%+v", seed, s.Status, s.Reason, st, p)
			}
			continue
		}
		if d, bounded := slope(p, s.Values); !bounded || d > 1e-4*max(1, math.Abs(s.Objective)) {
			t.Fatalf("seed %d: %v is improved by %v along the gradient\n%+v", seed, s.Objective, d, p)
		}
		if v := value(p, s.Values); math.Abs(v-s.Objective) > 1e-9*max(1, math.Abs(v)) || math.Abs(s.Bound-v) > 1e-4*max(1, math.Abs(v)) {
			t.Fatalf("seed %d: objective %v and bound %v of %v", seed, s.Objective, s.Bound, v)
		}
	}
	t.Log(count)
}

// TestQuadraticIntegers compares with all assignments of the integer columns.
func TestQuadraticIntegers(t *testing.T) {
	for seed := range rounds(100, 10000) {
		p := quadratic(rand.New(rand.NewPCG(seed, 99)), true)
		best, found := math.Inf(1), false
		sign := 1.0
		if p.Maximize {
			sign = -1
		}
		open := false
		var walk func(q *problem.Problem, j int)
		walk = func(q *problem.Problem, j int) {
			if j == len(p.Columns) {
				s, err := branch.SolveObjectives(t.Context(), q, branch.Options{})
				if err != nil {
					t.Fatal(err)
				}
				open = open || s.Status == problem.Unbounded
				if s.Status == problem.Optimal {
					best, found = min(best, sign*s.Objective), true
				}
				return
			}
			c := q.Columns[j]
			if !c.Integer {
				walk(q, j+1)
				return
			}
			for v := c.Lower; v <= c.Upper; v++ {
				next := *q
				next.Columns = append([]problem.Column(nil), q.Columns...)
				next.Columns[j].Lower, next.Columns[j].Upper = v, v
				walk(&next, j+1)
			}
		}
		size := 1.0
		for _, c := range p.Columns {
			if c.Integer {
				size *= c.Upper - c.Lower + 1
			}
		}
		if size > 200 {
			continue
		}
		walk(p, 0)
		s, err := branch.SolveObjectives(t.Context(), p, variants[seed%uint64(len(variants))])
		switch {
		case err != nil:
			t.Fatal(err)
		case open:
			if s.Status != problem.Unbounded {
				t.Fatalf("seed %d: %v %v, want unbounded\n%+v", seed, s.Status, s.Reason, p)
			}
		case !found:
			if s.Status != problem.Infeasible {
				t.Fatalf("seed %d: %v, want infeasible\n%+v", seed, s.Status, p)
			}
		case s.Status != problem.Optimal || math.Abs(sign*s.Objective-best) > 1e-4*max(1, math.Abs(best)):
			t.Fatalf("seed %d: %v %v %v, want %v\n%+v", seed, s.Status, s.Reason, s.Objective, sign*best, p)
		}
	}
}

// TestBinaryProducts checks that products of binaries may be of any sign, and that others may not.
func TestBinaryProducts(t *testing.T) {
	for seed := range rounds(200, 10000) {
		r := rand.New(rand.NewPCG(seed, 100))
		p := reference.Knapsacks(r)
		for range 1 + r.IntN(8) {
			p.Products = append(p.Products, problem.Product{A: r.IntN(len(p.Columns)), B: r.IntN(len(p.Columns)), Coefficient: float64(r.IntN(21) - 10)})
		}
		want, found := math.Inf(-1), false
		for _, x := range reference.Solutions(p) {
			want, found = max(want, value(p, x)), true
		}
		s, err := branch.SolveObjectives(t.Context(), p, variants[seed%uint64(len(variants))])
		if err != nil || found != (s.Status == problem.Optimal) || found && math.Abs(s.Objective-want) > 1e-6 {
			t.Fatalf("seed %d: %v %v %v, want %v\n%+v", seed, err, s.Status, s.Objective, want, p)
		}
	}
	p := &problem.Problem{Columns: []problem.Column{{Upper: 1}, {Upper: 1}}, Products: []problem.Product{{A: 0, B: 1, Coefficient: 1}}}
	var bad *branch.DataError
	if _, err := branch.SolveObjectives(t.Context(), p, branch.Options{}); !errors.As(err, &bad) {
		t.Errorf("not convex: %v", err)
	}
}

// TestScaledProducts checks that a small coefficient counts beside a large one of another column.
func TestScaledProducts(t *testing.T) {
	columns := []problem.Column{{Lower: -5, Upper: 5}, {Upper: 1000, Cost: -1, Integer: true}}
	p := &problem.Problem{Columns: columns, Products: []problem.Product{{A: 0, B: 0, Coefficient: 1e8}, {A: 1, B: 1, Coefficient: 0.05}}}
	s, err := branch.SolveObjectives(t.Context(), p, branch.Options{})
	if err != nil || s.Status != problem.Optimal || math.Abs(s.Objective+5) > 1e-6 {
		t.Errorf("%v %v %v, want -5", err, s.Status, s.Objective)
	}
	p.Products = []problem.Product{{A: 0, B: 0, Coefficient: 1e10}, {A: 1, B: 1, Coefficient: -1}}
	var bad *branch.DataError
	if s, err = branch.SolveObjectives(t.Context(), p, branch.Options{}); !errors.As(err, &bad) {
		t.Errorf("not convex: %v %v %v", err, s.Status, s.Objective)
	}
	p.Products = []problem.Product{{A: 0, B: 0, Coefficient: 1e10}, {A: 1, B: 1, Coefficient: 0.1}, {A: 1, B: 1, Coefficient: 0.2}, {A: 1, B: 1, Coefficient: -0.3}}
	if s, err = branch.SolveObjectives(t.Context(), p, branch.Options{}); err != nil || s.Objective != -1000 {
		t.Errorf("a sum that is rounding: %v %v %v, want -1000", err, s.Status, s.Objective)
	}
}

// TestManySquares checks that an objective with more columns than are refined is only called optimal if it is.
func TestManySquares(t *testing.T) {
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 11))
		p, want := &problem.Problem{}, 0.0
		for j := range 220 {
			a, w := r.Float64()/50, 1+float64(r.IntN(20))
			p.Columns = append(p.Columns, problem.Column{Upper: 1, Cost: -2 * w * a})
			p.Products = append(p.Products, problem.Product{A: j, B: j, Coefficient: w})
			want -= w * a * a
		}
		s, err := branch.SolveObjectives(t.Context(), p, branch.Options{})
		if err != nil || !s.Status.Found() || s.Objective < want-1e-6 {
			t.Fatalf("seed %d: %v %v, want %v: %v", seed, s.Status, s.Objective, want, err)
		}
		if s.Status == problem.Optimal && s.Objective > want+2e-5 || s.Bound > want+1e-6 {
			t.Errorf("seed %d: %v %v, bound %v, want %v", seed, s.Status, s.Objective, s.Bound, want)
		}
	}
}
