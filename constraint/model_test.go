package constraint

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"farbank/constraint/propagate"
)

// randomCondition returns a condition over x, with values 0 to 3, and b, and its meaning.
func randomCondition(r *rand.Rand, x []Int, b []Bool, depth int) (Condition, func(v []int64) bool) {
	if depth == 0 || r.IntN(3) == 0 {
		if r.IntN(4) == 0 {
			i := r.IntN(len(b))
			if r.IntN(2) == 0 {
				return b[i].Not(), func(v []int64) bool { return v[len(x)+i] == 0 }
			}
			return b[i], func(v []int64) bool { return v[len(x)+i] == 1 }
		}
		coefs := make([]int64, len(x))
		var e Linear
		for i := range x {
			if r.IntN(2) == 0 {
				coefs[i] = r.Int64N(5) - 2
				e = e.Plus(x[i].Times(coefs[i]))
			}
		}
		k := r.IntN(len(b))
		e = e.Plus(b[k].Not())
		value := func(v []int64) int64 {
			n := 1 - v[len(x)+k]
			for i, c := range coefs {
				n += c * v[i]
			}
			return n
		}
		c := r.Int64N(7) - 2
		switch r.IntN(6) {
		case 0:
			return e.AtMost(c), func(v []int64) bool { return value(v) <= c }
		case 1:
			return e.AtLeast(c), func(v []int64) bool { return value(v) >= c }
		case 2:
			return e.Is(c), func(v []int64) bool { return value(v) == c }
		case 3:
			return e.IsNot(c), func(v []int64) bool { return value(v) != c }
		case 4:
			return e.Less(x[0]), func(v []int64) bool { return value(v) < v[0] }
		}
		return e.Equal(x[1]), func(v []int64) bool { return value(v) == v[1] }
	}
	n := r.IntN(4)
	parts := make([]Condition, n)
	holds := make([]func(v []int64) bool, n)
	for i := range n {
		parts[i], holds[i] = randomCondition(r, x, b, depth-1)
	}
	switch r.IntN(3) {
	case 0:
		return And(parts...), func(v []int64) bool {
			return !slices.ContainsFunc(holds, func(f func([]int64) bool) bool { return !f(v) })
		}
	case 1:
		return Or(parts...), func(v []int64) bool {
			return slices.ContainsFunc(holds, func(f func([]int64) bool) bool { return f(v) })
		}
	}
	c, f := randomCondition(r, x, b, depth-1)
	return Not(c), func(v []int64) bool { return !f(v) }
}

