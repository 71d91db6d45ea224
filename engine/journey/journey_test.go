package journey_test

import (
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/journey"
	"farbank/internal/testing/long"
)

// TestQueensPlaced has few reachable states, though many possible ones.
func TestQueensPlaced(t *testing.T) {
	n, ways, boards := "6", "2880", "4"
	if long.Enabled() {
		n, ways, boards = "8", "3709440", "92"
	}
	p, err := farbank.Load("queens-place", farbank.WithParam("n", n))
	if err != nil {
		t.Fatal(err)
	}
	for plans, want := range map[engine.Kind]string{farbank.Shortest: ways, farbank.Ends: boards} {
		q := farbank.Question{Plans: plans, Want: farbank.Count}
		a, err := farbank.SolveWith(t.Context(), journey.New(), p, q, nil)
		if err != nil || a.Status != farbank.Solved || a.Count.String() != want {
			t.Errorf("%s: %+v %v, want %s", plans, a, err, want)
		}
	}
}
