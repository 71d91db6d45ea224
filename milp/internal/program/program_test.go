package program_test

import (
	"math"
	"testing"

	"farbank/milp/internal/program"
	"farbank/milp/problem"
)

var inf = math.Inf(1)

// rows returns a maximization problem over binaries with the rows.
func rows(costs []float64, list ...problem.Row) *program.Program {
	p := &problem.Problem{Maximize: true, Offset: 3, Rows: list, Sets: []problem.Set{{Kind: 1, Columns: []int{1, 2}}}}
	for _, c := range costs {
		p.Columns = append(p.Columns, problem.Column{Upper: 1, Integer: true, Cost: c})
	}
	return program.New(p)
}

func row(lower, upper float64, coefficients ...float64) problem.Row {
	r := problem.Row{Lower: lower, Upper: upper}
	for j, a := range coefficients {
		if a != 0 {
			r.Terms = append(r.Terms, problem.Term{Column: j, Coefficient: a})
		}
	}
	return r
}

func TestNew(t *testing.T) {
	g := rows([]float64{4, 6, 0}, row(-inf, 2, 1, -2, 1), row(1, 1, 0, 3, 0))
	if g.Granularity != 2 {
		t.Errorf("objectives differ by %v", g.Granularity)
	}
	if v := g.Value([]float64{1, 1, 1}); v != -13 {
		t.Errorf("minimised, the value is %v", v)
	}
	if up, down := g.Locks(1); up != 1 || down != 2 {
		t.Errorf("locks %d and %d", up, down)
	}
	if g.InSet[0] || !g.InSet[1] {
		t.Errorf("in sets: %v", g.InSet)
	}
}

func TestGranularity(t *testing.T) {
	for _, test := range []struct {
		costs []float64
		want  float64
	}{{[]float64{0.3, 0.5, 0.7}, 0.1}, {[]float64{12, 18, 30}, 6}, {[]float64{1, math.Pi, 1}, 0}, {[]float64{0, 0, 0}, 0}} {
		if got := rows(test.costs).Granularity; math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%v: %v", test.costs, got)
		}
	}
}

func TestKindsOfRows(t *testing.T) {
	for _, test := range []struct {
		name    string
		row     problem.Row
		one     bool
		packing int // literals of which at most one is true
	}{
		{"exactly one", row(1, 1, 1, 1, 1), true, 0},
		{"scaled", row(-2, -2, -2, -2), true, 0},
		{"at most one", row(-inf, 1, 1, 1, 1), false, 3},
		{"at least one of opposites", row(-1, inf, -1, -1), false, 2},
		{"one and another's opposite", row(-inf, 0, 1, -1), false, 2},
		{"at most two", row(-inf, 2, 1, 1, 1), false, 0},
		{"unequal weights", row(-inf, 1, 1, 2), false, 0},
	} {
		g := rows([]float64{1, 1, 1}, test.row)
		if got := g.ExactlyOne(0); got != test.one {
			t.Errorf("%s: exactly one: %v", test.name, got)
		}
		lits, ok := g.Packing(0)
		if ok != (test.packing > 0) || ok && len(lits) != test.packing {
			t.Errorf("%s: packing %v %v", test.name, lits, ok)
		}
	}
}

func TestKnapsack(t *testing.T) {
	g := rows([]float64{1, 1, 1}, row(-4, inf, -3, 2, -5))
	items, room := g.Knapsack(&g.Rows[0], -1)
	if len(items) != 3 || room != 6 || !items[1].Flip || items[1].Weight != 2 || items[2].Weight != 5 {
		t.Errorf("%+v in %v", items, room)
	}
}
