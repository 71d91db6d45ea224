package planning

import "slices"

// LMCut is the LM-cut heuristic (Helmert and Domshlak 2009): a set of disjunctive action landmarks whose
// costs are disjoint. Each landmark is a cut: the actions that lead into the propositions from which the
// goal is reached at cost 0. It is found backwards from the goal. So it may contain more actions than the
// cut of the original algorithm, but is still a landmark. The estimate is admissible but not consistent.
//
// The computation for a child state starts with the landmarks of its parent that do not contain the
// operator (incremental LM-cut: Pommerening and Helmert 2013). Conditional effects of an operator share its
// cost.
type LMCut struct {
	g         *supportGraph
	zone      []bool
	inZone    []int32
	cut       []int32 // operators
	inCut     []bool
	landmarks []landmark // landmarks of the parent
	members   []int32    // operators of these landmarks, concatenated
	keep      bool
}

type landmark struct {
	from, to int // range in members
	cost     int64
}

// NewLMCut returns the heuristic for a task.
func NewLMCut(s *Space) *LMCut {
	r := newRelaxation(s)
	return &LMCut{g: newSupportGraph(r), zone: make([]bool, r.props), inCut: make([]bool, len(r.space.ops))}
}

// Name returns "LM-cut".
func (*LMCut) Name() string { return "LM-cut" }

// Estimate returns a lower bound of the cost to the goal.
func (h *LMCut) Estimate(s State) int64 {
	h.g.renew()
	return h.cuts(s)
}

// Expanding computes the landmarks of a parent.
func (h *LMCut) Expanding(parent State) {
	h.landmarks, h.members, h.keep = h.landmarks[:0], h.members[:0], true
	h.Estimate(parent)
	h.keep = false
}

// EstimateChild returns a lower bound for the child of the parent by an operator.
func (h *LMCut) EstimateChild(op int, child State) int64 {
	h.g.renew()
	total := int64(0)
	for _, l := range h.landmarks {
		members := h.members[l.from:l.to]
		if slices.Contains(members, int32(op)) {
			continue
		}
		total += l.cost
		for _, o := range members {
			h.g.cheapen(o, l.cost)
		}
	}
	more := h.cuts(child)
	if more == Infinite {
		return Infinite
	}
	return total + more
}

// cuts computes cuts until the goal has cost 0.
func (h *LMCut) cuts(s State) int64 {
	g := h.g
	g.explore(s)
	if g.reach[g.goal] == Infinite {
		return Infinite
	}
	total := int64(0)
	for g.reach[g.goal] > 0 {
		least := h.findCut()
		total += least
		if h.keep {
			from := len(h.members)
			h.members = append(h.members, h.cut...)
			h.landmarks = append(h.landmarks, landmark{from, len(h.members), least})
		}
		for _, o := range h.cut {
			g.cheapen(o, least)
			h.inCut[o] = false
		}
		g.update(h.cut)
	}
	return total
}

// findCut computes the operators that lead into the goal zone and returns the least cost of one.
func (h *LMCut) findCut() int64 {
	g := h.g
	least := int64(Infinite)
	h.cut = h.cut[:0]
	h.enter(g.goal)
	for k := 0; k < len(h.inZone); k++ {
		for _, a := range g.makes.of(h.inZone[k]) {
			if n := &g.now[a]; n.cost == 0 && n.open == 0 {
				h.enter(n.dearest)
			}
		}
	}
	for _, p := range h.inZone {
		for _, a := range g.makes.of(p) {
			n := &g.now[a]
			if n.open > 0 || h.zone[n.dearest] {
				continue
			}
			least = min(least, n.cost)
			if o := g.actions[a].owner; !h.inCut[o] {
				h.inCut[o] = true
				h.cut = append(h.cut, o)
			}
		}
	}
	for _, p := range h.inZone {
		h.zone[p] = false
	}
	h.inZone = h.inZone[:0]
	return least
}

func (h *LMCut) enter(p int32) {
	if !h.zone[p] {
		h.zone[p] = true
		h.inZone = append(h.inZone, p)
	}
}
