package constraint_test

import (
	"context"
	"math"
	"slices"
	"testing"
	"time"

	"farbank/constraint"
)

// TestSearches checks that all solutions are found in every order of variables and values.
func TestSearches(t *testing.T) {
	for order := constraint.InOrder; order <= constraint.GreatestRegret; order++ {
		for value := constraint.Smallest; value <= constraint.FirstInterval; value++ {
			for _, r := range []constraint.Restarts{nil, constraint.NoRestarts, constraint.ConstantRestarts(1), constraint.GeometricRestarts(1.2, 1)} {
				m := constraint.Model{Options: constraint.Options{OnlyAsked: true, Restarts: r, Seed: 7}}
				xs := m.Ints("x", 3, 0, 4)
				m.In(xs[0], 0, 1, 4)
				m.In(xs[1], 0, 3)
				m.AllDifferent(xs[0], xs[1], xs[2])
				m.Add(constraint.Sum(xs...).AtMost(6))
				m.Search(constraint.Search{Vars: xs, Order: order, Value: value})
				n := 0
				for _, err := range m.Solutions(t.Context()) {
					if err != nil {
						t.Fatal(err)
					}
					n++
				}
				if n != 9 {
					t.Errorf("order %d, value %d: %d solutions", order, value, n)
				}
			}
		}
	}
}

// TestPropose checks that proposed values are used where possible.
func TestPropose(t *testing.T) {
	for _, only := range []bool{true, false} {
		m := constraint.Model{Options: constraint.Options{OnlyAsked: only}}
		xs := m.Ints("x", 3, 0, 9)
		m.AllDifferent(xs[0], xs[1], xs[2])
		m.Add(xs[2].Equal(xs[0].Linear().Plus(constraint.Const(2)))) // an alias
		m.Propose(xs, []int64{20, 4, 7})
		m.Search(constraint.Search{Vars: xs, Value: constraint.Largest})
		a, err := m.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := []int64{a.Value(xs[0]), a.Value(xs[1]), a.Value(xs[2])}; got[1] != 4 || got[2] != 7 {
			t.Error(got)
		}
	}
	var m constraint.Model
	m.Propose(m.Ints("x", 2, 0, 1), []int64{1})
	if m.Err() == nil {
		t.Error("one value for two variables is accepted")
	}
}

func TestRestartLengths(t *testing.T) {
	for _, c := range []struct {
		r    constraint.Restarts
		want []int64
	}{
		{constraint.LubyRestarts(3), []int64{3, 3, 6, 3, 3, 6, 12}},
		{constraint.LinearRestarts(-1), []int64{1, 1, 1}},
		{constraint.GeometricRestarts(1e300, 5), []int64{5, 1 << 60, 1 << 60, 1 << 60}},
		{constraint.ConstantRestarts(1 << 62), []int64{1 << 60, 1 << 60}},
	} {
		var got []int64
		for n := range c.want {
			got = append(got, c.r(int64(n)))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v, not %v", got, c.want)
		}
	}
}

// TestRestartsOfNothing checks that intervals are limited to at least one conflict and to values without overflow.
func TestRestartsOfNothing(t *testing.T) {
	for _, n := range []int64{0, -1, math.MinInt64, math.MaxInt64} {
		m := constraint.Model{Options: constraint.Options{OnlyAsked: true, Restarts: func(int64) int64 { return n }}}
		x := m.Ints("x", 6, 0, 4)
		m.Search(constraint.Search{Vars: x})
		for i := range x {
			for j := range i {
				m.Add(x[i].Linear().NotEqual(x[j]))
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if a, err := m.Solve(ctx); a.Status != constraint.Infeasible {
			t.Error(n, a.Status, err)
		}
	}
}
