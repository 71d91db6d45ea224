package oracle_test

import (
	"testing"

	"farbank/engine"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
)

// TestVaried checks that generated problems vary: with and without plans.
func TestVaried(t *testing.T) {
	with, without := 0, 0
	for seed := range long.Of[uint64](150, 300) {
		p, _ := oracle.Problem(seed, generated.Options{Moves: generated.Always, Find: generated.Always, States: 100})
		plans, err := oracle.Plans(p, engine.Question{})
		if err != nil {
			continue
		}
		if len(plans) > 0 {
			with++
		} else {
			without++
		}
	}
	if with < 25 || without < 15 {
		t.Errorf("%d problems with plans, %d without", with, without)
	}
}
