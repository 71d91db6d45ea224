package farbank_test

import (
	"context"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/long"
)

// TestStrategiesOfExamples checks that strategies that prove optimality agree with the default.
func TestStrategiesOfExamples(t *testing.T) {
	t.Parallel()
	patience := time.Second
	if long.Enabled() {
		patience = 10 * time.Second
	}
	for _, name := range []string{"wolf", "wolf-sets", "husbands", "bridge", "jugs", "hanoi", "blocks", "pancakes", "sokoban", "missionaries", "failover", "warehouse", "rush-hour"} {
		p, err := farbank.Load("example:" + name)
		if err != nil {
			t.Fatal(err)
		}
		best, err := farbank.Solve(t.Context(), p, farbank.Question{})
		if err != nil || len(p.Schemas) == 0 {
			t.Fatal(name, err)
		}
		for _, s := range []engine.Strategy{farbank.UniformCost, farbank.AStar, farbank.IDAStar, farbank.IterativeDeepening} {
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			a, err := farbank.SolveWith(ctx, farbank.Engines[0], p, farbank.Question{Strategy: s}, nil)
			cancel()
			if err != nil || a.Status == farbank.Solved && a.Best.Cost != best.Best.Cost || a.Bound != nil && *a.Bound > best.Best.Cost {
				t.Errorf("%s, %s: %v %+v, want %d", name, s, err, a, best.Best.Cost)
			}
		}
	}
}

// TestSurePlan asks for a plan that reaches the goal surely where all moves are ours.
func TestSurePlan(t *testing.T) {
	p, err := farbank.Parse("one.far", "puzzle \"one\"\nstate s: 0..2 = 0\nmove go { s += 1 }\ngoal s == 2\n")
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.Solve(t.Context(), p, farbank.Question{Plans: farbank.Sure})
	if err != nil || a.Status != farbank.Solved || a.Best.Cost != 2 {
		t.Errorf("%+v, %v; want a plan of 2 moves", a, err)
	}
}
