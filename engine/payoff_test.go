package engine_test

import (
	"math"
	"testing"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
)

// TestHugePayoff computes the value for a cost whose bounds do not fit a float.
func TestHugePayoff(t *testing.T) {
	for _, maximize := range []bool{false, true} {
		a := &game.Arena{}
		a.Add(game.Goal)
		f, err := engine.NewPayoff(a, &model.Objective{Maximize: maximize}, func(int) (int64, bool, error) { return 3, true, nil }, func(int, game.Move) int64 { return 1 })
		if err != nil {
			t.Fatal(err)
		}
		q := f.Of(&engine.Quantity{Low: 2, High: math.Inf(1)})
		if low, high := q.Low, q.High; maximize && (high != 1 || !math.IsInf(low, -1)) || !maximize && (low != 5 || !math.IsInf(high, 1)) {
			t.Errorf("maximize %t: from %g to %g", maximize, low, high)
		}
	}
}
