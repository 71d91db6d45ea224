package planning

import (
	"errors"
	"fmt"
	"slices"
)

// The reference implementation of the semantics of tasks, written for clarity. Tests compare the rest of
// the package with it.

// Holds reports whether all facts hold in a state, and one of each list of some.
func Holds(state []int, all []Fact, some [][]Fact) bool {
	has := func(f Fact) bool { return state[f.Var] == f.Value }
	for _, list := range some {
		if !slices.ContainsFunc(list, has) {
			return false
		}
	}
	return !slices.ContainsFunc(all, func(f Fact) bool { return !has(f) })
}

// Applies reports whether an operator applies in a state.
func (o *Operator) Applies(state []int) bool { return Holds(state, o.Pre, o.Some) }

// Apply returns the state after an operator that applies. Derived variables are not updated; see
// [Task.Derive].
func (o *Operator) Apply(state []int) []int {
	next := slices.Clone(state)
	for _, e := range o.Effects {
		if Holds(state, e.When, nil) {
			next[e.Var] = e.Value
		}
	}
	return next
}

// Derive returns a state with the derived variables that follow from it. It starts with their default
// values and applies the axioms of each layer until nothing changes.
func (t *Task) Derive(state []int) []int {
	next := slices.Clone(state)
	l, err := t.layers()
	if err != nil || len(t.Axioms) == 0 {
		return next
	}
	for v, layer := range l.layer {
		if layer >= 0 {
			next[v] = t.Init[v]
		}
	}
	for layer := range l.count {
		for before := []int(nil); !slices.Equal(before, next); {
			before = slices.Clone(next)
			for _, a := range t.Axioms {
				if l.layer[a.Var] == layer && Holds(next, a.When, nil) {
					next[a.Var] = a.Value
				}
			}
		}
	}
	return next
}

// IsGoal reports whether a state is a goal.
func (t *Task) IsGoal(state []int) bool { return Holds(state, t.Goal, t.GoalSome) }

// Judge validates a plan. It returns its cost, or an error that names the first invalid step.
func (t *Task) Judge(plan []int) (int64, error) {
	state, cost := t.Derive(t.Init), int64(0)
	for k, i := range plan {
		if i < 0 || i >= len(t.Operators) {
			return 0, fmt.Errorf("step %d: there is no operator %d", k+1, i)
		}
		o := &t.Operators[i]
		if !o.Applies(state) {
			return 0, fmt.Errorf("step %d: %s does not apply", k+1, o.Name)
		}
		state, cost = t.Derive(o.Apply(state)), cost+o.Cost
	}
	if !t.IsGoal(state) {
		return 0, errors.New("the last state does not meet the goal")
	}
	return cost, nil
}
