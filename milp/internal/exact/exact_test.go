package exact_test

import (
	"math"
	"testing"

	"farbank/milp/internal/exact"
	"farbank/milp/problem"
)

// tenths returns x + y + z = 0.3 over tenths: in floating point 0.1 + 0.2 is more.
func tenths(integer bool) *problem.Problem {
	column := problem.Column{Upper: 10, Integer: integer, Cost: 0.1}
	return &problem.Problem{Offset: 0.2, Columns: []problem.Column{column, column}, Rows: []problem.Row{{Lower: 0.3, Upper: 0.3,
		Terms: []problem.Term{{Column: 0, Coefficient: 0.1}, {Column: 1, Coefficient: 0.2}}}}}
}

func TestHolds(t *testing.T) {
	whole := &problem.Problem{Columns: []problem.Column{{Upper: 1e9, Integer: true}, {Upper: 1e9, Integer: true}},
		Rows: []problem.Row{{Lower: 1e9, Upper: math.Inf(1), Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: 1e8}}}}}
	for _, test := range []struct {
		name string
		p    *problem.Problem
		x    []float64
		want bool
	}{
		{"decimals", tenths(true), []float64{1, 1}, true},
		{"another sum", tenths(true), []float64{2, 1}, false},
		{"nearly whole", tenths(true), []float64{1 + 1e-7, 1}, true},
		{"not whole", tenths(true), []float64{1.5, 0.75}, false},
		{"continuous", tenths(false), []float64{1.5, 0.75}, true},
		{"continuous within the tolerance", tenths(false), []float64{1.5, 0.75 + 1e-7}, true},
		{"continuous beyond it", tenths(false), []float64{1.5, 0.76}, false},
		{"whole numbers hold exactly", whole, []float64{0, 10}, true},
		{"not within a tolerance", whole, []float64{999, 9}, false},
		{"beyond a bound", tenths(false), []float64{11, -4}, false},
		{"no number", tenths(false), []float64{math.NaN(), 1}, false},
		{"too few", tenths(false), []float64{1}, false},
	} {
		if got := exact.New(test.p).Holds(test.x); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestSets(t *testing.T) {
	set := problem.Set{Kind: 2, Columns: []int{0, 1, 2, 3}, Weights: []float64{4, 1, 2, 3}} // in the order 1, 2, 3, 0
	for _, test := range []struct {
		x    []float64
		want bool
	}{
		{[]float64{0, 0, 0, 0}, true}, {[]float64{1, 0, 0, 1}, true}, {[]float64{0, 1, 1, 0}, true}, {[]float64{1, 1, 0, 0}, false}, {[]float64{0, 1, 1, 1}, false},
	} {
		if got := exact.SetHolds(set, test.x); got != test.want {
			t.Errorf("%v: %v", test.x, got)
		}
	}
}

func TestClean(t *testing.T) {
	p := tenths(false)
	p.Columns[1].Lower = 0.25
	got := exact.New(p).Clean([]float64{2 + 1e-12, 0.25 - 1e-12})
	if got[0] != 2 || got[1] != 0.25 {
		t.Errorf("got %v", got)
	}
	if v := exact.New(p).Objective([]float64{1, 2}); v != 0.5 {
		t.Errorf("0.2 + 0.1 + 0.2 is %v", v)
	}
}
