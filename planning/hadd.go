package planning

// HAdd is the cost of the goal in the relaxation, where an action costs its own and what
// its preconditions do together, as if nothing helped two of them (Bonet and Geffner 2001).
// It is not admissible; it is Infinite only where there is no plan.
type HAdd struct{ x *costGraph }

// NewHAdd returns the heuristic for a task.
func NewHAdd(s *Space) *HAdd {
	r := newRelaxation(s)
	return &HAdd{newCostGraph(r, true, r.costs(0))}
}

// Name returns "hadd".
func (*HAdd) Name() string { return "hadd" }

// Estimate is a guess at what is left.
func (h *HAdd) Estimate(s State) int64 {
	h.x.explore(s)
	return h.x.reach[h.x.goal]
}
