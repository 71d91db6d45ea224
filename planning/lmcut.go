package planning

import "slices"

// LMCut is the LM-cut heuristic (Helmert and Domshlak 2009): a set of disjunctive action landmarks whose
// costs are disjoint. Each landmark is a cut: the actions that lead into the propositions from which the
// goal is reached at cost 0, and that a state reaches without them. The estimate is admissible but not
// consistent.
//
// The computation for a child state starts with the landmarks of its parent that do not contain the
// operator (incremental LM-cut: Pommerening and Helmert 2013). Conditional effects of an operator share its
// cost.
type LMCut struct {
	g         *supportGraph
	zone      []bool
	inZone    []int32
	before    []bool // propositions that the state reaches without a cut
	inBefore  []int32
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
	return &LMCut{g: newSupportGraph(r), zone: make([]bool, r.props), before: make([]bool, r.props), inCut: make([]bool, len(r.space.ops))}
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
		least := h.findCut(s)
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
func (h *LMCut) findCut(s State) int64 {
	h.findZone()
	least := h.cross(s)
	for _, p := range h.inZone {
		h.zone[p] = false
	}
	for _, p := range h.inBefore {
		h.before[p] = false
	}
	h.inZone, h.inBefore = h.inZone[:0], h.inBefore[:0]
	return least
}

// findZone computes the goal zone: the propositions from which supporters lead to the goal at cost 0.
func (h *LMCut) findZone() {
	g := h.g
	h.enter(g.goal)
	for k := 0; k < len(h.inZone); k++ {
		for _, a := range g.makes.of(h.inZone[k]) {
			if n := &g.now[a]; n.cost == 0 && n.open == 0 {
				h.prefer(a, n)
				h.enter(n.dearest)
			}
		}
	}
}

// prefer changes the supporter of a free action among its most expensive preconditions, to keep the goal zone
// small: it takes one that is in the zone already, or one at which the zone ends because no free action adds it.
// Fast Downward breaks ties so.
func (h *LMCut) prefer(a int32, n *support) {
	g := h.g
	for _, p := range g.pre[g.actions[a].pre:g.actions[a].preEnd] {
		if g.reach[p] == n.spent && (h.zone[p] || !g.isFree(p)) {
			n.dearest = p
			return
		}
	}
}

// cross computes the cut: it explores the actions whose supporters a state reaches, without those that lead
// into the goal zone. It returns the least cost of one of the latter.
func (h *LMCut) cross(s State) int64 {
	g := h.g
	least := int64(Infinite)
	h.cut = h.cut[:0]
	for v, value := range s {
		h.pass(int32(g.offset[v] + int(value)))
	}
	h.pass(g.always)
	for k := 0; k < len(h.inBefore); k++ {
		p := h.inBefore[k]
		for _, a := range g.needs.of(p) {
			n := &g.now[a]
			if n.dearest != p || n.open > 0 {
				continue
			}
			at := &g.actions[a]
			adds := g.add[at.add:at.addEnd]
			if !h.leads(adds) {
				for _, q := range adds {
					h.pass(q)
				}
				continue
			}
			least = min(least, n.cost)
			if o := at.owner; !h.inCut[o] {
				h.inCut[o] = true
				h.cut = append(h.cut, o)
			}
		}
	}
	return least
}

// leads reports whether one of the propositions is in the goal zone.
func (h *LMCut) leads(list []int32) bool {
	for _, p := range list {
		if h.zone[p] {
			return true
		}
	}
	return false
}

func (h *LMCut) enter(p int32) {
	if !h.zone[p] {
		h.zone[p] = true
		h.inZone = append(h.inZone, p)
	}
}

func (h *LMCut) pass(p int32) {
	if !h.before[p] {
		h.before[p] = true
		h.inBefore = append(h.inBefore, p)
	}
}
