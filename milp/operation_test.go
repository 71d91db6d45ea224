package milp_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/milp"
	"farbank/milp/problem"
)

// An operation is one use of the modelling layer: input variables within ranges, and expressions
// that they determine.
type operation struct {
	name   string
	ranges [][2]int // of the inputs
	build  func(m *milp.Model, x []milp.Expr) []milp.Expr
	want   func(x []int) []float64 // nil if the inputs are not allowed
	hull   bool                    // the relaxation is the convex hull
}

// TestOperations fixes the inputs to all their values in turn, and checks that the results can have
// the right value and no other.
func TestOperations(t *testing.T) {
	for _, op := range operations() {
		t.Run(op.name, func(t *testing.T) { op.check(t) })
	}
}

func (op operation) check(t *testing.T) {
	m := milp.NewModel(op.name)
	var x []milp.Expr
	for i, r := range op.ranges {
		x = append(x, m.Integer(fmt.Sprintf("x%d", i), float64(r[0]), float64(r[1])))
	}
	y := op.build(m, x)
	p, err := m.Problem()
	if err != nil {
		t.Fatal(err)
	}
	checkForm(t, p)
	results := linear(m, p, y)
	var points [][]float64
	each(op.ranges, func(values []int) {
		want := op.want(values)
		lower, upper := boundsOf(p)
		inside := true
		for i, v := range values {
			inside = inside && lower[i] <= float64(v) && float64(v) <= upper[i]
			lower[i], upper[i] = float64(v), float64(v)
		}
		if !inside {
			if want != nil {
				t.Errorf("%v: excluded by bounds, want %v", values, want)
			}
			return
		}
		if want == nil {
			if least, _ := minimum(p, lower, upper, make([]float64, len(lower))); !math.IsInf(least, 1) {
				t.Errorf("%v: feasible", values)
			}
			return
		}
		point := floats(values)
		for k, r := range results {
			least, _ := minimum(p, lower, upper, r.cost)
			most, _ := minimum(p, lower, upper, negative(r.cost))
			if math.Abs(least+r.constant-want[k]) > 1e-6 || math.Abs(-most+r.constant-want[k]) > 1e-6 {
				t.Errorf("%v: result %d is %v to %v, want %v", values, k, least+r.constant, -most+r.constant, want[k])
			}
			point = append(point, want[k])
		}
		if len(results) == 0 {
			if least, _ := minimum(p, lower, upper, make([]float64, len(lower))); math.IsInf(least, 1) {
				t.Errorf("%v: infeasible", values)
			}
		}
		points = append(points, point)
	})
	if op.hull {
		checkHull(t, p, len(x), results, points)
	}
}

// checkHull optimizes in random directions over the relaxation, and compares with the best of the
// points.
func checkHull(t *testing.T, p *problem.Problem, inputs int, results []affine, points [][]float64) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for range 400 {
		direction := make([]float64, inputs+len(results))
		for i := range direction {
			direction[i] = float64(random.IntN(21) - 10)
		}
		cost, constant := make([]float64, len(p.Columns)), 0.0
		copy(cost, direction[:inputs])
		for k, r := range results {
			constant += direction[inputs+k] * r.constant
			for j, c := range r.cost {
				cost[j] += direction[inputs+k] * c
			}
		}
		want := math.Inf(1)
		for _, point := range points {
			sum := 0.0
			for i, v := range point {
				sum += direction[i] * v
			}
			want = min(want, sum)
		}
		lower, upper := boundsOf(p)
		got, x, _ := lp(p, lower, upper, cost)
		if math.Abs(got+constant-want) > 1e-6*max(1, math.Abs(want)) {
			t.Fatalf("not the hull: direction %v: %v, want %v, at %v", direction, got+constant, want, x[:inputs])
		}
	}
}

// checkForm checks the invariants of a problem in plain form.
func checkForm(t *testing.T, p *problem.Problem) {
	t.Helper()
	columns, rows := map[string]bool{}, map[string]bool{}
	for _, c := range p.Columns {
		if c.Name == "" || columns[c.Name] || len(c.Name) > 100 {
			t.Errorf("column name %q", c.Name)
		}
		columns[c.Name] = true
	}
	for _, r := range p.Rows {
		if r.Name == "" || rows[r.Name] || len(r.Name) > 100 {
			t.Errorf("row name %q", r.Name)
		}
		rows[r.Name] = true
		last := -1
		for _, term := range r.Terms {
			if term.Column <= last || term.Coefficient == 0 || math.IsNaN(term.Coefficient) || math.IsInf(term.Coefficient, 0) {
				t.Errorf("row %q: terms %v", r.Name, r.Terms)
			}
			last = term.Column
		}
	}
}

// An affine is an expression over the columns of a problem.
type affine struct {
	cost     []float64
	constant float64
}

// linear returns the expressions as rows of coefficients, which it reads from the costs when they
// are the objective.
func linear(m *milp.Model, p *problem.Problem, es []milp.Expr) []affine {
	var out []affine
	for _, e := range es {
		m.Minimize(e)
		q, err := m.Problem()
		if err != nil {
			panic(err)
		}
		a := affine{constant: q.Offset}
		for _, c := range q.Columns {
			a.cost = append(a.cost, c.Cost)
		}
		out = append(out, a)
	}
	return out
}

func boundsOf(p *problem.Problem) (lower, upper []float64) {
	for _, c := range p.Columns {
		lower, upper = append(lower, c.Lower), append(upper, c.Upper)
	}
	return lower, upper
}

func negative(xs []float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = -x
	}
	return out
}

func floats(xs []int) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		out[i] = float64(x)
	}
	return out
}

// each calls f with all combinations of values.
func each(ranges [][2]int, f func(values []int)) {
	values := make([]int, len(ranges))
	var fill func(i int)
	fill = func(i int) {
		if i == len(ranges) {
			f(values)
			return
		}
		for v := ranges[i][0]; v <= ranges[i][1]; v++ {
			values[i] = v
			fill(i + 1)
		}
	}
	fill(0)
}

func repeat(n, low, high int) [][2]int {
	out := make([][2]int, n)
	for i := range out {
		out[i] = [2]int{low, high}
	}
	return out
}

func one[L milp.Linear](l L) []milp.Expr { return []milp.Expr{milp.Sum(l)} }

func truth(b bool) []float64 {
	if b {
		return []float64{1}
	}
	return []float64{0}
}

// truths converts binary variables to truth values.
func truths(m *milp.Model, x []milp.Expr) []milp.Truth {
	out := make([]milp.Truth, len(x))
	for i, e := range x {
		out[i] = m.Truth(e.AtLeast(1))
	}
	return out
}

func lins[L milp.Linear](xs []L) []milp.Linear {
	out := make([]milp.Linear, len(xs))
	for i, x := range xs {
		out[i] = x
	}
	return out
}
