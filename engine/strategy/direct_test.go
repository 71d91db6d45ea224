package strategy_test

import (
	"context"
	"testing"

	"farbank/game"
)

// direct solves the arena of a generated game without the language and returns the value as text does.
func direct(t *testing.T, from, to, weight, cost, who []int) string {
	t.Helper()
	a := &game.Arena{}
	for s := range who {
		kind := []game.Kind{game.Ours, game.Foe, game.Chance}[who[s]]
		if s == len(who)-1 {
			kind = game.Goal
		}
		var moves []game.Move
		for k := range from {
			if from[k] == s && (kind != game.Chance || weight[k] > 0) {
				moves = append(moves, game.Move{To: int32(to[k]), Cost: int64(cost[k]), Weight: int64(weight[k])})
			}
		}
		a.Add(kind, moves...)
	}
	ctx := context.Background()
	sure, err := game.Sure(ctx, a, game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if sure.In[0] {
		v, err := game.Expected(ctx, a, game.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return "solved probability 1 expected " + v.Exact[0].RatString()
	}
	v, err := game.Reach(ctx, a, game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if v.Exact[0].Sign() == 0 {
		return "none"
	}
	return "solved probability " + v.Exact[0].RatString()
}
