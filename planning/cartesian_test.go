package planning

import (
	"testing"
	"time"
)

// TestCartesianToTheEnd: an abstraction that is refined until nothing is wrong with its plan knows the
// least cost from the start.
func TestCartesianToTheEnd(t *testing.T) {
	right, none, states := 0, 0, 0
	for seed := range seeds(500) {
		s := prepared(t, madeTask(seed))
		plain := explorePlainly(s.Task, 400)
		p := newProjector(s)
		if plain == nil || p == nil {
			continue
		}
		targets := append([][]Fact{}, s.Task.GoalSome...)
		for _, f := range s.Task.Goal {
			targets = append(targets, []Fact{f})
		}
		c := newCartesian(t.Context(), p, targets, false, maxArcs, maxStays, time.Now().Add(time.Minute))
		left, want := c.left[c.tree.find(s.begin)], plain.left[0]
		if left != want {
			t.Fatalf("seed %d: %d abstract states say %d, but %d is left", seed, len(c.sets), left, want)
		}
		if states += len(c.sets); want == Infinite {
			none++
		} else {
			right++
		}
	}
	if t.Log(right, none, states); right < 100 || none < 100 {
		t.Errorf("only %d with a plan, %d without", right, none)
	}
}
