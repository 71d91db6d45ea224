package planning

import (
	"slices"

	"farbank/planning/internal/bdd"
)

// build builds the plan of the meeting, unless a step must be continued first.
func (y *symbolic) build() {
	if y.meeting == nil || y.sides[0].unfinished() || y.sides[1].unfinished() {
		return
	}
	at := y.meeting
	plan := y.pathTo(at.state, at.cost[0])
	plan = append(plan, y.pathFrom(at.state, at.cost[1])...)
	if y.meeting != at {
		return // tighten was called between two time slices
	}
	y.plan, y.meeting = plan, nil
	if y.o.OnSolution != nil {
		y.o.OnSolution(slices.Clone(y.plan), y.below)
	}
}

// roundOf returns the round of a cost that contains a state, or 0.
func (y *symbolic) roundOf(d *side, state State, cost int64) int {
	return max(0, slices.IndexFunc(d.rounds[cost], func(set bdd.Ref) bool { return y.e.has(set, state) }))
}

// pathTo returns the operators of a path of a cost from the start to a state.
func (y *symbolic) pathTo(state State, cost int64) []int {
	plan := []int{}
	d := y.sides[0]
	next := make(State, len(state))
	for k := y.roundOf(d, state, cost); cost > 0 || k > 0; {
		op, before, from := y.predecessor(d, state, next, cost, k)
		plan = append(plan, op)
		if state = before; k > 0 {
			k--
		} else {
			cost -= y.space.ops[op].cost
			k = from
		}
	}
	slices.Reverse(plan)
	return plan
}

// predecessor returns an operator that leads to a state of a cost and round, the state before and its round.
func (y *symbolic) predecessor(d *side, state, scratch State, cost int64, round int) (int, State, int) {
	cube := y.e.cube(state)
	for i := range y.relations {
		r := &y.relations[i]
		if (r.cost == 0) != (round > 0) || r.cost > cost {
			continue
		}
		for k, set := range d.rounds[cost-r.cost] {
			if round > 0 && k != round-1 {
				continue
			}
			set = y.m.And(y.m.Preimage(cube, r.t, r.set), set)
			if set == bdd.False {
				continue
			}
			before := y.e.state(y.m.Pick(set))
			for _, op := range y.space.applicable(before, nil) {
				if y.space.ops[op].cost != r.cost {
					continue
				}
				if y.space.after(int(op), before, scratch); slices.Equal(scratch, state) {
					return int(op), before, k
				}
			}
		}
	}
	panic("planning: a state of a symbolic search has no predecessor")
}

// pathFrom returns the operators of a path of a cost from a state to a goal.
func (y *symbolic) pathFrom(state State, cost int64) []int {
	plan := []int{}
	d := y.sides[1]
	for k := y.roundOf(d, state, cost); cost > 0 || k > 0; {
		op, after, to := y.successor(d, state, cost, k)
		plan = append(plan, op)
		if state = after; k > 0 {
			k--
		} else {
			cost -= y.space.ops[op].cost
			k = to
		}
	}
	return plan
}

// successor returns an operator that leads from a state of a cost and round towards the goal, the state after and its
// round.
func (y *symbolic) successor(d *side, state State, cost int64, round int) (int, State, int) {
	after := make(State, len(state))
	for _, op := range y.space.applicable(state, nil) {
		c := y.space.ops[op].cost
		if (c == 0) != (round > 0) || c > cost {
			continue
		}
		y.space.after(int(op), state, after)
		for k, set := range d.rounds[cost-c] {
			if (round == 0 || k == round-1) && y.e.has(set, after) {
				return int(op), after, k
			}
		}
	}
	panic("planning: a state of a symbolic search has no successor")
}
