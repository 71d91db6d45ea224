package planning

import (
	"testing"
	"time"
)

// TestCartesianToTheEnd checks that a completely refined abstraction has the least cost at the start.
func TestCartesianToTheEnd(t *testing.T) {
	right, none, states := 0, 0, 0
	for seed := range seeds(500) {
		s := prepared(t, randomTask(seed))
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
			t.Fatalf("seed %d: the estimate of %d abstract states is %d, want %d", seed, len(c.sets), left, want)
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

// TestCartesianPart checks that partly refined abstractions are admissible for goals and landmarks, and
// that the incremental costs equal recomputed ones.
func TestCartesianPart(t *testing.T) {
	informed, aims := 0, 0
	for seed := range seeds(300) {
		s := prepared(t, randomTask(seed))
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
					t.Fatalf("seed %d, aim %d, %v: estimate %d, but the least cost is %d", seed, k, st, left, plain.left[i])
				}
				if left > 0 && left < Infinite {
					informed++
				}
			}
			anew := c.anew()
			for i, left := range c.left {
				if left != anew[i] {
					t.Fatalf("seed %d, aim %d: cost %d from abstract state %d, recomputed %d", seed, k, left, i, anew[i])
				}
			}
		}
	}
	if t.Log(informed, aims); informed < 1000 || aims < 20 {
		t.Errorf("only %d informed, %d landmarks", informed, aims)
	}
}

// anew recomputes the costs of all abstract states.
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

// mayLead checks all variables.
func (c *cartesian) mayLead(o int32, i, j int) bool {
	for v := range c.p.space.Task.Variables {
		if !c.leads(o, c.sets[i], c.sets[j], v) {
			return false
		}
	}
	return c.leadsAfter(o, i, j, 0)
}
