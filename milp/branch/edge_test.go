package branch_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

var inf = math.Inf(1)

// row returns a row with coefficients in the order of the columns.
func row(lower, upper float64, a ...float64) problem.Row {
	r := problem.Row{Lower: lower, Upper: upper}
	for j, v := range a {
		if v != 0 {
			r.Terms = append(r.Terms, problem.Term{Column: j, Coefficient: v})
		}
	}
	return r
}

func column(lower, upper, cost float64, integer bool) problem.Column {
	return problem.Column{Lower: lower, Upper: upper, Cost: cost, Integer: integer}
}

func TestEdges(t *testing.T) {
	type cols = []problem.Column
	type rows = []problem.Row
	for _, c := range []struct {
		name   string
		p      problem.Problem
		status problem.Status
		value  float64
	}{
		{"nothing", problem.Problem{Offset: 3}, problem.Optimal, 3},
		{"empty row that holds", problem.Problem{Rows: rows{row(-1, 1)}}, problem.Optimal, 0},
		{"empty row that does not", problem.Problem{Rows: rows{row(1, 2)}}, problem.Infeasible, 0},
		{"empty column", problem.Problem{Columns: cols{column(-2, 5, 1, true)}}, problem.Optimal, -2},
		{"empty column without bound", problem.Problem{Columns: cols{column(-inf, 5, 1, true)}}, problem.Unbounded, 0},
		{"unbounded and infeasible", problem.Problem{Columns: cols{column(-inf, 5, 1, false), column(0, 1, 0, true)},
			Rows: rows{row(3, 4, 0, 2)}}, problem.Infeasible, 0},
		{"free columns", problem.Problem{Columns: cols{column(-inf, inf, 1, false), column(-inf, inf, 1, false)},
			Rows: rows{row(2, inf, 1, 2), row(1, inf, 2, 1)}}, problem.Optimal, 1},
		{"free and unbounded", problem.Problem{Maximize: true, Columns: cols{column(-inf, inf, 1, false), column(-inf, inf, 1, false)},
			Rows: rows{row(2, inf, 1, 2)}}, problem.Unbounded, 0},
		{"free integers", problem.Problem{Columns: cols{column(-inf, inf, 1, true), column(-inf, inf, 1, true)},
			Rows: rows{row(3, inf, 2, 1), row(-2, inf, 1, 2)}}, problem.Optimal, 1},
		{"equal bounds", problem.Problem{Columns: cols{column(2, 2, 5, true), column(1.5, 1.5, 2, false)}, Rows: rows{row(-inf, 4, 1, 1)}}, problem.Optimal, 13},
		{"equal bounds against a row", problem.Problem{Columns: cols{column(2, 2, 5, true), column(1.5, 1.5, 2, false)}, Rows: rows{row(-inf, 3, 1, 1)}}, problem.Infeasible, 0},
		{"crossed bounds", problem.Problem{Columns: cols{column(2, 1, 0, false)}}, problem.Infeasible, 0},
		{"no integer between bounds", problem.Problem{Columns: cols{column(0.2, 0.8, 0, true)}}, problem.Infeasible, 0},
		{"crossed sides", problem.Problem{Columns: cols{column(0, 9, 0, false)}, Rows: rows{row(2, 1, 1)}}, problem.Infeasible, 0},
		{"odd sum", problem.Problem{Columns: cols{column(-inf, inf, 0, true), column(-inf, inf, 0, true)}, Rows: rows{row(1, 1, 2, -2)}}, problem.Infeasible, 0},
		{"odd sum of bounded", problem.Problem{Columns: cols{column(0, 9, 0, true), column(0, 9, 0, true), column(0, 9, 0, true)},
			Rows: rows{row(7, 7, 2, 4, 6)}}, problem.Infeasible, 0},
		{"huge sides are infinite", problem.Problem{Columns: cols{column(-1e30, 1e31, 1, false)}, Rows: rows{row(-1e30, 1e30, 1)}}, problem.Unbounded, 0},
		{"huge coefficient", problem.Problem{Maximize: true, Columns: cols{column(0, 1e9, 1, true), column(0, 1, 0, true)},
			Rows: rows{row(-inf, 0, 1, -1e9), row(-inf, 0, 0, 1)}}, problem.Optimal, 0},
		{"big M does not leak", problem.Problem{Maximize: true, Columns: cols{column(0, inf, 1, true), column(0, 1, -0.5, true)},
			Rows: rows{row(-inf, 0, 1, -1e8), row(-inf, 3, 1)}}, problem.Optimal, 2.5},
		{"decimals", problem.Problem{Columns: cols{column(0, 1, 1, true), column(0, 1, 1, true), column(0, 1, 1, true)},
			Rows: rows{row(0.3, 0.3, 0.1, 0.1, 0.1)}}, problem.Optimal, 3},
		{"wide", problem.Problem{Maximize: true, Columns: cols{column(0, 1e6, 1, false), column(0, 1e6, 1e-3, false)},
			Rows: rows{row(-inf, 1e6, 1, 1e-6)}}, problem.Optimal, 1e6 - 1 + 1e3},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, o := range variants {
				if o.NoPresolve && c.name == "odd sum" {
					continue // presolve alone recognizes it; branching does not end
				}
				s, err := branch.Solve(context.Background(), &c.p, o)
				if err != nil {
					t.Fatal(err)
				}
				if s.Status != c.status {
					t.Fatalf("%v, want %v (%+v)", s.Status, c.status, o)
				}
				if c.status == problem.Optimal && math.Abs(s.Objective-c.value) > 1e-6*max(1, math.Abs(c.value)) {
					t.Errorf("objective %v, want %v", s.Objective, c.value)
				}
			}
		})
	}
}

