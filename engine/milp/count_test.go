package milp

import (
	"testing"

	"farbank/engine"
	"farbank/lang"
)

// TestCounts checks that too high a demand is infeasible at the root: 54 shifts are offered, 56
// demanded.
func TestCounts(t *testing.T) {
	p, err := lang.Parse("roster.far", `puzzle "roster"
find on[1..6, 1..14]: bool
require all d: 1..14 { count(n: 1..6 where on[n, d]) == 4 }
require all n: 1..6 { count(d: 1..14 where on[n, d]) <= 9 }
`, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := New().Solve(t.Context(), p, engine.Question{}, nil)
	if err != nil || a.Status != engine.None || a.Stats.Nodes > 1 {
		t.Errorf("%v, %+v", err, a)
	}
}
