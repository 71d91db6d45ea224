package graph

import (
	"context"
	"math"
	"slices"
	"unsafe"

	"farbank/internal/durable"
)

// UniformCost finds a path of least cost (Dijkstra 1959): states are settled in the
// order of their distance, those of equal distance in the order of fewer edges, then
// of discovery. Edges of cost 0 are allowed. MaxDepth is not obeyed: see Within.
func UniformCost(ctx context.Context, g Graph, opt Options) (*Search, error) {
	if durable.Possible && opt.Disk != nil {
		return uniformCostOnDisk(ctx, g, opt, false)
	}
	return bestFirst(ctx, g, opt, nil, byCost)
}

// CountByCost is UniformCost that counts, where it goes on on disk, the paths of least cost to all goals. Where it does not
// they are still to be counted (see [NewShortestPaths]), and Search.Paths is nil.
func CountByCost(ctx context.Context, g Graph, opt Options) (*Search, error) {
	if durable.Possible && opt.Disk != nil {
		return uniformCostOnDisk(ctx, g, opt, true)
	}
	return bestFirst(ctx, g, opt, nil, byCost)
}

// byCost is the rank of uniform cost.
func byCost(cost int64, edges int32, _ int64) (int64, int32) { return cost, edges }

// bestFirst expands the state of least rank first. rank is given what is known of a state:
// the cost and the edges of the best path to it, and its estimate.
func bestFirst(ctx context.Context, g Graph, opt Options, h Heuristic, rank func(cost int64, edges int32, left int64) (int64, int32)) (*Search, error) {
	u := newBestFirst(ctx, g, opt, h, rank)
	return u.finish(u.run())
}

func newBestFirst(ctx context.Context, g Graph, opt Options, h Heuristic, rank func(cost int64, edges int32, left int64) (int64, int32)) *uniformCost {
	u := &uniformCost{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}, estimate: h, rank: rank}
	u.store.beside = int(unsafe.Sizeof(pathNode{})) + 4
	if h != nil {
		u.store.beside += 8
	}
	u.res.Store = u.store
	u.res.distance = u.distance
	u.res.path = u.path
	return u
}

// finish makes the result of a search that has ended with err.
func (u *uniformCost) finish(err error) (*Search, error) {
	if durable.Possible && u.opt.Checkpoint != nil && u.interrupted(err) && u.begun {
		u.saveNow()
	}
	u.check(u.stats.Depth)
	u.res.Stats = u.stats
	if u.interrupted(err) {
		u.res.Stopped, err = err, nil
	}
	return u.res, err
}

type uniformCost struct {
	*searcher
	res      *Search
	queue    bucketQueue
	nodes    paged[pathNode] // by state
	estimate Heuristic       // nil: none
	left     paged[int64]    // by state: its estimate, if there is one
	guess    [1]int64
	rank     func(cost int64, edges int32, left int64) (int64, int32)

	begun bool  // the starts are there
	open  int   // the state that is being expanded; -1: none
	sure  Stats // before it was
}

// A pathNode is the best path found so far to a state.
type pathNode struct {
	cost    int64
	edge    Edge  // the last one
	parent  int32 // the state before; -1: a start
	edges   int32
	settled bool // no path costs less
}

// distance is that of a settled state.
func (u *uniformCost) distance(i int) int64 {
	if w := u.nodes.at(i); w.settled {
		return w.cost
	}
	return -1
}

// path returns a path of least cost to a state.
func (u *uniformCost) path(i int) (*Path, error) {
	var edges []Edge
	for w := u.nodes.at(i); w.parent >= 0; w = u.nodes.at(i) {
		edges = append(edges, w.edge)
		i = int(w.parent)
	}
	slices.Reverse(edges)
	return &Path{Start: append([]uint64(nil), u.store.State(i)...), Edges: edges}, nil
}

