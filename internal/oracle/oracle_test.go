package oracle_test

import (
	"testing"

	"farbank/engine"
	"farbank/internal/made"
	"farbank/internal/oracle"
)

// TestVaried holds that the made-up problems are of all sorts: with and without plans.
func TestVaried(t *testing.T) {
	with, without := 0, 0
	for seed := range uint64(300) {
		p, _ := oracle.Problem(seed, made.Options{Moves: made.Always, Find: made.Always, States: 100})
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
	if with < 50 || without < 30 {
		t.Errorf("%d problems with plans, %d without", with, without)
	}
}
