package search_test

import (
	"context"
	"testing"

	"farbank"
	"farbank/engine/search"
)

// TestAnyPlan checks that a plan with the fewest moves is returned if breadth-first search finds
// one soon, whatever the moves cost.
func TestAnyPlan(t *testing.T) {
	for name, want := range map[string]int{"tiles": 30, "sokoban": 15, "drain": 3} {
		p, err := farbank.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for workers := range 2 {
			a, err := farbank.SolveWith(context.Background(), search.New(), p, farbank.Question{Plans: farbank.Any, Workers: workers + 1}, nil)
			if err != nil || a.Status != farbank.Solved || len(a.Best.Moves) != want {
				t.Errorf("%s: %v, %v; want %d moves", name, a, err, want)
			}
		}
	}
}

// TestAnyPlanDeep checks that depth-first search finds a plan if breadth-first search visits too
// many states or runs out of memory.
func TestAnyPlanDeep(t *testing.T) {
	p, err := farbank.Parse("deep.far", `type Index = 0..3
state n[i: Index]: 0..300 = 0
move up(i: Index) {
	require n[i] < 300
	n[i] += 1
}
goal n[3] == 300
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, memory := range []int64{0, 64 << 20} {
		a, err := farbank.Solve(context.Background(), p, farbank.Question{Plans: farbank.Any, Memory: memory})
		if err != nil || a.Status != farbank.Solved || len(a.Best.Moves) < 300 {
			t.Errorf("memory %d: %v, %v", memory, a, err)
		}
	}
}
