package pb

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"farbank/internal/testing/long"
	"farbank/milp/made"
	"farbank/milp/problem"
)

var inf = problem.Infinity

// narrow changes the bounds of the columns and the scale of the numbers.
func narrow(r *rand.Rand, p *problem.Problem) {
	for j := range p.Columns {
		c := &p.Columns[j]
		switch r.IntN(6) {
		case 0:
			c.Lower, c.Upper = -1, 0
		case 1:
			c.Lower, c.Upper = 3, 4.5
		case 2:
			c.Lower = c.Upper
		}
	}
	for i := range p.Rows {
		scale := []float64{1, 0.1, 0.01, 1.0 / 4, 1000}[r.IntN(5)]
		row := &p.Rows[i]
		row.Lower *= scale
		row.Upper *= scale
		for k := range row.Terms {
			row.Terms[k].Coefficient *= scale
		}
	}
}

// TestEnumerated compares the solver with enumeration.
func TestEnumerated(t *testing.T) {
	n := 1500
	if long.Enabled() {
		n = 20000
	}
	r := rand.New(rand.NewPCG(8, 8))
	count := map[problem.Status]int{}
	for k := range n {
		p := made.Random(r, made.Shape{Columns: 9, Rows: 7, Binary: true, Fractions: k%2 == 0, Sets: true})
		if k%3 == 0 {
			narrow(r, p)
		}
		want, _ := made.Enumerate(p, math.Inf(1))
		count[want.Status]++
		got, err := Solve(t.Context(), p, Options{})
		if err != nil || got.Status != want.Status || math.Abs(got.Objective-want.Objective) > 1e-9 || got.Values != nil && !made.Fulfils(p, got.Values) {
			t.Fatalf("%d: %+v %v, not %+v\n%+v", k, got, err, want, p)
		}
	}
	t.Log(count)
}

func TestRefused(t *testing.T) {
	row := func(terms ...float64) *problem.Problem {
		p := &problem.Problem{Rows: []problem.Row{{Name: "r", Lower: 1, Upper: inf}}}
		for j, v := range terms {
			p.Columns = append(p.Columns, problem.Column{Integer: true, Upper: 1})
			p.Rows[0].Terms = append(p.Rows[0].Terms, problem.Term{Column: j, Coefficient: v})
		}
		return p
	}
	for want, p := range map[string]*problem.Problem{
		`column "x" is continuous`:                    {Columns: []problem.Column{{Name: "x", Upper: 1}}},
		`column "y" has more than two values`:         {Columns: []problem.Column{{Name: "y", Upper: 2, Integer: true}}},
		"its coefficients add up to too much":         row(1<<47, 1<<47+1),
		"its coefficients are too large":              row(1, 1e15),
		"as whole numbers its coefficients":           row(math.Pi, math.E),
		"a coefficient is NaN":                        row(math.NaN()),
		"a coefficient is 1e+300":                     row(1e300),
		"objective: no pseudo-Boolean problem: as":    {Columns: []problem.Column{{Upper: 1, Integer: true, Cost: 1e15}, {Upper: 1, Integer: true, Cost: 1}}, Rows: row(1, 1).Rows},
		`the cost of "x" is NaN`:                      {Columns: []problem.Column{{Name: "x", Upper: 1, Integer: true, Cost: math.NaN()}}},
		`column "x" has a bound that is not a number`: {Columns: []problem.Column{{Name: "x", Upper: math.NaN(), Integer: true}}},
	} {
		_, err := Solve(t.Context(), p, Options{})
		var refusal *Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
		if Suits(p) {
			t.Errorf("%s: it suits", want)
		}
	}
}

