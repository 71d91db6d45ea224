package constraint

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestSwitched compares conditional constraints with enumeration. The condition is the first variable or its negation.
func TestSwitched(t *testing.T) {
	distinct := func(v []int64) bool { return v[0] != v[1] && v[0] != v[2] && v[1] != v[2] }
	tasks := func(x []Int) (list []Task) {
		for i, s := range x {
			list = append(list, Task{s, Const(int64(i % 3)), Const(1)})
		}
		return list
	}
	together := func(v []int64, time int64) (n int) {
		for i, s := range v {
			if s <= time && time < s+int64(i%3) {
				n++
			}
		}
		return n
	}
	for name, c := range map[string]struct {
		n     int
		post  func(m *Model, b Bool, x []Int)
		holds func(v []int64) bool
	}{
		"product":   {3, func(m *Model, b Bool, x []Int) { m.WhenProductEquality(b, x[2], x[0], x[1]) }, func(v []int64) bool { return v[0]*v[1] == v[2] }},
		"quotient":  {3, func(m *Model, b Bool, x []Int) { m.WhenQuotientEquality(b, x[2], x[0], x[1]) }, func(v []int64) bool { return v[1] != 0 && v[0]/v[1] == v[2] }},
		"remainder": {3, func(m *Model, b Bool, x []Int) { m.WhenRemainderEquality(b, x[2], x[0], x[1]) }, func(v []int64) bool { return v[1] != 0 && v[0]%v[1] == v[2] }},
		"element": {2, func(m *Model, b Bool, x []Int) { m.WhenElementEquality(b, x[1], []int64{2, 0, 7}, x[0]) },
			func(v []int64) bool { return v[0] >= 0 && v[0] < 3 && []int64{2, 0, 7}[v[0]] == v[1] }},
		"element of": {4, func(m *Model, b Bool, x []Int) { m.WhenElementOfEquality(b, x[3], x[:2], x[2]) },
			func(v []int64) bool { return v[2] >= 0 && v[2] < 2 && v[v[2]] == v[3] }},
		"no element": {2, func(m *Model, b Bool, x []Int) { m.WhenElementEquality(b, x[1], nil, x[0]) }, func([]int64) bool { return false }},
		"table": {3, func(m *Model, b Bool, x []Int) { m.WhenTable(b, x, [][]int64{{1, Any, 2}, {Any, 0, 2}, {3, 3, 3}}) },
			func(v []int64) bool { return v[2] == 2 && (v[0] == 1 || v[1] == 0) || slices.Min(v) == 3 }},
		"different": {3, func(m *Model, b Bool, x []Int) { m.WhenAllDifferent(b, x[0], x[1], x[2]) }, distinct},
		"disjunctive": {3, func(m *Model, b Bool, x []Int) { m.WhenDisjunctive(b, tasks(x)...) },
			func(v []int64) bool { return v[1] < v[2] || v[2]+2 <= v[1] }},
		"cumulative": {4, func(m *Model, b Bool, x []Int) { m.WhenCumulative(b, x[3], tasks(x[:3])...) }, func(v []int64) bool {
			for time := int64(-2); time < 6; time++ {
				if together(v[:3], time) > int(v[3]) {
					return false
				}
			}
			return true
		}},
	} {
		for _, on := range []int64{0, 1} {
			tally(t, name, c.n+1, -1, 3, func(m *Model, x []Int) {
				m.Add(And(x[0].AtLeast(0), x[0].AtMost(1)))
				b := m.Truth(x[0].Is(on))
				c.post(m, b, x[1:])
			}, func(v []int64) bool {
				return v[0] == 0 && on == 1 || v[0] == 1 && on == 0 || (v[0] == 0 || v[0] == 1) && c.holds(v[1:])
			})
		}
	}
	var m Model // products that may be too large
	x, y, z, b := m.Int("", 0, MaxValue), m.Int("", 2, MaxValue), m.Int("", 7, 8), m.Bool("")
	m.WhenProductEquality(b, z, x, y)
	m.Add(x.AtLeast(3))
	if a, err := m.Maximize(t.Context(), b); err != nil || a.Objective != 1 || a.Solution.Value(x) != 4 || a.Solution.Value(z) != 8 {
		t.Error(a.Status, a.Objective, err)
	}
}

// TestWhenCumulativeLarge checks the error for uses whose sum overflows.
func TestWhenCumulativeLarge(t *testing.T) {
	for _, use := range []func(m *Model) Expr{
		func(m *Model) Expr { return m.Int("", 5, MaxValue) },
		func(m *Model) Expr { return m.Int("", 0, MaxValue).Plus(Const(math.MaxInt64 - 3)) },
	} {
		var m Model
		b := m.Bool("")
		m.Add(b.Not())
		var tasks []Task
		for range 2048 {
			tasks = append(tasks, Task{Const(0), Const(1), use(&m)})
		}
		m.WhenCumulative(b, Const(7), tasks...)
		if err := m.Err(); err == nil || !strings.Contains(err.Error(), "may use more than 2^52 together") {
			t.Errorf("uses that are too large: %v", err)
		}
	}
}

// TestCumulativeLarge has tasks with large uses, whose sum exceeds the limit or overflows.
func TestCumulativeLarge(t *testing.T) {
	for n, fits := range map[int]bool{1: true, 2: false, 1000: false} {
		m := largeTasks(n)
		if a, err := m.Solve(t.Context()); err != nil || (a.Status == Infeasible) == fits {
			t.Errorf("%d tasks: %v %v", n, a.Status, err)
		}
	}
	for _, n := range []int{2048, 4096} { // 2^63 and 2^64
		if _, err := largeTasks(n).Solve(t.Context()); err == nil || !strings.Contains(err.Error(), "larger than 2^62") {
			t.Errorf("%d tasks: %v", n, err)
		}
	}
}

// largeTasks returns n simultaneous tasks, each of which uses the whole limit.
func largeTasks(n int) *Model {
	var m Model
	var tasks []Task
	for range n {
		tasks = append(tasks, Task{Const(0), Const(1), Const(MaxValue)})
	}
	m.Cumulative(Const(MaxValue), tasks...)
	return &m
}
