package planning

import (
	"testing"
	"time"
)

// TestBounded compares the costs, plans and bounds of bounded-cost search with those of breadth-first search, with a
// proven bound that rises in steps of all sizes up to the optimum, and with limits of cost.
func TestBounded(t *testing.T) {
	solved, none := 0, 0
	for seed, task := range randomTasks(seeds(300), 40) {
		plain := explorePlainly(task, 3000)
		if plain == nil {
			continue
		}
		s, want := prepared(t, task), plain.left[0]
		for _, h := range []Heuristic{NewHMax(s), NewLMCut(s)} {
			for _, step := range []int64{0, 1, 3, Infinite} {
				proven := int64(0)
				b := newBounded(s, h, func() int64 { return proven }, Options{})
				var r *Result
				for r == nil {
					if r = b.run(t.Context(), 0); want < Infinite && step > 0 {
						proven = min(want, plus(proven, step))
					}
					if b.bound > want {
						t.Fatalf("seed %d: bound %d of a plan of cost %d", seed, b.bound, want)
					}
				}
				switch {
				case want == Infinite:
					if none++; r.Status != Infeasible {
						t.Fatalf("seed %d: %+v for an unsolvable task", seed, r)
					}
				default:
					solved++
					if cost, err := s.Task.Judge(r.Plan); err != nil || r.Status != Solved || cost != want || r.Cost != want {
						t.Fatalf("seed %d: %+v, cost %d (%v), want %d", seed, r, cost, err, want)
					}
					if want > 0 {
						b := newBounded(s, h, func() int64 { return 0 }, Options{Below: want})
						if r := b.run(t.Context(), time.Hour); r.Status != Infeasible || r.Bound != want {
							t.Fatalf("seed %d: %+v below %d", seed, r, want)
						}
					}
				}
			}
		}
	}
	if t.Log(solved, none); solved < 100 || none < 20 {
		t.Errorf("only %d solved, %d without a plan", solved, none)
	}
}
