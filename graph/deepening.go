package graph

import (
	"context"
	"math"
	"unsafe"

	"farbank/solver"
)

// IterativeDeepening returns a path of fewest edges to a goal: it searches depth first for paths of at most
// 0, 1, 2, ... edges (Korf 1985). Within a round it stores the depth at which it reached a state, and expands a
// state again only if it is reached at a smaller depth. So it ends when everything reachable was seen, even
// without a goal. It stores as many states as BreadthFirst, and expands those near the start in each round.
func IterativeDeepening(ctx context.Context, g Graph, opt Options) (*Path, *Search, error) {
	d := newDeepening(ctx, g, opt)
	d.unit = true
	return d.search(d.rounds)
}

// IDAStar returns a path of least cost to a goal: it searches depth first for paths whose cost plus estimate is at
// most a bound, and increases the bound to the smallest sum that exceeded it (Korf 1985). It stores states like
// IterativeDeepening, and ignores MaxDepth. The estimate must be admissible; see [Heuristic].
func IDAStar(ctx context.Context, g Graph, h Heuristic, opt Options) (*Path, *Search, error) {
	d := newDeepening(ctx, g, opt)
	d.estimate = h
	d.opt.MaxDepth = 0
	return d.search(d.rounds)
}

// depthLimited is DepthFirst with a bound on the number of edges: a single round.
func depthLimited(ctx context.Context, g Graph, opt Options) (*Path, *Search, error) {
	d := newDeepening(ctx, g, opt)
	d.unit, d.status = true, solver.Solved
	return d.search(func() error {
		most, _ := opt.deep()
		return d.round(int64(most))
	})
}

// A deepening is a depth-first search in rounds, each with a bound on the sum of cost and estimate.
type deepening struct {
	*searcher
	res      *Search
	status   solver.Status // of a path that is found
	unit     bool          // every edge counts 1
	estimate Heuristic     // nil means 0
	now      int32         // number of the round, from 1
	bound    int64         // bound of this round
	over     int64         // the smallest sum that exceeded the bound, or math.MaxInt64
	stack    paged[depthNode]
	best     paged[leastCost] // by state
	lists    int64            // bytes of the successors on the stack
	guess    []int64
}

// A leastCost is the lowest cost at which a state was reached in a round.
type leastCost struct {
	cost  int64
	round int32
}

// A depthNode is a visit with the cost of the path to it.
type depthNode struct {
	visit
	cost int64
}

func (d *depthNode) bytes() int64 { return int64(cap(d.to))*4 + int64(cap(d.labels))*16 }

func newDeepening(ctx context.Context, g Graph, opt Options) *deepening {
	d := &deepening{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}, status: solver.Optimal}
	d.store.beside = int(unsafe.Sizeof(leastCost{}))
	d.res.Store = d.store
	return d
}

func (d *deepening) search(work func() error) (*Path, *Search, error) {
	err := d.g.Starts(func(state []uint64) error {
		if err := d.room(1); err != nil {
			return err
		}
		d.store.Add(state)
		if d.store.Len()&1023 == 0 {
			return d.check(0)
		}
		return nil
	})
	d.res.Starts = d.store.Len()
	if err == nil {
		err = work()
	}
	return d.alongPath(d.res, d.stack.n, func(i int) *visit { return &d.stack.at(i).visit }, err)
}

// rounds runs rounds until a goal is found or nothing is left.
func (d *deepening) rounds() error {
	bound, known := int64(0), -1
	most, limited := d.opt.deep()
	for {
		d.res.Bound = bound
		if err := d.round(bound); err != nil || d.res.Status.Found() {
			return err
		}
		switch {
		case d.over == math.MaxInt64 || d.unit && known == d.store.Len():
			d.res.Status, d.res.Cut = solver.Infeasible, false // one more edge led to no new state
			return nil
		case limited && bound >= int64(most):
			return nil
		}
		bound, known = d.over, d.store.Len()
	}
}

// round searches within a bound.
func (d *deepening) round(bound int64) error {
	d.now++
	d.bound, d.over = bound, math.MaxInt64
	d.res.Cut = false
	for i := range d.res.Starts {
		d.stack.reset()
		if err := d.from(int32(i)); err != nil || d.res.Status.Found() {
			return err
		}
	}
	if d.res.Cut = d.over != math.MaxInt64; !d.res.Cut {
		d.res.Status = solver.Infeasible
	}
	return nil
}

