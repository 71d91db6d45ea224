package graph

import (
	"context"
	"math"
)

// A Heuristic estimates what a path from each state of a batch to a goal costs: it sets
// left[i] for the i-th of them, to at least 0. Unreachable says that there is no such path.
// It is admissible if it never says more than the least cost there is.
type Heuristic func(batch []uint64, left []int64) error

// Unreachable is the estimate of a state from which no goal can be reached.
const Unreachable = math.MaxInt64

// AStar finds a path of least cost: the state is expanded next for which the cost of the
// path to it and the estimate of what is left come to least, of equal ones the one with
// less left (Hart, Nilsson and Raphael 1968). A state that is met by a better path is
// expanded again, so that the estimate need be admissible only, not consistent. MaxDepth is
// not obeyed. What Search says of distances is what was found so far.
func AStar(ctx context.Context, g Graph, h Heuristic, opt Options) (*Search, error) {
	return bestFirst(ctx, g, opt, h, func(cost int64, _ int32, left int64) (int64, int32) {
		if left > Unreachable-1-cost {
			return Unreachable - 1, math.MaxInt32
		}
		return cost + left, int32(min(left, math.MaxInt32))
	})
}

// Greedy finds a path to a goal that may be far from the best: the state is expanded next
// of which the estimate says that least is left (Doran and Michie 1966). Any estimate will
// do, but one that says Unreachable must be right. MaxDepth is not obeyed.
func Greedy(ctx context.Context, g Graph, h Heuristic, opt Options) (*Search, error) {
	s, err := bestFirst(ctx, g, opt, h, func(_ int64, _ int32, left int64) (int64, int32) { return left, 0 })
	if s != nil {
		s.Bound = 0 // the estimate proves nothing
	}
	return s, err
}
