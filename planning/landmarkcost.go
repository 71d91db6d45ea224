package planning

import "slices"

// LandmarkCost is the cost of the required landmarks, where the cost of each operator is divided among the
// landmarks that it may achieve in equal parts (Karpas and Domshlak 2009), of what the landmarks before
// have left (opportunistic uniform cost partitioning: Seipp, Keller and Helmert 2017). It is admissible but
// path-dependent, so not consistent.
type LandmarkCost struct {
	*landmarkTrack
	shares []int64 // by operator: the number of landmarks that it may achieve and that were not processed yet
	left   []int64 // by operator: the remaining cost
	used   []int32
}

// costUnit is the factor by which costs are multiplied before they are divided. It is divisible by the
// numbers up to 16.
const costUnit = 720720

// NewLandmarkCost returns the heuristic for a task. It reports false if the task has no landmarks.
func NewLandmarkCost(s *Space) (*LandmarkCost, bool) {
	l := newLandmarks(s)
	if l == nil || len(l.list) == 0 {
		return nil, false
	}
	return &LandmarkCost{landmarkTrack: newLandmarkTrack(l), shares: make([]int64, len(l.costs)), left: make([]int64, len(l.costs))}, true
}

// Name returns "landmarks with costs".
func (*LandmarkCost) Name() string { return "landmarks with costs" }

// Kept returns the bytes of the data stored for states.
func (h *LandmarkCost) Kept() int64 { return h.bytes() }

// Estimate returns a lower bound for a state without knowledge of the path to it.
func (h *LandmarkCost) Estimate(s State) int64 {
	h.unknown(s)
	return h.cost()
}

// Track returns a lower bound for a stored state.
func (h *LandmarkCost) Track(from, to int, s State) int64 {
	h.follow(from, to, s)
	return h.cost()
}

// cost computes the cost partitioning. The part of its share that a landmark does not need, because another
// operator may achieve it at a lower cost, is left to the landmarks after it.
func (h *LandmarkCost) cost() int64 {
	for _, i := range h.needed {
		for _, o := range h.achievers(i) {
			if h.shares[o]++; h.shares[o] == 1 {
				h.used = append(h.used, o)
				h.left[o] = h.costs[o] * costUnit
			}
		}
	}
	h.few()
	total := int64(0)
	for _, i := range h.needed {
		list := h.achievers(i)
		least := int64(Infinite)
		for _, o := range list {
			least = min(least, h.left[o]/h.shares[o])
		}
		if least == Infinite {
			total = Infinite
			break
		}
		total = plus(total, least)
		for _, o := range list {
			h.left[o] -= least
			h.shares[o]--
		}
	}
	for _, o := range h.used {
		h.shares[o] = 0
	}
	h.used = h.used[:0]
	if total == Infinite {
		return Infinite
	}
	return (total + costUnit - 1) / costUnit
}

// few sorts the landmarks by the number of operators that may achieve them: the cost left by those with few
// achievers helps the others.
func (h *LandmarkCost) few() {
	slices.SortStableFunc(h.needed, func(i, j int32) int { return len(h.achievers(i)) - len(h.achievers(j)) })
}
