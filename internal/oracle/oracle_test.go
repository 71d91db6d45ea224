package oracle_test

import (
	"math/rand/v2"
	"testing"

	"farbank/engine"
	"farbank/internal/oracle"
)

// TestVaried holds that the made-up problems are of all sorts: with and without plans.
func TestVaried(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	with, without := 0, 0
	for range 300 {
		p, _ := oracle.Problem(r, oracle.Options{Moves: true, Find: true, Costs: true})
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
