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

// TestCartesianPart: abstractions that were not refined to the end are lower bounds all the same, of every
// state, and so are those for landmarks; after each split what is left is what it would be worked out anew.
func TestCartesianPart(t *testing.T) {
	informed, aims := 0, 0
	for seed := range seeds(300) {
		s := prepared(t, madeTask(seed))
		plain := explorePlainly(s.Task, 400)
		p := newProjector(s)
		if plain == nil || p == nil {
			continue
		}
		b := &partitioner{s: s}
		for k, x := range b.aims() {
			c := newCartesian(t.Context(), p, x.targets, x.apart, int(seed)%60, maxStays, time.Now().Add(time.Minute))
			if x.apart {
				aims++
			}
			for i, st := range plain.states {
				left := c.left[c.tree.find(stateOf(st))]
				if left > plain.left[i] {
					t.Fatalf("seed %d, aim %d, %v: %d, but %d is left", seed, k, st, left, plain.left[i])
				}
				if left > 0 && left < Infinite {
					informed++
				}
			}
			anew := c.anew()
			for i, left := range c.left {
				if left != anew[i] {
					t.Fatalf("seed %d, aim %d: %d left from abstract state %d, worked out anew %d", seed, k, left, i, anew[i])
				}
			}
		}
	}
	if t.Log(informed, aims); informed < 1000 || aims < 20 {
		t.Errorf("only %d informed, %d landmarks", informed, aims)
	}
}

// anew works out what is left from every abstract state.
func (c *cartesian) anew() []int64 {
	left := make([]int64, len(c.sets))
	for i := range left {
		if left[i] = Infinite; c.isTarget(i) {
			left[i] = 0
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range c.sets {
			for j := range c.sets {
				if left[j] == Infinite {
					continue
				}
				for o := range c.p.space.ops {
					if d := left[j] + c.p.space.ops[o].cost; d < left[i] && c.mayLead(int32(o), i, j) {
						left[i], changed = d, true
					}
				}
			}
		}
	}
	return left
}

// mayLead looks at all variables.
func (c *cartesian) mayLead(o int32, i, j int) bool {
	for v := range c.p.space.Task.Variables {
		if !c.leads(o, c.sets[i], c.sets[j], v) {
			return false
		}
	}
	return c.leadsAfter(o, i, j, 0)
}