func (d *deepening) from(start int32) error {
	if left, err := d.left(d.store.State(int(start))); err != nil || !d.within(left) {
		return err
	}
	if err := d.visit(start, Edge{}, 0); err != nil || d.res.Status.Found() {
		return err
	}
	for d.stack.n > 0 {
		v := d.stack.at(d.stack.n - 1)
		if v.next == len(v.to) {
			d.lists -= v.bytes()
			*v = depthNode{}
			d.stack.n--
			continue
		}
		t, e := v.to[v.next], v.labels[v.next]
		v.next++
		cost := v.cost + d.weight(e)
		if b := d.best.at(int(t)); b.round == d.now && b.cost <= cost {
			continue
		}
		if err := d.visit(t, e, cost); err != nil || d.res.Status.Found() {
			return err
		}
	}
	return nil
}

func (d *deepening) weight(e Edge) int64 {
	if d.unit {
		return 1
	}
	return e.Cost
}

// within reports whether a total is within the bound, and records the smallest one that is not. An Unreachable state
// leads to no goal.
func (d *deepening) within(total int64) bool {
	if total > d.bound && total != Unreachable {
		d.over = min(d.over, total)
	}
	return total <= d.bound
}

// left returns the estimate of a state.
func (d *deepening) left(state []uint64) (int64, error) {
	if d.estimate == nil {
		return 0, nil
	}
	var h [1]int64
	err := d.estimate(state, h[:])
	return h[0], err
}

// visit pushes a state that was reached at a cost.
func (d *deepening) visit(i int32, in Edge, cost int64) error {
	if err := d.check(int64(d.stack.n)); err != nil {
		return err
	}
	d.best.grow(max(d.best.n, d.store.Len()))
	*d.best.at(int(i)) = leastCost{cost, d.now}
	v := depthNode{visit: visit{state: i, in: in}, cost: cost}
	var goal [1]bool
	if err := d.g.Goals(d.store.State(int(i)), goal[:]); err != nil {
		return err
	}
	switch {
	case goal[0]:
		d.res.Status, d.res.Goal = d.status, int(i)
	case d.unit && !d.within(cost+1): // whatever the edges are
	default:
		if err := d.descend(&v); err != nil {
			return err
		}
	}
	d.lists += v.bytes()
	d.stack.append(v)
	d.extra = d.lists + d.stack.bytes() + d.best.bytes()
	return nil
}

// descend computes the successors of a state that are within the bound.
func (d *deepening) descend(v *depthNode) error {
	if err := d.expand(d.store.State(int(v.state))); err != nil {
		return err
	}
	n, w := d.succ.Len(), d.store.words
	if err := d.room(n); err != nil {
		return err
	}
	d.guess = append(d.guess[:0], make([]int64, n)...)
	if d.estimate != nil {
		if err := d.estimate(d.succ.States, d.guess); err != nil {
			return err
		}
	}
	for k, label := range d.succ.Label {
		e := Edge{label, d.succ.cost(k)}
		total, err := sum(v.cost, d.weight(e), d.guess[k])
		if err != nil {
			return err
		}
		state := d.succ.States[k*w : (k+1)*w]
		if d.sooner(state, v.cost+d.weight(e)) || !d.within(total) {
			continue
		}
		j, fresh := d.store.Add(state)
		if fresh {
			d.best.grow(d.store.Len())
		}
		v.to = append(v.to, int32(j))
		v.labels = append(v.labels, e)
	}
	return nil
}

// sooner reports whether a state was reached in this round at the same or a lower cost.
func (d *deepening) sooner(state []uint64, cost int64) bool {
	i := d.store.Find(state)
	if i < 0 {
		return false
	}
	b := d.best.at(i)
	return b.round == d.now && b.cost <= cost
}

// sum returns the cost of a path plus an estimate; a sum above the largest cost that is not Unreachable is just below
// Unreachable.
func sum(cost, edge, left int64) (int64, error) {
	switch {
	case edge > math.MaxInt64-cost:
		return 0, ErrCost
	case left == Unreachable:
		return Unreachable, nil
	case left >= Unreachable-cost-edge:
		return Unreachable - 1, nil
	}
	return cost + edge + left, nil
}
