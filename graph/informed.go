package graph

import (
	"context"
	"math"

	"farbank/solver"
)

// A Heuristic estimates the cost of a path from each state of a batch to a goal. It sets left[i] to the
// estimate for the i-th state, which is at least 0, or Unreachable if there is no such path. A heuristic is
// admissible if it never exceeds the least cost.
type Heuristic func(batch []uint64, left []int64) error

// Unreachable is the estimate of a state from which no goal can be reached.
const Unreachable = math.MaxInt64

// AStar finds a path of least cost. It expands the state with the least sum of path cost and estimate
// first, and of equal sums the one with the lower estimate (Hart, Nilsson and Raphael 1968). A state is
// expanded again if a cheaper path to it is found, so h must be admissible but need not be consistent.
// AStar ignores MaxDepth. The distances in Search are upper bounds.
func AStar(ctx context.Context, g Graph, h Heuristic, opt Options) (*Search, error) {
	return bestFirst(ctx, g, opt, h, func(cost int64, _ int32, left int64) (int64, int32) {
		if left > Unreachable-1-cost {
			return Unreachable - 1, math.MaxInt32
		}
		return cost + left, int32(min(left, math.MaxInt32))
	})
}

// Greedy finds a path to a goal, which may be far from optimal. It expands the state with the lowest
// estimate first (Doran and Michie 1966). The heuristic need not be admissible, but Unreachable must be
// right. Greedy ignores MaxDepth.
func Greedy(ctx context.Context, g Graph, h Heuristic, opt Options) (*Search, error) {
	s, err := bestFirst(ctx, g, opt, h, func(_ int64, _ int32, left int64) (int64, int32) { return left, 0 })
	s.Bound = 0 // the heuristic may be inadmissible
	if s.Status == solver.Optimal {
		s.Status = solver.Solved
	}
	return s, err
}
