package graph

import (
	"context"
	"math"
	"slices"
	"unsafe"
)

// UniformCost finds a path of least cost (Dijkstra 1959): states are settled in the
// order of their distance, those of equal distance in the order of fewer edges, then
// of discovery. Edges of cost 0 are allowed. MaxDepth is not obeyed: see Within.
func UniformCost(ctx context.Context, g Graph, opt Options) (*Search, error) {
	u := &uniformCost{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}}
	u.store.beside = int(unsafe.Sizeof(way{})) + 4
	u.res.Store = u.store
	u.res.distance = u.distance
	u.res.path = u.path
	err := u.run()
	u.check(u.stats.Depth)
	u.res.Stats = u.stats
	if u.interrupted(err) {
		u.res.Stopped, err = err, nil
	}
	return u.res, err
}

type uniformCost struct {
	*searcher
	res   *Search
	queue bucketQueue
	ways  paged[way] // by state
}

// A way is the best path found so far to a state.
type way struct {
	cost    int64
	edge    Edge  // the last one
	parent  int32 // the state before; -1: a start
	edges   int32
	settled bool // no path costs less
}

// distance is that of a settled state.
func (u *uniformCost) distance(i int) int64 {
	if w := u.ways.at(i); w.settled {
		return w.cost
	}
	return -1
}

// path returns a path of least cost to a state.
func (u *uniformCost) path(i int) (*Path, error) {
	var edges []Edge
	for w := u.ways.at(i); w.parent >= 0; w = u.ways.at(i) {
		edges = append(edges, w.edge)
		i = int(w.parent)
	}
	slices.Reverse(edges)
	return &Path{Start: append([]uint64(nil), u.store.State(i)...), Edges: edges}, nil
}

func (u *uniformCost) run() error {
	err := u.g.Starts(func(state []uint64) error {
		if err := u.room(1); err != nil {
			return err
		}
		u.reach(state, -1, 0, 0, Edge{})
		if u.store.Len()&1023 == 0 {
			return u.check(0)
		}
		return nil
	})
	if err != nil {
		return err
	}
	u.res.Starts = u.store.Len()
	var goal [1]bool
	for n := 0; ; n++ {
		l, some := u.queue.pop()
		if !some {
			break
		}
		i := int(l.state)
		w := u.ways.at(i)
		if w.settled || l.cost != w.cost {
			continue
		}
		u.res.Bound = l.cost
		if n%batchSize == 0 {
			if err := u.check(int64(l.edges)); err != nil {
				return err
			}
		}
		w.settled = true
		state := u.store.State(i)
		if err := u.g.Goals(state, goal[:]); err != nil {
			return err
		}
		if goal[0] {
			u.res.Found, u.res.Goal, u.res.Cost, u.res.Complete = true, i, l.cost, true
			return nil
		}
		if err := u.relax(i, l); err != nil {
			return err
		}
	}
	u.res.Complete = true
	return nil
}

// relax follows the edges out of a settled state.
func (u *uniformCost) relax(i int, l label) error {
	if err := u.expand(u.store.State(i)); err != nil {
		return err
	}
	if err := u.room(u.succ.Len()); err != nil {
		return err
	}
	w := u.store.words
	for k, lab := range u.succ.Label {
		c := u.succ.cost(k)
		if c > math.MaxInt64-l.cost {
			return ErrCost
		}
		u.reach(u.succ.States[k*w:(k+1)*w], int32(i), l.cost+c, l.edges+1, Edge{lab, c})
	}
	return nil
}

// reach notes a path to a state, if it is better than what is known.
func (u *uniformCost) reach(state []uint64, parent int32, cost int64, edges int32, e Edge) {
	i, fresh := u.store.Add(state)
	if fresh {
		u.ways.grow(i + 1)
	} else if w := u.ways.at(i); w.settled || cost > w.cost || cost == w.cost && edges >= w.edges {
		return
	}
	*u.ways.at(i) = way{cost: cost, edge: e, parent: parent, edges: edges}
	u.queue.push(label{cost, edges, int32(i)})
	u.extra = u.ways.bytes() + u.queue.bytes
}
