package graph

import (
	"container/heap"
	"context"
	"math"
	"slices"
)

// UniformCost finds a path of least cost (Dijkstra 1959): states are settled in the
// order of their distance, those of equal distance in the order of fewer edges, then
// of discovery. Edges of cost 0 are allowed. MaxDepth is not obeyed: see Within.
func UniformCost(ctx context.Context, g Graph, opt Options) (*Search, error) {
	u := &uniformCost{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}}
	u.res.Store = u.store
	u.res.distance = func(i int) int64 { return u.dist[i] }
	u.res.path = u.path
	err := u.run()
	u.check(u.stats.Depth)
	u.res.Stats = u.stats
	if interrupted(err) {
		u.res.Stopped, err = err, nil
	}
	return u.res, err
}

type uniformCost struct {
	*searcher
	res     *Search
	queue   bucketQueue
	best    []int64 // by state: least cost found so far
	edges   []int32 // by state: edges on that path
	settled []bool
	dist    []int64 // by state; -1: not settled
	parent  []int32 // by state: the state before on a path of least cost; -1: a start
	edge    []Edge  // from parent
}

// path returns a path of least cost to a state.
func (u *uniformCost) path(i int) (*Path, error) {
	var edges []Edge
	for ; u.parent[i] >= 0; i = int(u.parent[i]) {
		edges = append(edges, u.edge[i])
	}
	slices.Reverse(edges)
	return &Path{Start: append([]uint64(nil), u.store.State(i)...), Edges: edges}, nil
}

// A label is a path to a state that may be the best.
type label struct {
	cost  int64
	edges int32
	state int32
}

// A bucketQueue gives labels in the order of cost, then of edges, then as they came. It
// has a bucket for each cost that is waiting (Dial 1969), and in it a list for each
// number of edges; only the costs, which are few, are kept in a heap.
type bucketQueue struct {
	costs   costHeap
	buckets map[int64]*bucket
	free    []*bucket
	n       int
}

type bucket struct {
	lists [][]int32 // by number of edges: states
	edges int       // the first list that may have a state
	next  int       // the next in it
}

type costHeap []int64

func (h costHeap) Len() int           { return len(h) }
func (h costHeap) Less(i, j int) bool { return h[i] < h[j] }
func (h costHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *costHeap) Push(x any)        { *h = append(*h, x.(int64)) }
func (h *costHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

func (q *bucketQueue) push(l label) {
	b := q.buckets[l.cost]
	if b == nil {
		if n := len(q.free); n > 0 {
			b, q.free = q.free[n-1], q.free[:n-1]
		} else {
			b = &bucket{}
		}
		if q.buckets == nil {
			q.buckets = map[int64]*bucket{}
		}
		q.buckets[l.cost] = b
		heap.Push(&q.costs, l.cost)
	}
	for len(b.lists) <= int(l.edges) {
		b.lists = append(b.lists, nil)
	}
	b.lists[l.edges] = append(b.lists[l.edges], l.state)
	q.n++ // never with fewer edges than what is being taken: edges cost at least 0
}

// pop returns the least label; false if there is none.
func (q *bucketQueue) pop() (label, bool) {
	for q.n > 0 {
		cost := q.costs[0]
		b := q.buckets[cost]
		for b.edges < len(b.lists) && b.next == len(b.lists[b.edges]) {
			b.lists[b.edges] = b.lists[b.edges][:0]
			b.edges, b.next = b.edges+1, 0
		}
		if b.edges < len(b.lists) {
			l := label{cost, int32(b.edges), b.lists[b.edges][b.next]}
			b.next++
			q.n--
			return l, true
		}
		heap.Pop(&q.costs)
		delete(q.buckets, cost)
		b.edges, b.next = 0, 0
		q.free = append(q.free, b)
	}
	return label{}, false
}

func (u *uniformCost) run() error {
	err := u.g.Starts(func(state []uint64) error {
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
		if u.settled[i] || l.cost != u.best[i] {
			continue
		}
		u.res.Bound = l.cost
		if n%batchSize == 0 {
			if err := u.check(int64(l.edges)); err != nil {
				return err
			}
		}
		u.settled[i], u.dist[i] = true, l.cost
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
		u.best, u.edges = append(u.best, cost), append(u.edges, edges)
		u.settled = append(u.settled, false)
		u.dist = append(u.dist, -1)
		u.parent = append(u.parent, parent)
		u.edge = append(u.edge, e)
		u.extra += 57
	} else if cost > u.best[i] || cost == u.best[i] && edges >= u.edges[i] || u.settled[i] {
		return
	}
	u.best[i], u.edges[i], u.parent[i], u.edge[i] = cost, edges, parent, e
	u.queue.push(label{cost, edges, int32(i)})
	u.extra += 16
}