func TestBadData(t *testing.T) {
	nan := math.NaN()
	good := []problem.Column{column(0, 1, 1, true), {Name: "y", Upper: 2}}
	for _, c := range []struct {
		p    problem.Problem
		want string
	}{
		{problem.Problem{Offset: nan}, "constant"},
		{problem.Problem{Columns: []problem.Column{{Name: "x", Cost: nan}}}, "column x"},
		{problem.Problem{Columns: []problem.Column{{Lower: nan}}}, "column number 0"},
		{problem.Problem{Columns: []problem.Column{{Lower: inf, Upper: inf}}}, "lower bound"},
		{problem.Problem{Columns: []problem.Column{{Cost: inf}}}, "cost"},
		{problem.Problem{Columns: good, Rows: []problem.Row{{Name: "r", Upper: nan}}}, "row r"},
		{problem.Problem{Columns: good, Rows: []problem.Row{row(0, 1, 1, nan)}}, "coefficient NaN of y"},
		{problem.Problem{Columns: good, Rows: []problem.Row{row(0, 1, 1, 1, 1)}}, "no column 2"},
		{problem.Problem{Columns: good, Rows: []problem.Row{{Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 0, Coefficient: 2}}}}}, "twice"},
		{problem.Problem{Columns: good, Sets: []problem.Set{{Name: "s", Kind: 3}}}, "set s: kind 3"},
		{problem.Problem{Columns: good, Sets: []problem.Set{{Kind: 1, Columns: []int{0, 5}}}}, "no column 5"},
	} {
		_, err := branch.Solve(context.Background(), &c.p, branch.Options{})
		var data *branch.DataError
		if !errors.As(err, &data) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %q", err, c.want)
		}
	}
}

// hard returns a problem that takes long: a market split (Cornuejols and Dawande 1998).
func hard() *problem.Problem {
	p := &problem.Problem{}
	for range 40 {
		p.Columns = append(p.Columns, column(0, 1, 0, true))
	}
	state := uint32(7)
	for range 5 {
		var a []float64
		sum := 0.0
		for range 40 {
			state = state*1664525 + 1013904223
			v := float64(state >> 16 % 100)
			a = append(a, v)
			sum += v
		}
		p.Columns = append(p.Columns, column(0, inf, 1, false), column(0, inf, 1, false))
		b := math.Floor(sum / 2)
		r := row(b, b, a...)
		n := len(p.Columns)
		r.Terms = append(r.Terms, problem.Term{Column: n - 2, Coefficient: 1}, problem.Term{Column: n - 1, Coefficient: -1})
		p.Rows = append(p.Rows, r)
	}
	return p
}

func TestLimits(t *testing.T) {
	for _, workers := range []int{1, 2} {
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		s, err := branch.Solve(ctx, hard(), branch.Options{Workers: workers})
		cancel()
		if err != nil || s.Status != problem.Feasible || s.Values == nil || s.Bound > s.Objective {
			t.Errorf("after the time: %v, objective %v, bound %v, %v", s.Status, s.Objective, s.Bound, err)
		}
		s, _ = branch.Solve(context.Background(), hard(), branch.Options{Workers: workers, Nodes: 50})
		if s.Status != problem.Feasible || s.Nodes > 51 {
			t.Errorf("after 50 nodes: %v at %d", s.Status, s.Nodes)
		}
		s, _ = branch.Solve(context.Background(), hard(), branch.Options{Workers: workers, Memory: 20_000})
		if s.Status != problem.Feasible {
			t.Errorf("with little memory: %v", s.Status)
		}
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if s, err := branch.Solve(done, hard(), branch.Options{}); err != nil || s.Status != problem.Unknown && s.Status != problem.Feasible {
		t.Errorf("in a context that has ended: %v, %v", s.Status, err)
	}
}

func TestCallbacks(t *testing.T) {
	p := hard()
	start := make([]float64, len(p.Columns))
	for i, r := range p.Rows {
		start[r.Terms[len(r.Terms)-2].Column] = r.Lower
		_ = i
	}
	last, calls := inf, 0
	var log strings.Builder
	s, err := branch.Solve(context.Background(), p, branch.Options{Nodes: 200, Start: start, Log: &log,
		Incumbent: func(x []float64, objective float64) {
			if objective >= last || len(x) != len(p.Columns) {
				t.Errorf("incumbent of %v after %v", objective, last)
			}
			last = objective
			calls++
		},
		Progress: func(g branch.Progress) {
			if g.Found && g.Bound > g.Objective+1e-6 {
				t.Errorf("bound %v above %v", g.Bound, g.Objective)
			}
		}})
	if err != nil || calls == 0 || s.Objective != last {
		t.Errorf("%d incumbents, the last of %v; the answer is %v, %v", calls, last, s.Objective, err)
	}
	if !strings.Contains(log.String(), "start") || !strings.Contains(log.String(), "bound") {
		t.Errorf("log:\n%s", log.String())
	}
}

func TestGap(t *testing.T) {
	s, err := branch.Solve(context.Background(), hard(), branch.Options{AbsoluteGap: 1e6})
	if err != nil || s.Status != problem.Optimal || s.Bound > s.Objective {
		t.Errorf("%v: %v, bound %v, %v", s.Status, s.Objective, s.Bound, err)
	}
}
