package atlas

import "context"

// A Survey summarizes a state space.
type Survey struct {
	CanReach  int   // states from which a goal is reachable
	DeadEnds  []int // non-goal states without a safe move
	EveryPlan []int // states between start and goal that are on every plan, in order
}

// Survey summarizes the whole space. It takes O(n + e) time.
func (a *Atlas) Survey(ctx context.Context) (*Survey, error) {
	s := &Survey{CanReach: a.Len() - a.Hopeless()}
	for i := range a.Len() {
		if a.DeadEnd(i) {
			s.DeadEnds = append(s.DeadEnds, i)
		}
	}
	every, err := a.EveryPlan(ctx)
	for _, i := range every {
		if i >= a.Graph.Starts && !a.Graph.Goal[i] {
			s.EveryPlan = append(s.EveryPlan, i)
		}
	}
	return s, err
}
