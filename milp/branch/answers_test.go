package branch_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/branch"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
)

func rounds(short, more uint64) uint64 {
	if long.Enabled() {
		return more
	}
	return short
}

// assignments returns the objectives of the best solution for each assignment of the integer
// columns, the best first. It returns false if there are too many, or none, or an unbounded one.
func assignments(p *problem.Problem) ([]float64, bool) {
	var all []float64
	lower, upper := make([]float64, len(p.Columns)), make([]float64, len(p.Columns))
	count, unbounded := 1.0, false
	for j, c := range p.Columns {
		lower[j], upper[j] = c.Lower, c.Upper
		if c.Integer {
			count *= c.Upper - c.Lower + 1
		}
	}
	if count > 400 || count < 2 {
		return nil, false
	}
	var walk func(j int)
	walk = func(j int) {
		if j < len(p.Columns) {
			c := p.Columns[j]
			if !c.Integer {
				walk(j + 1)
				return
			}
			for v := c.Lower; v <= c.Upper; v++ {
				lower[j], upper[j] = v, v
				walk(j + 1)
			}
			return
		}
		st, objective, _ := reference.Linear(p, lower, upper)
		if st == problem.Optimal {
			v, _ := objective.Float64()
			all = append(all, v)
		}
		unbounded = unbounded || st == problem.Unbounded
	}
	walk(0)
	slices.Sort(all)
	if p.Maximize {
		slices.Reverse(all)
	}
	return all, !unbounded && len(all) > 0
}

// TestPool compares the best solutions with all assignments of the integer columns.
func TestPool(t *testing.T) {
	several := 0
	for seed := range rounds(400, 30000) {
		r := rand.New(rand.NewPCG(seed, 91))
		p := reference.Random(r, true, false)
		all, ok := assignments(p)
		if !ok {
			continue
		}
		o := branch.Options{Solutions: 2 + r.IntN(12), Workers: 1 + int(seed%2), NoDives: seed%3 == 0}
		if seed%4 == 0 {
			o.Solutions, o.PoolGap = 0, 0.4
		}
		s, err := branch.Solve(t.Context(), p, o)
		if err != nil || s.Status != problem.Optimal {
			t.Fatalf("seed %d: %v %v\n%+v", seed, s.Status, err, p)
		}
		want := all[:min(o.Solutions, len(all))]
		if o.PoolGap > 0 {
			want = slices.DeleteFunc(all, func(v float64) bool { return math.Abs(v-all[0]) > 0.4*math.Abs(all[0])+1e-9 })
		}
		if len(s.Pool) != len(want) {
			t.Fatalf("seed %d: %d solutions, want %v\n%+v\n%+v", seed, len(s.Pool), want, s.Pool, p)
		}
		seen := map[string]bool{}
		for k, point := range s.Pool {
			if math.Abs(point.Objective-want[k]) > 1e-6*max(1, math.Abs(want[k])) {
				t.Fatalf("seed %d: solution %d has the objective %v, want %v\n%+v", seed, k, point.Objective, want, p)
			}
			key := ""
			for j, c := range p.Columns {
				if c.Integer {
					key += string(rune(int('A') + int(point.Values[j]) + 30))
				}
			}
			if seen[key] {
				t.Fatalf("seed %d: an assignment twice: %+v", seed, s.Pool)
			}
			seen[key] = true
		}
		if len(want) > 1 {
			several++
		}
	}
	if several < 60 {
		t.Errorf("only %d programs with several solutions", several)
	}
}

