package strategy_test

import (
	"context"
	"testing"

	"farbank"
	"farbank/engine/strategy"
	"farbank/game"
	"farbank/model"
)

// TestWorstWithChance checks that the group with most states is the worst one where no cost can be forced.
func TestWorstWithChance(t *testing.T) {
	p, err := farbank.Parse("x.far", craps)
	if err != nil {
		t.Fatal(err)
	}
	a, err := strategy.NewAdviser(context.Background(), p, game.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !a.Listed() || !p.Chance() {
		t.Fatal("the example is not what the test needs")
	}
	start := a.Starts()
	if k := a.Worst([][]model.State{start, append(start, start...), start}); k != 1 {
		t.Errorf("group %d is the worst", k)
	}
}
