package planning

// HMax is the cost of the dearest fact of the goal in the relaxation, where an action costs
// its own and what its dearest precondition does (Bonet and Geffner 2001). It is admissible
// and consistent.
type HMax struct{ x *costGraph }

// NewHMax returns the heuristic for a task.
func NewHMax(s *Space) *HMax {
	r := newRelaxation(s)
	return &HMax{newCostGraph(r, false, r.costs(0))}
}

// Name returns "hmax".
func (*HMax) Name() string { return "hmax" }

// Estimate is a lower bound on what is left.
func (h *HMax) Estimate(s State) int64 {
	h.x.explore(s)
	return h.x.reach[h.x.goal]
}