func (u *uniformCost) run() error {
	u.open = -1
	again, err := u.restore(savedBestFirst, u.load)
	if err != nil {
		return resumed(err)
	}
	if !again {
		if err := u.start(); err != nil {
			return err
		}
	}
	u.begun = true
	if u.open >= 0 {
		if err := u.settle(u.open, true); err != nil || u.res.Found {
			return err
		}
	}
	for n := 0; ; n++ {
		l, some := u.queue.pop()
		if !some {
			break
		}
		i := int(l.state)
		if u.nodes.at(i).settled {
			continue
		}
		u.res.Bound = max(u.res.Bound, l.cost)
		if err := u.settle(i, n%batchSize == 0); err != nil || u.res.Found {
			return err
		}
	}
	u.res.Complete = true
	return nil
}

// start reaches the start states.
func (u *uniformCost) start() error {
	err := u.g.Starts(func(state []uint64) error {
		if err := u.room(1); err != nil {
			return err
		}
		if err := u.reach(state, -1, 0, 0, Edge{}); err != nil {
			return err
		}
		if u.store.Len()&1023 == 0 {
			return u.check(0)
		}
		return nil
	})
	u.res.Starts = u.store.Len()
	return err
}

// settle settles a state, and expands it unless it is a goal. Where look is set it looks
// at the limits first.
func (u *uniformCost) settle(i int, look bool) error {
	w := u.nodes.at(i)
	u.open, u.sure = i, u.stats
	if look {
		if err := u.check(int64(w.edges)); err != nil {
			return err
		}
		if c := u.opt.Checkpoint; durable.Possible && c != nil && c.Due() {
			u.saveNow()
		}
	}
	w.settled = true
	var goal [1]bool
	state := u.store.State(i)
	if err := u.g.Goals(state, goal[:]); err != nil {
		return err
	}
	if goal[0] {
		u.res.Found, u.res.Goal, u.res.Cost, u.res.Complete = true, i, w.cost, true
		return nil
	}
	if err := u.relax(i, w.cost, w.edges); err != nil {
		return err
	}
	u.open = -1
	return nil
}

// relax follows the edges out of a settled state.
func (u *uniformCost) relax(i int, cost int64, edges int32) error {
	if err := u.expand(u.store.State(i)); err != nil {
		return err
	}
	if err := u.room(u.succ.Len()); err != nil {
		return err
	}
	w := u.store.words
	for k, lab := range u.succ.Label {
		c := u.succ.cost(k)
		if c > math.MaxInt64-cost {
			return ErrCost
		}
		if err := u.reach(u.succ.States[k*w:(k+1)*w], int32(i), cost+c, edges+1, Edge{lab, c}); err != nil {
			return err
		}
	}
	return nil
}

// reach notes a path to a state, if it is better than what is known. With an estimate a
// state that was settled may be met by a better path, and is expanded again.
func (u *uniformCost) reach(state []uint64, parent int32, cost int64, edges int32, e Edge) error {
	i, fresh := u.store.Add(state)
	if fresh {
		u.nodes.grow(i + 1)
		if err := u.look(i, state); err != nil {
			return err
		}
	} else if w := u.nodes.at(i); w.settled && u.estimate == nil || cost > w.cost || cost == w.cost && (w.settled || edges >= w.edges) {
		return nil
	}
	left := int64(0)
	if u.estimate != nil {
		left = *u.left.at(i)
	}
	*u.nodes.at(i) = pathNode{cost: cost, edge: e, parent: parent, edges: edges}
	if left < Unreachable {
		first, then := u.rank(cost, edges, left)
		u.queue.push(label{first, then, int32(i)})
	}
	u.extra = u.nodes.bytes() + u.left.bytes() + u.queue.bytes
	return nil
}

// look estimates what is left from a new state.
func (u *uniformCost) look(i int, state []uint64) error {
	if u.estimate == nil {
		return nil
	}
	if err := u.estimate(state, u.guess[:]); err != nil {
		return err
	}
	u.left.grow(i + 1)
	*u.left.at(i) = u.guess[0]
	return nil
}
