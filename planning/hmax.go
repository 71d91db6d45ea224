package planning

// HMax is the cost of the most expensive goal in the delete relaxation if the cost of an action is its own
// plus the maximum of the costs of its preconditions (Bonet and Geffner 2001). It is admissible and
// consistent.
type HMax struct{ x *costGraph }

// NewHMax returns the heuristic for a task.
func NewHMax(s *Space) *HMax {
	r := newRelaxation(s)
	return &HMax{newCostGraph(r, false, r.costs(0))}
}

// Name returns "hmax".
func (*HMax) Name() string { return "hmax" }

// Estimate returns the maximum cost of a goal.
func (h *HMax) Estimate(s State) int64 {
	h.x.explore(s)
	return h.x.reach[h.x.goal]
}
