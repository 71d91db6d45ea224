package graph

import (
	"context"
	"math"
	"unsafe"
)

// IterativeDeepening returns a path of fewest edges to a goal: it searches depth first for
// paths of at most 0, 1, 2, ... edges (Korf 1985). Within a round it remembers by how many
// edges it has come to a state, and does not look at one again that it meets no sooner; so
// it ends where all that can be reached was seen, also if there is no goal. It keeps as
// many states as BreadthFirst, and expands those near the start again in each round.
func IterativeDeepening(ctx context.Context, g Graph, opt Options) (*Path, *Search, error) {
	d := newDeepening(ctx, g, opt)
	d.unit = true
	return d.search(d.rounds)
}

// IDAStar returns a path of least cost to a goal: it searches depth first for paths whose
// cost and the estimate of what is left come to at most a bound, and takes for the next
// bound the least that was more (Korf 1985). It remembers states as IterativeDeepening does.
// MaxDepth is not obeyed. The estimate must be admissible; see [Heuristic].
func IDAStar(ctx context.Context, g Graph, h Heuristic, opt Options) (*Path, *Search, error) {
	d := newDeepening(ctx, g, opt)
	d.estimate = h
	d.opt.MaxDepth = 0
	return d.search(d.rounds)
}

// depthLimited is DepthFirst with a bound on the edges of a path: one round.
func depthLimited(ctx context.Context, g Graph, opt Options) (*Path, *Search, error) {
	d := newDeepening(ctx, g, opt)
	d.unit = true
	return d.search(func() error {
		most, _ := opt.deep()
		return d.round(int64(most))
	})
}

// A deepening searches depth first in rounds, each with a bound on what is spent and the
// estimate of what is left.
type deepening struct {
	*searcher
	res      *Search
	unit     bool      // every edge counts 1
	estimate Heuristic // nil: 0
	now      int32     // the round, from 1
	bound    int64     // of this round
	over     int64     // the least that was more; math.MaxInt64: nothing was
	stack    paged[depthNode]
	best     paged[leastCost] // by state
	lists    int64            // bytes of the successors on the stack
	guess    []int64
}

// leastCost is the least that a state was come to with in a round.
type leastCost struct {
	cost  int64
	round int32
}

// A depthNode is a visit, and what the path to it costs.
type depthNode struct {
	visit
	cost int64
}

func (d *depthNode) bytes() int64 { return int64(cap(d.to))*4 + int64(cap(d.labels))*16 }

func newDeepening(ctx context.Context, g Graph, opt Options) *deepening {
	d := &deepening{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}}
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

// rounds goes on until there is a goal, or nothing more to see.
func (d *deepening) rounds() error {
	bound, known := int64(0), -1
	most, limited := d.opt.deep()
	for {
		d.res.Bound = bound
		if err := d.round(bound); err != nil || d.res.Found {
			return err
		}
		switch {
		case d.over == math.MaxInt64 || d.unit && known == d.store.Len():
			d.res.Complete, d.res.Cut = true, false // one more edge led to nothing new
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
		if err := d.from(int32(i)); err != nil || d.res.Found {
			return err
		}
	}
	d.res.Cut = d.over != math.MaxInt64
	d.res.Complete = !d.res.Cut
	return nil
}

func (d *deepening) from(start int32) error {
	if left, err := d.left(d.store.State(int(start))); err != nil || !d.within(left) {
		return err
	}
	if err := d.visit(start, Edge{}, 0); err != nil || d.res.Found {
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
		if err := d.visit(t, e, cost); err != nil || d.res.Found {
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

// within reports whether a total is within the bound, and notes the least that is not. No
// goal is within reach of what is Unreachable.
func (d *deepening) within(total int64) bool {
	if total > d.bound && total != Unreachable {
		d.over = min(d.over, total)
	}
	return total <= d.bound
}

// left is the estimate of one state.
func (d *deepening) left(state []uint64) (int64, error) {
	if d.estimate == nil {
		return 0, nil
	}
	var h [1]int64
	err := d.estimate(state, h[:])
	return h[0], err
}

// visit puts a state on the path that was come to with a cost.
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
		d.res.Found, d.res.Goal, d.res.Complete = true, int(i), true
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

// descend finds the successors of a state that are within the bound.
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

// sooner reports whether a state has been come to in this round with no more cost.
func (d *deepening) sooner(state []uint64, cost int64) bool {
	i := d.store.Find(state)
	if i < 0 {
		return false
	}
	b := d.best.at(i)
	return b.round == d.now && b.cost <= cost
}

// sum is what a path costs and the estimate of what is left; what is more than any cost,
// but not Unreachable, is just below that.
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
