package planning

import (
	"context"
	"slices"
)

// A Router finds plans of one task from several states, each by greedy search with the FF heuristic (Hoffmann and Nebel 2001).
// It is not safe for concurrent use.
type Router struct{ f *policyFinder }

// NewRouter returns a router. Only o.Memory counts. The error is that of [Task.Validate].
func NewRouter(t *Task, o Options) (*Router, error) {
	s, err := NewSpace(t)
	if err != nil {
		return nil, err
	}
	return &Router{newPolicyFinder(context.Background(), s, make([]bool, len(t.Operators)), o)}, nil
}

// Plan returns the operators of a plan from a state, and false if no plan exists. The state has the values of the first
// variables; others must be derived. It must be reachable from the initial state of the task, since what the task calls
// impossible is ignored. The error is that of ctx or a limit.
func (r *Router) Plan(ctx context.Context, state []int) (operators []int32, ok bool, err error) {
	f := r.f
	f.ctx = ctx
	s := slices.Clone(f.space.begin)
	for v, x := range state {
		s[v] = uint16(x)
	}
	if f.space.derive != nil {
		f.space.derive.derive(s)
	}
	if f.space.isGoal(s) {
		return nil, true, nil
	}
	operators, err = f.toward(s, func(State, []uint64) bool { return false })
	return operators, operators != nil, err
}
