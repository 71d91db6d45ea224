package planning

// LandmarkCount is how many landmarks are needed from a state, with what each costs at
// least. It is not admissible; it is Infinite only where there is no plan. Operators that
// make one true of which all that must come before has held are preferred (Richter, Helmert
// and Westphal 2008).
type LandmarkCount struct {
	*landmarkTrack
	weight []int64 // by landmark
	prefer []int32
	marked []bool // by operator
}

// NewLandmarkCount returns the heuristic for a task; nil if no landmarks are found. extra is
// added to the cost of each operator.
func NewLandmarkCount(s *Space, extra int64) *LandmarkCount {
	l := newLandmarks(s)
	if l == nil || len(l.list) == 0 {
		return nil
	}
	h := &LandmarkCount{landmarkTrack: newLandmarkTrack(l), marked: make([]bool, len(l.space.ops))}
	for i := range l.list {
		least := int64(Infinite)
		for _, o := range l.list[i].again {
			least = min(least, l.costs[o]+extra)
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

// Kept is what is kept for states.
func (h *LandmarkCount) Kept() int64 { return h.bytes() }

// Estimate counts in a state to which the way is not known.
func (h *LandmarkCount) Estimate(s State) int64 {
	h.unknown(s)
	return h.count(s)
}

// Track counts in a state that is stored.
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

// blocked reports whether something must come before a landmark.
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

// Preferred are operators that make landmarks true.
func (h *LandmarkCount) Preferred() []int32 { return h.prefer }