// TestConditions compares all solutions and optima with enumeration.
func TestConditions(t *testing.T) {
	for seed := range 800 {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		var m Model
		x := m.Ints("x", 3, 0, 3)
		b := []Bool{m.Bool("p"), m.Bool("q")}
		var all []func(v []int64) bool
		for range 1 + r.IntN(3) {
			c, f := randomCondition(r, x, b, 2)
			switch r.IntN(4) {
			case 0:
				when := b[0].Not()
				m.When(when, c)
				all = append(all, func(v []int64) bool { return v[3] == 1 || f(v) })
			case 1:
				truth := m.Truth(c)
				m.Add(Or(truth, b[1]))
				all = append(all, func(v []int64) bool { return v[4] == 1 || f(v) })
			default:
				m.Add(c)
				all = append(all, f)
			}
		}
		objective := x[0].Minus(x[1].Times(2)).Plus(b[0])
		if r.IntN(2) == 0 {
			m.Search(Search{x, VarOrder(r.IntN(5)), ValueOrder(r.IntN(5))})
			m.OnlyAsked = r.IntN(2) == 0
		}
		var want []string
		best, worst := int64(1000), int64(-1000)
		for n := range int64(256) {
			v := []int64{n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6 & 1, n >> 7 & 1}
			if !slices.ContainsFunc(all, func(f func([]int64) bool) bool { return !f(v) }) {
				want = append(want, fmt.Sprint(v))
				o := v[0] - 2*v[1] + v[3]
				best, worst = min(best, o), max(worst, o)
			}
		}
		var got []string
		for s, err := range m.Solutions(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			v := []int64{s.Value(x[0]), s.Value(x[1]), s.Value(x[2]), s.Value(b[0]), s.Value(b[1])}
			got = append(got, fmt.Sprint(v))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: %v\nnot %v", seed, got, want)
		}
		m.Project(x[0], x[2])
		seen := map[string]bool{}
		for _, w := range want {
			seen[w[:2]+w[5:6]] = true
		}
		n := 0
		for _, err := range m.Solutions(t.Context()) {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		if n != len(seen) {
			t.Fatalf("seed %d: %d solutions of two variables, not %d", seed, n, len(seen))
		}
		low, err := m.Minimize(t.Context(), objective)
		high, e := m.Maximize(t.Context(), objective)
		if err != nil || e != nil {
			t.Fatal(err, e)
		}
		if len(want) == 0 {
			if low.Status != Infeasible || high.Status != Infeasible {
				t.Fatalf("seed %d: %v, %v", seed, low, high)
			}
		} else if low.Status != Optimal || low.Objective != best || low.Bound != best || high.Objective != worst || high.Value(objective) != worst {
			t.Fatalf("seed %d: %d to %d, not %d to %d", seed, low.Objective, high.Objective, best, worst)
		}
	}
}

func queens(n int) (*Model, []Int) {
	var m Model
	q := m.Ints("q", n, 0, int64(n-1))
	rows, up, down := make([]Expr, n), make([]Expr, n), make([]Expr, n)
	for i, x := range q {
		rows[i], up[i], down[i] = x, x.Plus(Const(int64(i))), x.Minus(Const(int64(i)))
	}
	m.AllDifferent(rows...)
	m.AllDifferent(up...)
	m.AllDifferent(down...)
	return &m, q
}

func TestQueens(t *testing.T) {
	for n, want := range []int{1, 1, 0, 0, 2, 10, 4, 40, 92} {
		m, _ := queens(n)
		got := 0
		for _, err := range m.Solutions(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			got++
		}
		if got != want {
			t.Errorf("%d queens: %d, not %d", n, got, want)
		}
	}
	m, q := queens(40)
	m.Search(Search{q, SmallestFirst, Smallest})
	if a, err := m.Solve(t.Context()); err != nil || a.Status != Feasible {
		t.Errorf("%v, %v", a.Status, err)
	}
}

// TestGlobals checks the number of solutions of each constraint.
func TestGlobals(t *testing.T) {
	for name, c := range map[string]struct {
		want int
		post func(m *Model, x []Int)
	}{
		"different":   {6, func(m *Model, x []Int) { m.AllDifferent(x[0], x[1], x[2]) }},
		"but 0":       {13, func(m *Model, x []Int) { m.AllDifferentExcept(0, x[0], x[1], x[2]) }},
		"product":     {8, func(m *Model, x []Int) { m.ProductEquality(x[2], x[0], x[1]) }},
		"quotient":    {6, func(m *Model, x []Int) { m.QuotientEquality(x[2], x[0], x[1]) }},
		"remainder":   {6, func(m *Model, x []Int) { m.RemainderEquality(x[2], x[0], x[1]) }},
		"power":       {8, func(m *Model, x []Int) { m.PowerEquality(x[2], x[0], x[1]) }},
		"abs":         {9, func(m *Model, x []Int) { m.AbsEquality(x[1], x[0]) }},
		"max":         {9, func(m *Model, x []Int) { m.MaxEquality(x[2], x[:2]...) }},
		"min":         {9, func(m *Model, x []Int) { m.MinEquality(x[2], x[:2]...) }},
		"element":     {6, func(m *Model, x []Int) { m.ElementEquality(x[1], []int64{2, 5, 1}, x[0]) }},
		"element of":  {12, func(m *Model, x []Int) { m.ElementOfEquality(x[2], x[1:3], x[0]) }},
		"table":       {2, func(m *Model, x []Int) { m.Table(x, [][]int64{{0, 1, 2}, {2, 2, 2}, {3, 0, 0}}) }},
		"not table":   {25, func(m *Model, x []Int) { m.NotTable(x, [][]int64{{0, 1, 2}, {2, 2, 2}, {3, 0, 0}}) }},
		"circuit":     {2, func(m *Model, x []Int) { m.Circuit(0, x...) }},
		"subcircuit":  {6, func(m *Model, x []Int) { m.Subcircuit(0, x...) }},
		"inverse":     {6, func(m *Model, x []Int) { m.Inverse(x, 1, m.Ints("y", 3, 1, 3), 0) }},
		"count":       {8, func(m *Model, x []Int) { m.CountEquality(m.Int("", 0, 0), x, 1) }},
		"among":       {1, func(m *Model, x []Int) { m.AmongEquality(m.Int("", 0, 0), x, []int64{0, 1}) }},
		"values":      {3, func(m *Model, x []Int) { m.CountValuesEquality(m.Int("", 1, 1), x...) }},
		"cardinality": {6, func(m *Model, x []Int) { m.GlobalCardinalityClosed(x, []int64{0, 1, 2}, m.Ints("", 3, 1, 1)) }},
		"packing":     {6, func(m *Model, x []Int) { m.BinPacking(0, x, []int64{1, 1, 1}, m.Ints("", 3, 0, 1)) }},
		"increasing":  {10, func(m *Model, x []Int) { m.Increasing(x...) }},
		"strictly":    {1, func(m *Model, x []Int) { m.StrictlyIncreasing(x...) }},
		"lex":         {9, func(m *Model, x []Int) { m.LexLess(x[:1], x[1:2]) }},
		"precede":     {14, func(m *Model, x []Int) { m.Precede(1, 2, x...) }},
		"disjunctive": {6, func(m *Model, x []Int) {
			m.Disjunctive(Task{x[0], Const(1), nil}, Task{x[1], Const(1), nil}, Task{x[2], Const(1), nil})
		}},
		"cumulative": {24, func(m *Model, x []Int) {
			one := Const(1)
			m.Cumulative(Const(2), Task{x[0], one, one}, Task{x[1], one, one}, Task{x[2], one, one})
		}},
		"in": {18, func(m *Model, x []Int) { m.In(x[1], 0, 2, 7) }},
		"regular": {8, func(m *Model, x []Int) {
			m.Regular(x, Automaton{States: 1, Next: func(_ int, v int64) int { return -int(v / 2) }, Final: func(int) bool { return true }})
		}},
		"diagram": {1, func(m *Model, x []Int) {
			m.Diagram(x, [][]Edge{{{From: 0, To: 1, Value: 2}}, {{From: 1, To: 0, Value: 0}}, {{From: 0, To: 0, Value: 1}}})
		}},
		"boxes": {6, func(m *Model, x []Int) {
			one := m.Int("", 1, 1)
			m.NoOverlapNonstrict(Box{x[:1], []Int{one}}, Box{x[1:2], []Int{one}}, Box{x[2:], []Int{one}})
		}},
	} {
		var m Model
		x := m.Ints("x", 3, 0, 2)
		c.post(&m, x)
		got := 0
		for _, err := range m.Solutions(t.Context()) {
			if err != nil {
				t.Fatal(name, err)
			}
			got++
		}
		if got != c.want {
			t.Errorf("%s: %d solutions, not %d", name, got, c.want)
		}
	}
}

func TestMistakes(t *testing.T) {
	for name, f := range map[string]func(m *Model){
		"too large":  func(m *Model) { m.Int("x", 0, 1<<53) },
		"another's":  func(m *Model) { var o Model; m.Add(o.Ints("x", 5, 0, 1)[4].Is(1)) },
		"no Bool":    func(m *Model) { m.AsBool(m.Int("x", 0, 2)) },
		"a row":      func(m *Model) { m.Table(m.Ints("x", 2, 0, 1), [][]int64{{1}}) },
		"no maximum": func(m *Model) { m.MaxEquality(m.Int("x", 0, 1)) },
		"a sum": func(m *Model) {
			x := m.Int("x", 0, 1)
			m.Add(x.Times(1 << 40).Times(1 << 40).AtMost(3))
		},
		"large sums": func(m *Model) {
			x := m.Int("x", 0, 1<<50)
			m.Add(x.Times(1 << 40).AtMost(3).not())
			m.Add(x.Times(1 << 40).Plus(m.Int("y", 0, 1)).AtMost(3))
		},
		"constants": func(m *Model) { m.Add(Const(1<<63 - 1).Plus(Const(1)).AtMost(3)) },
	} {
		var m Model
		f(&m)
		if a, err := m.Solve(t.Context()); err == nil {
			t.Errorf("%s: %v", name, a.Status)
		}
		for s, err := range m.Solutions(t.Context()) {
			if s != nil || err == nil {
				t.Errorf("%s: a solution", name)
			}
		}
		if _, err := m.Minimize(t.Context(), Const(1)); err == nil {
			t.Errorf("%s: a best", name)
		}
	}
	var m Model
	m.Add(m.Int("x", 0, 1<<50).Times(1 << 30).Plus(m.Int("y", 0, 1<<50)).AtMost(-1))
	if _, err := m.Solve(t.Context()); !errors.Is(err, propagate.ErrTooLarge) {
		t.Error(err)
	}
}

func TestEnds(t *testing.T) {
	m, _ := queens(30)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	n := 0
	for s, err := range m.Solutions(ctx) {
		n++
		if s == nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	}
	if n == 0 {
		t.Error("no end")
	}
	m, q := queens(20)
	steps := 0
	a, err := m.Optimize(t.Context(), Sum(q[0], q[1]), Maximizing, func(*Solution) bool { steps++; return steps < 2 })
	if err != nil || a.Reason == nil && a.Status != Optimal || a.Reason != nil && (a.Status != Feasible || a.Bound < a.Objective) {
		t.Errorf("%v, %v, %v", a.Status, a.Reason, err)
	}
	m.Memory = 1000
	var limit interface{ MemoryLimit() bool }
	if a, err := m.Solve(t.Context()); err != nil || !errors.As(a.Reason, &limit) {
		t.Error(a.Reason, err)
	}
}

// TestCreep interrupts a propagation in many small steps.
func TestCreep(t *testing.T) {
	var m Model
	x, y := m.Int("x", 0, MaxValue/2), m.Int("y", 0, MaxValue/2)
	m.Add(x.Less(y))
	m.Add(y.Less(x))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if a, err := m.Solve(ctx); err != nil || a.Status != Unknown || !errors.Is(a.Reason, context.DeadlineExceeded) {
		t.Errorf("%v, %v, %v", a.Status, a.Reason, err)
	}
}

func TestEmpty(t *testing.T) {
	var m Model
	if a, err := m.Solve(t.Context()); err != nil || a.Status != Feasible {
		t.Error(a, err)
	}
	m.Int("x", 3, 2)
	if a, err := m.Solve(t.Context()); err != nil || a.Status != Infeasible {
		t.Error(a, err)
	}
}
