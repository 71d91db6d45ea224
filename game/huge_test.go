package game_test

import (
	"math"
	"testing"

	"farbank/game"
)

// TestHuge computes an expected cost that does not fit a float: each step leads on or back to the beginning.
func TestHuge(t *testing.T) {
	const n = 1100
	a := &game.Arena{}
	for s := range int32(n) {
		a.Add(game.Chance, game.Move{To: s + 1, Weight: 1, Cost: 1}, game.Move{To: 0, Weight: 1, Cost: 1})
	}
	a.Add(game.Goal)
	v, err := game.Expected(t.Context(), a, game.Options{})
	if err != nil || v.Exact == nil || v.Exact[0].Num().BitLen() != n+1 {
		t.Fatalf("%v %v %v", v.Status, v.Reason, err)
	}
	if v.Low[0] != math.MaxFloat64 || !math.IsInf(v.High[0], 1) {
		t.Errorf("from %g to %g", v.Low[0], v.High[0])
	}
}
