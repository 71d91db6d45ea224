package graph

import "context"

// A Search is the result of BreadthFirst or UniformCost: the states met, with their
// distances, and how it ended.
type Search struct {
	Found    bool  // a goal was reached by a path of least cost
	Goal     int   // its number in Store
	Cost     int64 // of that path
	Bound    int64 // no path to a goal costs less
	Complete bool  // everything reachable was seen (or a goal was found)
	Cut      bool  // MaxDepth kept something from being seen
	Stopped  error // the limit or interrupt that ended the search; nil: none
	Stats    Stats
	Starts   int // the states 0..Starts-1 are the start states
	Store    *Store

	dist   []int64 // by state; -1: not reached by a settled path
	parent []int32 // the state before on a path of least cost; -1: a start
	edge   []Edge  // from parent
}

// Path returns a path of least cost to a state that was reached.
func (s *Search) Path(i int) *Path {
	var edges []Edge
	for ; s.parent[i] >= 0; i = int(s.parent[i]) {
		edges = append(edges, s.edge[i])
	}
	for a, b := 0, len(edges)-1; a < b; a, b = a+1, b-1 {
		edges[a], edges[b] = edges[b], edges[a]
	}
	return &Path{Start: append([]uint64(nil), s.Store.State(i)...), Edges: edges}
}

// BreadthFirst searches layer by layer from the start states, every edge counting 1
// whatever its cost, until a layer has a goal (Moore 1959). The first goal in the
// order of discovery is taken. Time and memory grow with the states nearer than the
// goal.
func BreadthFirst(ctx context.Context, g Graph, opt Options) (*Search, error) {
	b := &breadthFirst{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}}
	b.res.Store = b.store
	err := b.run()
	b.check(int64(b.depth))
	b.res.Stats = b.stats
	if interrupted(err) {
		b.res.Stopped, err = err, nil
	}
	return b.res, err
}

type breadthFirst struct {
	*searcher
	res   *Search
	depth int
}

func (b *breadthFirst) run() error {
	err := b.g.Starts(func(state []uint64) error {
		b.add(state, -1, Edge{})
		if b.store.Len()&1023 == 0 {
			return b.check(0)
		}
		return nil
	})
	if err != nil {
		return err
	}
	b.res.Starts = b.store.Len()
	for from, to := 0, b.store.Len(); ; from, to = to, b.store.Len() {
		if found, err := b.goalAmong(from, to); found || err != nil {
			return err
		}
		if from == to {
			b.res.Complete = true
			return nil
		}
		b.res.Bound = int64(b.depth + 1)
		if b.opt.MaxDepth >= 0 && b.depth >= b.opt.MaxDepth {
			b.res.Cut = true
			return nil
		}
		if err := b.layer(from, to); err != nil {
			return err
		}
		b.depth++
	}
}

func (b *breadthFirst) add(state []uint64, parent int32, e Edge) {
	if _, fresh := b.store.Add(state); fresh {
		b.res.dist = append(b.res.dist, int64(b.depth)+int64(1+min(parent, 0)))
		b.res.parent = append(b.res.parent, parent)
		b.res.edge = append(b.res.edge, e)
		b.extra += 28
	}
}

// layer expands the states from..to.
func (b *breadthFirst) layer(from, to int) error {
	for i := from; i < to; {
		if err := b.check(int64(b.depth)); err != nil {
			return err
		}
		batch := b.store.Batch(i, min(batchSize, to-i))
		if err := b.expand(batch); err != nil {
			return err
		}
		w := b.store.words
		for k, label := range b.succ.Label {
			b.add(b.succ.States[k*w:(k+1)*w], int32(i)+b.succ.From[k], Edge{label, b.succ.Cost[k]})
		}
		i += len(batch) / w
	}
	return nil
}

// goalAmong looks for a goal among the states from..to.
func (b *breadthFirst) goalAmong(from, to int) (bool, error) {
	goal := make([]bool, batchSize)
	for i := from; i < to; {
		if err := b.check(int64(b.depth)); err != nil {
			return false, err
		}
		batch := b.store.Batch(i, min(batchSize, to-i))
		n := len(batch) / b.store.words
		if err := b.g.Goals(batch, goal[:n]); err != nil {
			return false, err
		}
		for k := range n {
			if goal[k] {
				b.res.Found, b.res.Goal, b.res.Complete = true, i+k, true
				b.res.Cost = int64(b.depth)
				b.res.Bound = b.res.Cost
				return true, nil
			}
		}
		i += n
	}
	return false, nil
}
