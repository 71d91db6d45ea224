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
