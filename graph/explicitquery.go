package graph

import (
	"context"
	"iter"
	"math"
)

// Edges yields the outgoing edges of a state with their targets, in order.
func (x *Explicit) Edges(i int) iter.Seq2[int, Edge] {
	return func(yield func(int, Edge) bool) {
		to, edges := x.edgesOf(i)
		for k, t := range to {
			if !yield(int(t), edges.at(k)) {
				return
			}
		}
	}
}

// EdgeCount returns the number of edges.
func (x *Explicit) EdgeCount() int { return x.lists.edges }

// CanReachGoal returns, for each state, whether a path leads to a goal. It takes O(n+e) time.
func (x *Explicit) CanReachGoal(ctx context.Context) ([]bool, error) { return x.reachesGoal(ctx) }

// DeadEnds returns the first non-goal states without outgoing edges, at most most.
func (x *Explicit) DeadEnds(most int) []int {
	var ends []int
	for i := 0; i < x.Len() && len(ends) < most; i++ {
		if !x.Goal[i] && len(x.lists.to(i)) == 0 {
			ends = append(ends, i)
		}
	}
	return ends
}

// Depths returns the minimum number of edges from a start to each state.
func (x *Explicit) Depths() []int32 {
	depth := make([]int32, x.Len())
	for i := range depth {
		depth[i] = -1
	}
	clear(depth[:x.Starts])
	for i := range depth { // the states are in breadth-first order
		to := x.lists.to(i)
		for _, t := range to {
			if depth[t] < 0 {
				depth[t] = depth[i] + 1
			}
		}
	}
	return depth
}

// CostFromStart returns the least cost of a path from a start to each state, and the fewest edges of a path of that
// cost: by layers if all edges cost 1 (Moore 1959), in O(n+e), else with a heap (Dijkstra 1959), in O(e log n). An
// interrupt is an error.
func (x *Explicit) CostFromStart(ctx context.Context) (cost []int64, edges []int32, err error) {
	if x.lists.unit() {
		edges = x.Depths()
		return widened(edges), edges, nil
	}
	starts := make([]int32, x.Starts)
	for i := range starts {
		starts[i] = int32(i)
	}
	return x.leastCosts(ctx, starts, func(i int32, relax func(to int32, cost int64) bool) {
		to, edges := x.edgesOf(int(i))
		for k, t := range to {
			if !relax(t, edges.costOf(k)) {
				return
			}
		}
	})
}

// CostToGoal returns the least cost of a path from each state to a goal, or -1, and the fewest edges of a path of that
// cost. It is [Explicit.CostFromStart] on the reversed edges.
func (x *Explicit) CostToGoal(ctx context.Context) (cost []int64, edges []int32, err error) {
	var goals []int32
	for i, g := range x.Goal {
		if g {
			goals = append(goals, int32(i))
		}
	}
	r, err := x.reverse(ctx, true)
	if err != nil {
		return nil, nil, err
	}
	if r.cost == nil {
		edges, err = x.layersFrom(ctx, goals, r)
		return widened(edges), edges, err
	}
	return x.leastCosts(ctx, goals, func(i int32, relax func(to int32, cost int64) bool) {
		for k, hi := r.of(i); k < hi; k++ {
			if !relax(r.from[k], r.costOf(k)) {
				return
			}
		}
	})
}

// layersFrom returns the fewest reversed edges from some states to each state, or -1.
func (x *Explicit) layersFrom(ctx context.Context, from []int32, r *reversed) ([]int32, error) {
	depth := make([]int32, x.Len())
	for i := range depth {
		depth[i] = -1
	}
	for _, i := range from {
		depth[i] = 0
	}
	queue := append(make([]int32, 0, x.Len()), from...)
	for n := 0; n < len(queue); n++ {
		if n&0xFFFF == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		i := queue[n]
		lo, hi := r.of(i)
		for _, j := range r.from[lo:hi] {
			if depth[j] < 0 {
				depth[j] = depth[i] + 1
				queue = append(queue, j)
			}
		}
	}
	return depth, nil
}

// widened converts numbers of edges to costs.
func widened(edges []int32) []int64 {
	cost := make([]int64, len(edges))
	for i, n := range edges {
		cost[i] = int64(n)
	}
	return cost
}

// leastCosts settles states in the order of their cost, then number of edges. follow calls relax for the edges of a
// state until it returns false.
func (x *Explicit) leastCosts(ctx context.Context, from []int32, follow func(i int32, relax func(to int32, cost int64) bool)) ([]int64, []int32, error) {
	dist, hops := make([]int64, x.Len()), make([]int32, x.Len())
	for i := range dist {
		dist[i], hops[i] = -1, -1
	}
	var h stateHeap
	for _, i := range from {
		dist[i], hops[i] = 0, 0
		h.push(stateCost{state: i})
	}
	for settled := 0; len(h) > 0; settled++ {
		if settled&4095 == 0 && ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		e := h.pop()
		if e.cost > dist[e.state] || e.hops > hops[e.state] {
			continue
		}
		wide := false
		follow(e.state, func(t int32, c int64) bool {
			if wide = c > math.MaxInt64-e.cost; wide {
				return false
			}
			n := stateCost{e.cost + c, e.hops + 1, t}
			if dist[t] < 0 || n.before(stateCost{dist[t], hops[t], t}) {
				dist[t], hops[t] = n.cost, n.hops
				h.push(n)
			}
			return true
		})
		if wide {
			return nil, nil, ErrCost
		}
	}
	return dist, hops, nil
}

type stateCost struct {
	cost  int64
	hops  int32
	state int32
}

func (a stateCost) before(b stateCost) bool {
	return a.cost < b.cost || a.cost == b.cost && a.hops < b.hops
}

// A stateHeap is a binary heap with the least cost on top.
type stateHeap []stateCost

func (h *stateHeap) push(e stateCost) {
	s := append(*h, e)
	i := len(s) - 1
	for i > 0 && e.before(s[(i-1)/2]) {
		s[i] = s[(i-1)/2]
		i = (i - 1) / 2
	}
	s[i] = e
	*h = s
}

func (h *stateHeap) pop() stateCost {
	s := *h
	top, e := s[0], s[len(s)-1]
	s = s[:len(s)-1]
	i := 0
	for {
		c := 2*i + 1
		if c >= len(s) {
			break
		}
		if c+1 < len(s) && s[c+1].before(s[c]) {
			c++
		}
		if !s[c].before(e) {
			break
		}
		s[i] = s[c]
		i = c
	}
	if len(s) > 0 {
		s[i] = e
	}
	*h = s
	return top
}
