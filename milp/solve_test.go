package milp_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/milp"
	"farbank/milp/branch"
	"farbank/milp/problem"
)

func TestGoals(t *testing.T) {
	tests := []struct {
		name string
		goal func(m *milp.Model, x, y milp.Expr)
		want float64
	}{
		{"minimise", func(m *milp.Model, x, y milp.Expr) { m.Minimize(x.Minus(y).Shift(10)) }, 5},
		{"maximise", func(m *milp.Model, x, y milp.Expr) { m.Maximize(x.Times(2).Plus(y)) }, 11},
		{"a later goal", func(m *milp.Model, x, y milp.Expr) { m.Maximize(x); m.Minimize(y) }, 0},
		{"least greatest", func(m *milp.Model, x, y milp.Expr) {
			m.Add(x.Plus(y).AtLeast(5))
			m.MinimizeMax(x, y.Shift(1))
		}, 3},
		{"greatest least", func(m *milp.Model, x, y milp.Expr) { m.MaximizeMin(x, y.Shift(-1)) }, 2},
		{"least least", func(m *milp.Model, x, y milp.Expr) {
			m.Add(x.Plus(y).AtLeast(5))
			m.MinimizeMin(x.Shift(1), y)
		}, 0},
		{"greatest greatest", func(m *milp.Model, x, y milp.Expr) { m.MaximizeMax(x.Shift(1), y) }, 6},
		{"a truth", func(m *milp.Model, x, y milp.Expr) { m.Minimize(m.Truth(x.Plus(y).AtLeast(0))) }, 1},
	}
	for _, test := range tests {
		m := milp.NewModel(test.name)
		x, y := m.Integer("x", 0, 5), m.Integer("y", 0, 5)
		m.Add(x.Plus(y).AtMost(6))
		test.goal(m, x, y)
		s, err := m.Solve(t.Context())
		if err != nil || s.Status != problem.Optimal || math.Abs(s.Objective-test.want) > 1e-9 {
			t.Errorf("%s: %+v, %v, want %v", test.name, s, err, test.want)
		}
	}
}

