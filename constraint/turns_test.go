package constraint

import (
	"context"
	"testing"
)

// quickTurns makes one worker search neighbourhoods after a few conflicts during a test.
func quickTurns(t *testing.T, conflicts int64) {
	was := turnLength
	turnLength = conflicts
	t.Cleanup(func() { turnLength = was })
}

// TestTurns compares optimal values with those of a search without neighbourhoods.
func TestTurns(t *testing.T) {
	ctx := context.Background()
	optimal := 0
	for seed := range uint64(400) {
		m, e, _ := randomProblem(seed)
		m.OnlyAsked = true
		want, err := m.Minimize(ctx, e)
		if err != nil {
			t.Fatal(err)
		}
		quickTurns(t, int64(seed%5))
		n, f, _ := randomProblem(seed)
		got, err := n.Minimize(ctx, f)
		if err != nil || got.Status != want.Status || got.Status == Optimal && (got.Objective != want.Objective || got.Bound != want.Bound) {
			t.Fatalf("seed %d: %v %v, not %v", seed, got, err, want)
		}
		if got.Status == Optimal {
			optimal++
		}
	}
	if optimal < 100 {
		t.Errorf("only %d models have an optimum", optimal)
	}
}

// TestTurnsKnapsack checks that a knapsack with side constraints is solved to optimality if the search takes turns early.
func TestTurnsKnapsack(t *testing.T) {
	quickTurns(t, 20)
	m := &Model{}
	x := m.Ints("x", 10, 0, 2)
	weights, profits := make([]int64, len(x)), make([]int64, len(x))
	for i := range x {
		weights[i], profits[i] = int64(7+(i*13)%17), int64(5+(i*29)%23)
		if i > 0 && i%3 == 0 {
			m.Add(x[i].Linear().Plus(x[i-1]).AtMost(3))
		}
	}
	m.Add(Dot(weights, x...).AtMost(70))
	a, err := m.Maximize(context.Background(), Dot(profits, x...))
	if err != nil || a.Status != Optimal {
		t.Fatalf("%v, %v", a.Status, err)
	}
}