// TestLazyRows hides rows of a program and gives them back one by one, to the solutions that
// violate them.
func TestLazyRows(t *testing.T) {
	for seed := range rounds(1500, 40000) {
		r := rand.New(rand.NewPCG(seed, 92))
		p := reference.Random(r, true, seed%5 == 0)
		want, objective, _ := reference.Solve(p)
		shown, hidden := *p, []problem.Row(nil)
		shown.Rows = nil
		for _, row := range p.Rows {
			if r.IntN(2) == 0 {
				hidden = append(hidden, row)
			} else {
				shown.Rows = append(shown.Rows, row)
			}
		}
		o := branch.Options{Workers: 1 + int(seed%2), NoPresolve: seed%3 == 0}
		o.Lazy = func(x []float64) []problem.Row {
			for _, row := range hidden {
				sum := 0.0
				for _, term := range row.Terms {
					sum += term.Coefficient * x[term.Column]
				}
				if sum > row.Upper+1e-6 || sum < row.Lower-1e-6 {
					return []problem.Row{row}
				}
			}
			return nil
		}
		if seed%4 == 0 {
			o.Cuts = o.Lazy
		}
		s, err := branch.Solve(t.Context(), &shown, o)
		if err != nil {
			t.Fatal(err)
		}
		if s.Reason == branch.ErrOpen {
			continue
		}
		if s.Status != want {
			t.Fatalf("seed %d: %v %v, want %v\n%+v", seed, s.Status, s.Reason, want, p)
		}
		if want != problem.Optimal {
			continue
		}
		if v, _ := objective.Float64(); math.Abs(v-s.Objective) > 1e-6*max(1, math.Abs(v)) {
			t.Fatalf("seed %d: %v, want %v\n%+v", seed, s.Objective, v, p)
		}
	}
}

// TestStarts begins at a part of a solution, and with priorities.
func TestStarts(t *testing.T) {
	for seed := range rounds(700, 20000) {
		r := rand.New(rand.NewPCG(seed, 93))
		p := reference.Random(r, true, false)
		want, objective, values := reference.Solve(p)
		if want != problem.Optimal {
			continue
		}
		o := branch.Options{Start: make([]float64, len(p.Columns)), Priority: make([]int, len(p.Columns))}
		exact, _ := objective.Float64()
		for j, v := range values {
			o.Start[j], _ = v.Float64()
			if !p.Columns[j].Integer || r.IntN(4) == 0 {
				o.Start[j] = math.NaN()
			}
			o.Priority[j] = r.IntN(3)
		}
		first := math.NaN()
		o.Incumbent = func(_ []float64, v float64) {
			if math.IsNaN(first) {
				first = v
			}
		}
		s, err := branch.Solve(t.Context(), p, o)
		if err != nil || s.Status != problem.Optimal || math.Abs(s.Objective-exact) > 1e-6*max(1, math.Abs(exact)) {
			t.Fatalf("seed %d: %v %v %v, want %v\n%+v", seed, s.Status, s.Objective, err, exact, p)
		}
		// The start has the optimal integers, so that the first solution is as good.
		if !slices.ContainsFunc(o.Start, math.IsNaN) && math.Abs(first-exact) > 1e-6*max(1, math.Abs(exact)) {
			t.Fatalf("seed %d: the first solution is %v, want %v\n%+v", seed, first, exact, p)
		}
	}
}