// TestUnboundedGoals solves objectives that need no bounds.
func TestUnboundedGoals(t *testing.T) {
	m := milp.NewModel("goals")
	x, y := m.Continuous("x", math.Inf(-1), math.Inf(1)), m.Continuous("y", math.Inf(-1), math.Inf(1))
	m.AddNamed("sum", x.Plus(y).Is(7))
	m.MinimizeMax(x, y)
	s, err := m.Solve(t.Context())
	if err != nil || math.Abs(s.Objective-3.5) > 1e-6 {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestStatuses(t *testing.T) {
	m := milp.NewModel("none")
	x := m.Integer("x", 0, 3)
	m.Add(x.Times(2).Is(5))
	s, err := m.Solve(t.Context())
	if err != nil || s.Status != problem.Infeasible || s.Found() || !math.IsNaN(s.Value(x)) || s.Int(x) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	m = milp.NewModel("no end")
	x = m.Continuous("x", 0, math.Inf(1))
	m.Maximize(x)
	if s, err = m.Solve(t.Context()); err != nil || s.Status != problem.Unbounded {
		t.Errorf("%+v, %v", s, err)
	}
	m = milp.NewModel("never")
	m.Binary("x")
	m.Add(milp.False)
	if s, err = m.Solve(t.Context()); err != nil || s.Status != problem.Infeasible {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestSolution(t *testing.T) {
	m := milp.NewModel("m")
	x, b := m.Integer("x", 2, 9), m.Binary("b")
	y := m.Abs(x.Shift(-5))
	m.Maximize(y)
	called := false
	s, err := m.Solve(t.Context(), milp.With(func(ctx context.Context, p *problem.Problem) (problem.Solution, error) {
		called = true
		return branch.Solve(ctx, p, branch.Options{})
	}))
	if err != nil || !called || s.Int(x) != 9 || s.Value(y.Plus(x)) != 13 || s.Value(milp.Constant(2.5)) != 2.5 {
		t.Errorf("%+v, %v", s, err)
	}
	if s.Holds(b) == s.Holds(b.Not()) || !s.Holds(milp.True) || s.Holds(milp.False) {
		t.Errorf("%+v", s)
	}
	if later := m.Binary("later"); !math.IsNaN(s.Value(later)) || s.Holds(later) {
		t.Error("a variable that was added later has a value")
	}
	if other := milp.NewModel("n").Binary("x"); !math.IsNaN(s.Value(other)) || !math.IsNaN(s.Value(nil)) {
		t.Error("a variable of another model has a value")
	}
	rounded := m.Solution(problem.Solution{Values: []float64{2.9999999, 1e-9, 2}})
	if rounded.Value(x) != 3 || rounded.Value(b) != 0 {
		t.Errorf("%+v", rounded)
	}
	failure := errors.New("no licence")
	if _, err := m.Solve(t.Context(), milp.With(func(context.Context, *problem.Problem) (problem.Solution, error) {
		return problem.Solution{}, failure
	})); !errors.Is(err, failure) {
		t.Errorf("%v", err)
	}
}

// TestSetsWithoutBounds checks that special ordered sets without bounds are given to the solver.
func TestSetsWithoutBounds(t *testing.T) {
	m := milp.NewModel("sets")
	x := []milp.Linear{m.Continuous("x", 0, math.Inf(1)), m.Continuous("y", 0, 2), m.Binary("z").Shift(1)}
	m.SOS1(x...)
	m.SOS2(x...)
	p, err := m.Problem()
	if err != nil || len(p.Sets) != 2 || p.Sets[0].Kind != 1 || p.Sets[1].Kind != 2 || len(p.Sets[0].Columns) != 3 {
		t.Errorf("%+v, %v", p, err)
	}
	p.Sets[0].Columns[0] = 99
	p.Rows[0].Terms[0].Coefficient = 99
	if q, _ := m.Problem(); q.Sets[0].Columns[0] == 99 || q.Rows[0].Terms[0].Coefficient == 99 {
		t.Error("the problem shares memory with the model")
	}
}

func TestExpressions(t *testing.T) {
	m := milp.NewModel("m")
	x, y := m.Integer("x", -1, 2), m.Continuous("y", 0, math.Inf(1))
	b := m.Binary("b")
	tests := []struct {
		e         milp.Expr
		text      string
		low, high float64
	}{
		{x.Plus(y).Minus(x).Minus(y), "0", 0, 0},
		{x.Times(2).Minus(y).Shift(3), "2 x - y + 3", math.Inf(-1), 7},
		{x.Neg().Plus(b), "-x + b", -2, 2},
		{b.Not().Expr, "-b + 1", 0, 1},
		{milp.Constant(-4), "-4", -4, -4},
		{x.Times(0.1).Plus(x.Times(0.2)).Minus(x.Times(0.3)), "0", 0, 0},
		{milp.Sum(x, x, x), "3 x", -3, 6},
		{milp.Dot([]float64{1, 0, -2}, []milp.Expr{x, y, x}), "-x", -2, 1},
	}
	for _, test := range tests {
		low, high := test.e.Bounds()
		if test.e.String() != test.text || low != test.low || high != test.high || test.e.Err() != nil {
			t.Errorf("%s, want %s: %v to %v, want %v to %v", test.e, test.text, low, high, test.low, test.high)
		}
	}
	// Of the binaries of a choice, only one counts.
	_, is := m.Values(x)
	if low, high := milp.Sum(is[1:]...).Bounds(); low != 0 || high != 1 {
		t.Errorf("a choice: %v to %v", low, high)
	}
	if low, high := milp.Dot([]float64{3, 4, 5, 6}, is).Bounds(); low != 3 || high != 6 {
		t.Errorf("a choice: %v to %v", low, high)
	}
	if text := x.NotIn(1).String(); text != "x not in [1, 1]" {
		t.Error(text)
	}
	if e := milp.NewModel("n").Binary("z").Plus(x); e.Err() == nil {
		t.Error("variables of two models are added")
	}
}

// TestShared builds equal expressions twice and checks that the second adds no variables.
func TestShared(t *testing.T) {
	m := milp.NewModel("m")
	x, y, b, c := m.Integer("x", -3, 9), m.Integer("y", 0, 5), m.Binary("b"), m.Binary("c")
	again := func() {
		m.Truth(x.AtMost(3))
		m.Truth(x.Times(-2).Less(milp.Constant(-6)))
		m.Truth(x.Shift(2).Is(4))
		m.Truth(x.Plus(y).AtLeast(3))
		m.Truth(x.Plus(y).Times(0.5).Below(1.5))
		m.And(b, c)
		m.Or(b.Not(), c.Not())
		m.Xor(b, c)
		m.Equivalent(c, b)
		m.Product(x, y)
		m.Product(y, x)
		m.Product(x, b)
		m.Abs(x)
		m.Div(y, 2)
		m.Mod(y, 2)
		m.IfThenElse(b, x, y)
		m.Power(x, milp.Constant(2))
		m.GCD(x, y)
	}
	size := func() int {
		p, err := m.Problem()
		if err != nil {
			t.Fatal(err)
		}
		return len(p.Columns)*1000 + len(p.Rows)
	}
	again()
	before := size()
	again()
	if after := size(); after != before {
		t.Errorf("columns and rows: %d, then %d", before, after)
	}
}

func TestDefine(t *testing.T) {
	m := milp.NewModel("m")
	x := m.Integer("x", -3, 3)
	m.Define("size", m.Abs(x))
	m.Define("again", m.Abs(x))
	m.Define("more", x.Shift(1))
	p, err := m.Problem()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range p.Columns {
		names = append(names, c.Name)
	}
	want := []string{"x", "size", "x.atmost0", "again", "more"}
	for i := range want {
		if i >= len(names) || names[i] != want[i] {
			t.Fatalf("%v, want %v", names, want)
		}
	}
	m.Define("x", m.Max(x, milp.Constant(1)))
	if m.Err() == nil {
		t.Error("two variables have one name")
	}
}

// TestAgainstSolver minimizes the random formulas of TestRandomFormulas with the default solver.
func TestAgainstSolver(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 11))
		ranges := [][2]int{{-2, 1}, {0, 3}, {-1, 1}}
		f, posted := number(r, len(ranges), 2), sentence(r, len(ranges), 2)
		m := milp.NewModel("m")
		x := []milp.Expr{m.Integer("x0", -2, 1), m.Integer("x1", 0, 3), m.Integer("x2", -1, 1)}
		m.Add(posted.build(m, x))
		m.Minimize(f.build(m, x))
		want := math.Inf(1)
		each(ranges, func(x []int) {
			if posted.holds(x) {
				want = min(want, float64(f.value(x)))
			}
		})
		s, err := m.Solve(t.Context())
		switch {
		case err != nil:
			t.Errorf("seed %d: %v", seed, err)
		case math.IsInf(want, 1) != (s.Status == problem.Infeasible), s.Found() && math.Abs(s.Objective-want) > 1e-6:
			t.Errorf("seed %d: %v, %v, want %v: %s where %s", seed, s.Status, s.Objective, want, f.text, posted.text)
		}
	}
}
