package planning

// LandmarkCount is the number of required landmarks, weighted by their least costs. It is not admissible,
// and Infinite only if there is no plan. Operators that achieve a landmark whose predecessors have been
// achieved are preferred (Richter, Helmert and Westphal 2008).
type LandmarkCount struct {
	*landmarkTrack
	weight []int64 // by landmark
	prefer []int32
	marked []bool // by operator
}

// NewLandmarkCount returns the heuristic for a task; it adds extra to the cost of each operator. It reports
// false if the task has no landmarks.
func NewLandmarkCount(s *Space, extra int64) (*LandmarkCount, bool) {
	l := newLandmarks(s)
	if l == nil || len(l.list) == 0 {
		return nil, false
	}
	return countLandmarks(l, func(o int32) int64 { return l.costs[o] + extra }, extra), true
}

// unitLandmarks is NewLandmarkCount with a cost of 1 for each operator.
func unitLandmarks(s *Space) (*LandmarkCount, bool) {
	l := newLandmarks(s)
	if l == nil || len(l.list) == 0 {
		return nil, false
	}
	return countLandmarks(l, unitCost, 1), true
}

func unitCost(int32) int64 { return 1 }

// countLandmarks returns the heuristic for some landmarks, by the costs of operators. A landmark without operators costs extra.
func countLandmarks(l *landmarkSet, cost func(op int32) int64, extra int64) *LandmarkCount {
	h := &LandmarkCount{landmarkTrack: newLandmarkTrack(l), marked: make([]bool, len(l.space.ops))}
	for i := range l.list {
		least := int64(Infinite)
		for _, o := range l.list[i].again {
			least = min(least, cost(o))
		}
		if len(l.list[i].again) == 0 {
			least = extra
		}
		h.weight = append(h.weight, least)
	}
	return h
}

// Name returns "landmark count".
func (*LandmarkCount) Name() string { return "landmark count" }

// Kept returns the bytes of the data stored for states.
func (h *LandmarkCount) Kept() int64 { return h.bytes() }

// Estimate counts the landmarks for a state without knowledge of the path to it.
func (h *LandmarkCount) Estimate(s State) int64 {
	h.unknown(s)
	return h.count(s)
}

// Track counts the landmarks for a stored state.
func (h *LandmarkCount) Track(from, to int, s State) int64 {
	h.follow(from, to, s)
	return h.count(s)
}

func (h *LandmarkCount) count(s State) int64 {
	total := int64(0)
	h.prefer = h.prefer[:0]
	for _, i := range h.needed {
		list := h.achievers(i)
		if len(list) == 0 {
			return Infinite
		}
		total = plus(total, h.weight[i])
		if h.blocked(i) {
			continue
		}
		for _, o := range list {
			if !h.marked[o] && int(o) < h.space.real && h.space.applies(o, s) {
				h.marked[o] = true
				h.prefer = append(h.prefer, o)
			}
		}
	}
	for _, o := range h.prefer {
		h.marked[o] = false
	}
	return total
}

// blocked reports whether a predecessor of a landmark was not achieved yet.
func (h *LandmarkCount) blocked(i int32) bool {
	if !h.come[i] {
		return false
	}
	for _, k := range h.list[i].before {
		if h.come[k] {
			return true
		}
	}
	return false
}

// Preferred returns the applicable operators that achieve landmarks.
func (h *LandmarkCount) Preferred() []int32 { return h.prefer }
