package branch_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/branch"
	"farbank/milp/internal/reference"
	"farbank/milp/problem"
)

// variants are search options that must all give the same answer.
var variants = []branch.Options{
	{},
	{NoPresolve: true, NoCuts: true, NoDives: true},
	{Workers: 2},
	{NoPresolve: true},
	{NoCuts: true},
	{NoDives: true},
}

func check(t *testing.T, seed uint64, p *problem.Problem, o branch.Options) {
	t.Helper()
	want, objective, _ := reference.Solve(p)
	got, err := branch.Solve(context.Background(), p, o)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if got.Status != want {
		t.Fatalf("seed %d: status %v, want %v\n%+v", seed, got.Status, want, p)
	}
	if want != problem.Optimal {
		return
	}
	exact, _ := objective.Float64()
	if math.Abs(got.Objective-exact) > 1e-6*(1+math.Abs(exact)) {
		t.Fatalf("seed %d: objective %v, want %v\n%+v", seed, got.Objective, exact, p)
	}
	if math.Abs(got.Bound-exact) > 1e-5*(1+math.Abs(exact)) {
		t.Fatalf("seed %d: bound %v, want %v", seed, got.Bound, exact)
	}
}

func TestAgainstReference(t *testing.T) {
	count := uint64(700)
	if long.Enabled() {
		count = 25000
	}
	for _, kind := range []struct {
		name          string
		integer, sets bool
	}{{"linear", false, false}, {"integer", true, false}, {"sets", true, true}, {"sets alone", false, true}} {
		t.Run(kind.name, func(t *testing.T) {
			for seed := range count {
				p := reference.Random(rand.New(rand.NewPCG(seed, 7)), kind.integer, kind.sets)
				check(t, seed, p, variants[seed%uint64(len(variants))])
			}
		})
	}
}

// scaled multiplies rows and continuous columns by powers of two, which keeps the optimum.
func scaled(r *rand.Rand, p *problem.Problem) {
	for j := range p.Columns {
		c := &p.Columns[j]
		if c.Integer || r.IntN(2) == 0 {
			continue
		}
		k := math.Ldexp(1, r.IntN(15)-7)
		c.Cost, c.Lower, c.Upper = c.Cost*k, c.Lower/k, c.Upper/k
		for i := range p.Rows {
			for n := range p.Rows[i].Terms {
				if t := &p.Rows[i].Terms[n]; t.Column == j {
					t.Coefficient *= k
				}
			}
		}
	}
	for i := range p.Rows {
		row, k := &p.Rows[i], math.Ldexp(1, r.IntN(15)-7)
		row.Lower, row.Upper = row.Lower*k, row.Upper*k
		for n := range row.Terms {
			row.Terms[n].Coefficient *= k
		}
	}
}

// TestSwitches solves random programs, half of them badly scaled, with presolve, cuts, heuristics and among these the
// feasibility pump each on and off.
// All answers must equal that of the exact reference.
func TestSwitches(t *testing.T) {
	found := map[problem.Status]int{}
	for seed := range uint64(long.Of(300, 100_000)) {
		r := rand.New(rand.NewPCG(seed, 35))
		p := reference.Random(r, seed%4 > 0, false)
		if seed%2 == 0 {
			scaled(r, p)
		}
		want, objective, _ := reference.Solve(p)
		found[want]++
		for k := range 16 {
			o := branch.Options{NoPresolve: k&1 > 0, NoCuts: k&2 > 0, NoDives: k&4 > 0, NoPump: k&8 > 0}
			if o.NoDives && o.NoPump {
				continue // there is no pump without dives
			}
			got, err := branch.Solve(t.Context(), p, o)
			if err != nil || got.Status != want {
				t.Fatalf("seed %d, switches %b: status %v, want %v: %v\n%+v", seed, k, got.Status, want, err, p)
			}
			if want != problem.Optimal {
				continue
			}
			if exact, _ := objective.Float64(); math.Abs(got.Objective-exact) > 1e-5*(1+math.Abs(exact)) { // rows may be violated by 1e-6
				t.Fatalf("seed %d, switches %b: objective %v, want %v\n%+v", seed, k, got.Objective, exact, p)
			}
		}
	}
	t.Log(found)
}
