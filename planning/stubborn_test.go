package planning

import "testing"

// TestStubborn checks that stubborn sets preserve the least cost from every state.
func TestStubborn(t *testing.T) {
	left := 0
	for seed := range seeds(2000) {
		s := prepared(t, randomTask(seed))
		plain := explorePlainly(s.Task, 400)
		if plain == nil {
			continue
		}
		b := newStubborn(s)
		few := &plainSpace{states: plain.states}
		var goals []int
		for i, st := range plain.states {
			if s.Task.IsGoal(st) {
				goals = append(goals, i)
			}
			ops := b.reduce(stateOf(st), s.applicable(stateOf(st), nil))
			for _, e := range plain.edges {
				if e.from != i {
					continue
				}
				kept := false
				for _, o := range ops {
					kept = kept || int(o) == e.op
				}
				if kept {
					few.edges = append(few.edges, e)
				} else {
					left++
				}
			}
		}
		for i, d := range few.distances(goals, true) {
			if d != plain.left[i] {
				t.Fatalf("seed %d: least cost %d from %v, with stubborn sets %d", seed, plain.left[i], plain.states[i], d)
			}
		}
	}
	if t.Log(left); left < 1000 {
		t.Errorf("only %d steps were pruned", left)
	}
}
