package made_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/milp/branch"
	"farbank/milp/internal/reference"
	"farbank/milp/made"
	"farbank/milp/problem"
)

func best(t *testing.T, p *problem.Problem) problem.Solution {
	t.Helper()
	s, err := branch.Solve(context.Background(), p, branch.Options{})
	if err != nil || s.Status != problem.Optimal {
		t.Fatal(s.Status, err)
	}
	if !made.Fulfils(p, s.Values) {
		t.Fatalf("the solution breaks a row: %v", s.Values)
	}
	return s
}

// TestClassic checks problems whose optimum is known, or found otherwise.
func TestClassic(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 2: 1, 3: 2, 4: 4, 6: 6, 8: 8} {
		if s := best(t, made.Queens(n)); s.Objective != want {
			t.Errorf("%d queens: %v, want %v", n, s.Objective, want)
		}
	}
	for seed := range uint64(5) {
		for _, p := range []*problem.Problem{made.Assignment(3, seed), made.Knapsack(10, seed), made.Cover(8, 9, seed)} {
			want, ok := made.Enumerate(p, 1e6)
			if s := best(t, p); !ok || s.Objective != want.Objective {
				t.Errorf("%s: %v, want %v (%v)", p.Name, s.Objective, want.Objective, ok)
			}
		}
	}
}

// TestEnumerate compares with exact arithmetic.
func TestEnumerate(t *testing.T) {
	solved := 0
	for seed := range uint64(300) {
		p := made.Random(rand.New(rand.NewPCG(seed, 1)), made.Shape{Columns: 4, Rows: 4, Sets: seed%3 == 0})
		s, ok := made.Enumerate(p, 1e5)
		if !ok {
			continue
		}
		status, value, _ := reference.Solve(p)
		if status != s.Status {
			t.Fatalf("seed %d: %v, want %v\n%+v", seed, s.Status, status, p)
		}
		if status != problem.Optimal {
			continue
		}
		solved++
		if want, _ := value.Float64(); math.Abs(s.Objective-want) > 1e-9 || !made.Fulfils(p, s.Values) {
			t.Fatalf("seed %d: %v, want %v\n%+v", seed, s.Objective, want, p)
		}
	}
	if solved < 20 {
		t.Errorf("only %d", solved)
	}
	if _, ok := made.Enumerate(&problem.Problem{Columns: []problem.Column{{Upper: 1}}}, 10); ok {
		t.Error("a continuous column")
	}
}

// TestFulfils checks rows, bounds of rows, and sets.
func TestFulfils(t *testing.T) {
	p := &problem.Problem{Columns: make([]problem.Column, 3),
		Rows: []problem.Row{{Lower: 1, Upper: 2, Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 2, Coefficient: 1}}}},
		Sets: []problem.Set{{Kind: 1, Columns: []int{0, 1, 2}, Weights: []float64{1, 2, 3}}}}
	for _, test := range []struct {
		x    []float64
		want bool
	}{{[]float64{1, 0, 0}, true}, {[]float64{0, 0, 2}, true}, {[]float64{1, 0, 1}, false}, {[]float64{0, 1, 0}, false}, {[]float64{3, 0, 0}, false}} {
		if got := made.Fulfils(p, test.x); got != test.want {
			t.Errorf("%v: %v", test.x, got)
		}
	}
}

// TestShrink checks that what causes the failure stays, and that the given problem does not change.
func TestShrink(t *testing.T) {
	for seed := range uint64(20) {
		p := made.Every(rand.New(rand.NewPCG(seed, 2)))
		rows, columns := len(p.Rows), len(p.Columns)
		if rows == 0 || columns == 0 {
			continue
		}
		small := made.Shrink(p, func(q *problem.Problem) bool { return len(q.Rows) > 0 })
		if len(small.Rows) != 1 || len(small.Rows[0].Terms) != 0 || len(small.Columns) > 1 {
			t.Errorf("seed %d: %+v is left", seed, small)
		}
		if len(p.Rows) != rows || len(p.Columns) != columns {
			t.Error("the problem given was changed")
		}
	}
}
