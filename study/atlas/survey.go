package atlas

import "context"

// A Survey is what a space looks like from far: what Build does not know of single
// states.
type Survey struct {
	CanReach  int   // states from which some way leads to a goal
	DeadEnds  []int // states that are no goal and have no safe move
	EveryPlan []int // states between start and goal that every plan passes, in their order
}

// Survey looks at the whole space. It takes O(n + e).
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