// pigeons returns the problem of n+1 pigeons in n holes.
func pigeons(n int) *problem.Problem {
	p := &problem.Problem{}
	for range n + 1 {
		p.Rows = append(p.Rows, problem.Row{Lower: 1, Upper: inf})
	}
	for range n {
		p.Rows = append(p.Rows, problem.Row{Lower: -inf, Upper: 1})
	}
	for i := range n + 1 {
		for j := range n {
			k := len(p.Columns)
			p.Columns = append(p.Columns, problem.Column{Integer: true, Upper: 1})
			p.Rows[i].Terms = append(p.Rows[i].Terms, problem.Term{Column: k, Coefficient: 1})
			p.Rows[n+1+j].Terms = append(p.Rows[n+1+j].Terms, problem.Term{Column: k, Coefficient: 1})
		}
	}
	return p
}

func TestPigeons(t *testing.T) {
	if s, err := Solve(t.Context(), pigeons(7), Options{}); err != nil || s.Status != problem.Infeasible {
		t.Error(s, err)
	}
}

// TestEnd checks that the best solution is returned if the context ends.
func TestEnd(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if s, err := Solve(ctx, pigeons(20), Options{}); err != nil || !errors.Is(s.Reason, context.DeadlineExceeded) || s.Status != problem.Unknown {
		t.Error(s, err)
	}
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	s, err := Solve(ctx, made.Cover(100, 300, 1), Options{Incumbent: func(problem.Solution) { cancel() }})
	if err != nil || !errors.Is(s.Reason, context.Canceled) || s.Status != problem.Feasible {
		t.Error(s.Status, s.Reason, err)
	}
}

// clauses returns a random problem of clauses of three literals.
func clauses(n, m int, seed uint64) *problem.Problem {
	r := rand.New(rand.NewPCG(seed, 1))
	p := &problem.Problem{}
	for range n {
		p.Columns = append(p.Columns, problem.Column{Integer: true, Upper: 1})
	}
	for range m {
		row := problem.Row{Lower: 1, Upper: inf}
		for _, j := range r.Perm(n)[:3] {
			v := 1.0
			if r.IntN(2) == 0 {
				v = -1
				row.Lower--
			}
			row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: v})
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// weighted returns a random problem of rows of eight columns with weights up to 5.
func weighted(n, m int, seed uint64, cost int) *problem.Problem {
	r := rand.New(rand.NewPCG(seed, 1))
	p := &problem.Problem{}
	for range n {
		c := problem.Column{Integer: true, Upper: 1}
		if cost > 0 {
			c.Cost = float64(1 + r.IntN(cost))
		}
		p.Columns = append(p.Columns, c)
	}
	for range m {
		row := problem.Row{Lower: -inf, Upper: inf}
		sum := 0
		for _, j := range r.Perm(n)[:8] {
			v := 1 + r.IntN(5)
			sum += v
			row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: float64(v)})
		}
		if r.IntN(2) == 0 {
			row.Lower = float64(sum / 2)
		} else {
			row.Upper = float64(sum / 2)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

func TestSuits(t *testing.T) {
	for name, c := range map[string]struct {
		p    *problem.Problem
		want bool
	}{
		"clauses":    {clauses(100, 430, 1), true},
		"weighted":   {weighted(60, 70, 1, 0), true},
		"costs":      {weighted(30, 30, 1, 9), true},
		"many costs": {weighted(300, 300, 1, 9), false},
		"queens":     {made.Queens(8), false},
		"pigeons":    {pigeons(15), false},
		"cover":      {made.Cover(30, 60, 1), false},
		"knapsack":   {made.Knapsack(20, 1), false},
		"assignment": {made.Assignment(8, 1), false},
		"no rows":    {&problem.Problem{Columns: made.Queens(2).Columns}, false},
	} {
		if Suits(c.p) != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	for name, p := range map[string]*problem.Problem{
		"clauses100": clauses(100, 430, 1), "clauses150": clauses(150, 640, 2), "weighted60": weighted(60, 70, 1, 0), "weighted80": weighted(80, 120, 2, 0),
		"costs30": weighted(30, 30, 1, 9), "queens8": made.Queens(8), "cover30": made.Cover(30, 60, 1), "knapsack20": made.Knapsack(20, 1),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Solve(b.Context(), p, Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
