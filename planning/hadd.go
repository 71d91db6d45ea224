package planning

// HAdd is the cost of the goal in the delete relaxation if the cost of an action is its own plus the sum of
// the costs of its preconditions (Bonet and Geffner 2001). It is not admissible, and Infinite only if there
// is no plan.
type HAdd struct{ x *costGraph }

// NewHAdd returns the heuristic for a task.
func NewHAdd(s *Space) *HAdd {
	r := newRelaxation(s)
	return &HAdd{newCostGraph(r, true, r.costs(0))}
}

// Name returns "hadd".
func (*HAdd) Name() string { return "hadd" }

// Estimate returns the additive cost of the goal.
func (h *HAdd) Estimate(s State) int64 {
	h.x.explore(s)
	return h.x.reach[h.x.goal]
}
