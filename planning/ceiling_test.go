package planning

import (
	"testing"
	"time"
)

// TestCeiling lets the search for any plan run beside others that have a plan already. It must not claim that there is no
// cheaper one where there is.
func TestCeiling(t *testing.T) {
	for seed := range seeds(500) {
		task := randomTask(seed)
		plain := explorePlainly(task, 3000)
		if plain == nil {
			continue
		}
		want := plain.left[0]
		p, err := Prepare(t.Context(), task, 0)
		if err != nil {
			t.Fatal(err)
		}
		least := int64(Infinite)
		o := Options{OnSolution: func(_ []int, cost int64) { least = min(least, cost) }}
		x := newCeiling(t.Context(), p, o)
		if want < Infinite {
			x.tighten(want + int64(seed%3))
		}
		var r *Result
		for r == nil {
			if r = x.run(t.Context(), time.Millisecond); least < Infinite {
				x.tighten(least)
			}
		}
		if r.Status != Infeasible || seed%3 > 0 && least != want || seed%3 == 0 && least < Infinite {
			t.Fatalf("seed %d: %v, cost %d, want %d", seed, r.Status, least, want)
		}
	}
}
