package planning

import "slices"

// LandmarkCost is the cost of the landmarks that are needed, where the cost of each
// operator is divided among those that it may make true: to equal parts (Karpas and
// Domshlak 2009), of what those before have left (opportunistic uniform cost partitioning: Seipp,
// Keller and Helmert 2017). It is admissible, but not consistent: what is known of a state depends
// on the way to it.
type LandmarkCost struct {
	*landmarkTrack
	shares []int64 // by operator: how many landmarks it may make true, of those that are still to have their part
	left   []int64 // by operator: the cost that is left to them
	used   []int32
}

// costUnit is what costs are multiplied with before they are divided: the numbers up to 16
// divide it.
const costUnit = 720720

// NewLandmarkCost returns the heuristic for a task; nil if no landmarks are found.
func NewLandmarkCost(s *Space) *LandmarkCost {
	l := newLandmarks(s)
	if l == nil || len(l.list) == 0 {
		return nil
	}
	return &LandmarkCost{landmarkTrack: newLandmarkTrack(l), shares: make([]int64, len(l.costs)), left: make([]int64, len(l.costs))}
}

// Name returns "landmarks with costs".
func (*LandmarkCost) Name() string { return "landmarks with costs" }

// Kept is what is kept for states.
func (h *LandmarkCost) Kept() int64 { return h.bytes() }

// Estimate is a lower bound in a state to which the way is not known.
func (h *LandmarkCost) Estimate(s State) int64 {
	h.unknown(s)
	return h.cost()
}

// Track is a lower bound in a state that is stored.
func (h *LandmarkCost) Track(from, to int, s State) int64 {
	h.follow(from, to, s)
	return h.cost()
}

// cost divides the costs. What a landmark leaves of its share, because another operator may make it
// true for less, goes to those that come after it.
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

// few puts those landmarks first that few operators may make true: what they leave is of use to the others.
func (h *LandmarkCost) few() {
	slices.SortStableFunc(h.needed, func(i, j int32) int { return len(h.achievers(i)) - len(h.achievers(j)) })
}
