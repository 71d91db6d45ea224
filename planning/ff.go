package planning

// FF is the cost of a relaxed plan (Hoffmann and Nebel 2001), extracted from the actions by which h_add
// reaches each fact (Keyder and Geffner 2008). It is not admissible, and Infinite only if there is no plan.
// The applicable operators of the relaxed plan are preferred.
type FF struct {
	x      *costGraph
	mark   []int32 // by proposition: the last estimate whose plan it was part of
	taken  []int32 // by operator: the last estimate whose plan it was part of
	round  int32
	stack  []int32
	prefer []int32
	used   []int32 // propositions of the last relaxed plan

	variable []int32 // by fact
	positive bool    // all operators have positive cost and there are no axioms, so a proposition of cost 0 needs no operators
}

// NewFF returns the heuristic for a task. plus is added to the cost of each operator; with 1 the heuristic
// also counts steps, which finds plans sooner (Richter and Westphal 2010).
func NewFF(s *Space, plus int64) *FF {
	r := newRelaxation(s)
	return newFF(r, r.costs(plus), s.least+plus > 0)
}

// newUnitFF returns the heuristic with a cost of 1 for each operator. It finds plans sooner where costs differ much, but
// dearer ones.
func newUnitFF(s *Space) *FF {
	r := newRelaxation(s)
	return newFF(r, r.units(), true)
}

func newFF(r *relaxation, costs []int64, positive bool) *FF {
	s := r.space
	h := &FF{x: newCostGraph(r, true, costs), mark: make([]int32, r.props), taken: make([]int32, len(s.ops)), positive: positive && len(s.ops) == s.real}
	for v := range s.fields {
		for range s.Task.Variables[v].Size {
			h.variable = append(h.variable, int32(v))
		}
	}
	return h
}

// Name returns "FF".
func (*FF) Name() string { return "FF" }

// Estimate returns the cost of a relaxed plan.
func (h *FF) Estimate(s State) int64 {
	x := h.x
	x.explore(s)
	h.prefer, h.used = h.prefer[:0], h.used[:0]
	if x.reach[x.goal] == Infinite {
		return Infinite
	}
	h.round++
	total := int64(0)
	h.stack = append(h.stack[:0], x.goal)
	for len(h.stack) > 0 {
		p := h.stack[len(h.stack)-1]
		h.stack = h.stack[:len(h.stack)-1]
		a := x.by[p]
		h.used = append(h.used, p)
		for _, q := range x.actions[a].pre {
			if h.mark[q] != h.round && x.by[q] >= 0 && !(h.positive && x.reach[q] == 0) {
				h.mark[q] = h.round
				h.stack = append(h.stack, q)
			}
		}
		if o := x.actions[a].owner; o >= 0 && h.taken[o] != h.round {
			h.taken[o] = h.round
			total += x.costs[o]
			if int(o) < x.space.real && x.space.applies(o, s) {
				h.prefer = append(h.prefer, o)
			}
		}
	}
	return total
}

// Preferred returns the applicable operators of the last relaxed plan.
func (h *FF) Preferred() []int32 { return h.prefer }

// facts returns the facts that the last relaxed plan reaches.
func (h *FF) facts() []int32 {
	var list []int32
	for _, p := range h.used {
		if int(p) < len(h.variable) {
			list = append(list, p)
		}
	}
	return list
}