// conditional adds semi-continuous columns and indicators to a random program.
func conditional(r *rand.Rand) *problem.Problem {
	p := reference.Random(r, true, false)
	var binaries []int
	for j := range p.Columns {
		c := &p.Columns[j]
		if c.Integer && c.Lower >= 0 && c.Upper <= 1 {
			binaries = append(binaries, j)
		} else if r.IntN(3) == 0 {
			c.Semi = true
			switch r.IntN(4) {
			case 0:
				c.Lower, c.Upper = 2, 5
			case 1:
				c.Lower, c.Upper = 1, 3
			case 2:
				c.Lower, c.Upper = -4, -1
			case 3:
				if !c.Integer {
					c.Lower, c.Upper = 2, problem.Infinity
				}
			}
		}
	}
	if len(binaries) == 0 {
		p.Columns = append(p.Columns, problem.Column{Upper: 1, Integer: true, Cost: float64(r.IntN(7) - 3)})
		binaries = []int{len(p.Columns) - 1}
	}
	for range r.IntN(3) {
		d := problem.Indicator{Column: binaries[r.IntN(len(binaries))], Zero: r.IntN(2) == 0}
		d.Row = problem.Row{Lower: math.Inf(-1), Upper: math.Inf(1)}
		for j := range p.Columns {
			if r.IntN(2) == 0 {
				d.Row.Terms = append(d.Row.Terms, problem.Term{Column: j, Coefficient: float64(1 + r.IntN(3) - 4*r.IntN(2))})
			}
		}
		d.Row.Terms = slices.DeleteFunc(d.Row.Terms, func(t problem.Term) bool { return t.Coefficient == 0 })
		side := float64(r.IntN(9) - 4)
		switch r.IntN(3) {
		case 0:
			d.Row.Lower = side
		case 1:
			d.Row.Upper = side
		case 2:
			d.Row.Lower, d.Row.Upper = side, side
		}
		p.Indicators = append(p.Indicators, d)
	}
	return p
}

// cases solves the program for each choice of what semi-continuous columns and indicators are.
func cases(p *problem.Problem) (problem.Status, float64) {
	best, found, unbounded := 0.0, false, false
	var walk func(q problem.Problem, j, k int)
	walk = func(q problem.Problem, j, k int) {
		if j < len(p.Columns) {
			if !p.Columns[j].Semi {
				walk(q, j+1, k)
				return
			}
			for range 2 {
				q.Columns = slices.Clone(q.Columns)
				q.Columns[j].Semi = false
				walk(q, j+1, k)
				q.Columns = slices.Clone(q.Columns)
				q.Columns[j].Lower, q.Columns[j].Upper = 0, 0
			}
			return
		}
		if k < len(p.Indicators) {
			d := p.Indicators[k]
			for v := 0.0; v < 2; v++ {
				next := q
				next.Columns = slices.Clone(q.Columns)
				c := &next.Columns[d.Column]
				if v < c.Lower || v > c.Upper {
					continue
				}
				c.Lower, c.Upper = v, v
				if (v == 0) == d.Zero {
					next.Rows = append(slices.Clone(q.Rows), d.Row)
				}
				walk(next, j, k+1)
			}
			return
		}
		q.Indicators = nil
		st, objective, _ := reference.Solve(&q)
		unbounded = unbounded || st == problem.Unbounded
		if st == problem.Optimal {
			v, _ := objective.Float64()
			if !found || p.Maximize && v > best || !p.Maximize && v < best {
				best, found = v, true
			}
		}
	}
	walk(*p, 0, 0)
	switch {
	case unbounded:
		return problem.Unbounded, 0
	case found:
		return problem.Optimal, best
	}
	return problem.Infeasible, 0
}

// TestConditional solves programs with semi-continuous columns and indicators.
func TestConditional(t *testing.T) {
	count := map[problem.Status]int{}
	for seed := range rounds(1500, 40000) {
		p := conditional(rand.New(rand.NewPCG(seed, 94)))
		want, objective := cases(p)
		count[want]++
		s, err := branch.Solve(t.Context(), p, variants[seed%uint64(len(variants))])
		if err != nil {
			t.Fatal(err)
		}
		if s.Status != want || want == problem.Optimal && math.Abs(s.Objective-objective) > 1e-5*max(1, math.Abs(objective)) {
			t.Fatalf("seed %d: %v %v, want %v %v\n%+v", seed, s.Status, s.Objective, want, objective, p)
		}
		if s.Values != nil && len(s.Values) != len(p.Columns) {
			t.Fatalf("seed %d: %d values", seed, len(s.Values))
		}
	}
	if count[problem.Optimal] < 100 || count[problem.Infeasible] < 50 || count[problem.Unbounded] < 10 {
		t.Errorf("the programs are too much alike: %v", count)
	}
}
