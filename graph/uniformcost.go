package graph

import (
	"context"
	"math"
	"slices"
	"unsafe"

	"farbank/solver"
)

// UniformCost finds a path of least cost (Dijkstra 1959). States are settled in the order of their
// distance, then number of edges, then discovery. Edges may cost 0. UniformCost ignores MaxDepth; see
// [Within].
func UniformCost(ctx context.Context, g Graph, opt Options) (*Search, error) {
	if opt.Disk != nil {
		return uniformCostOnDisk(ctx, g, opt, false)
	}
	return bestFirst(ctx, g, opt, nil, byCost)
}

// CountByCost is like UniformCost, but if it continues on disk it also counts the paths of least cost to
// all goals. Otherwise Search.Paths is nil, and the caller can use [NewShortestPaths].
func CountByCost(ctx context.Context, g Graph, opt Options) (*Search, error) {
	if opt.Disk != nil {
		return uniformCostOnDisk(ctx, g, opt, true)
	}
	return bestFirst(ctx, g, opt, nil, byCost)
}

// byCost is the rank of uniform-cost search.
func byCost(cost int64, edges int32, _ int64) (int64, int32) { return cost, edges }

// bestFirst expands the state of least rank first. The arguments of rank are the cost and the number of
// edges of the best known path to a state, and its estimate.
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

// finish returns the result of a search that ended with err.
func (u *uniformCost) finish(err error) (*Search, error) {
	if u.opt.Checkpoint != nil && u.interrupted(err) && u.begun {
		u.saveNow()
	}
	u.check(u.stats.Depth)
	u.res.Stats = u.stats
	if u.interrupted(err) {
		u.res.stop(err)
		err = nil
	}
	return u.res, err
}

type uniformCost struct {
	*searcher
	res      *Search
	queue    bucketQueue
	nodes    paged[pathNode] // by state
	estimate Heuristic       // nil for uniform-cost search
	left     paged[int64]    // by state: its estimate, if there is a heuristic
	guess    [1]int64
	rank     func(cost int64, edges int32, left int64) (int64, int32)

	begun bool  // the start states are stored
	open  int   // the state that is being expanded, or -1
	sure  Stats // the counts before it was
}

// A pathNode is the best known path to a state.
type pathNode struct {
	cost    int64
	edge    Edge  // last edge
	parent  int32 // predecessor, or -1 for a start
	edges   int32
	settled bool // no path costs less
}

// distance returns the distance of a settled state, or -1.
func (u *uniformCost) distance(i int) int64 {
	if w := u.nodes.at(i); w.settled {
		return w.cost
	}
	return -1
}

// path returns the best known path to a state.
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
		if err := u.settle(u.open, true); err != nil || u.res.Status.Found() {
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
		if err := u.settle(i, n%batchSize == 0); err != nil || u.res.Status.Found() {
			return err
		}
	}
	u.res.Status = solver.Infeasible
	return nil
}

// start adds the start states.
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

// settle settles a state and expands it unless it is a goal. If look is set, it checks the limits first.
func (u *uniformCost) settle(i int, look bool) error {
	w := u.nodes.at(i)
	u.open, u.sure = i, u.stats
	if look {
		if err := u.check(int64(w.edges)); err != nil {
			return err
		}
		if c := u.opt.Checkpoint; c != nil && c.Due() {
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
		u.res.Status, u.res.Goal, u.res.Cost = solver.Optimal, i, w.cost
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

// reach records a path to a state if it is better than the best known one. With a heuristic that is not
// consistent, a settled state may be reached by a better path and is expanded again.
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

// look estimates the cost from a new state to a goal.
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
