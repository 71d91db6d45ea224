package graph

import (
	"context"
	"math"
)

// Within finds a path of least cost among those of at most opt.MaxDepth edges, by
// rounds: round k improves on paths of k-1 edges (Bellman 1958). The search is
// complete, and Cut false, if a round improves nothing.
func Within(ctx context.Context, g Graph, opt Options) (*Path, *Search, error) {
	r := &rounds{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}, goal: -1}
	r.res.Store = r.store
	err := r.run()
	r.check(r.stats.Depth)
	r.res.Stats = r.stats
	if interrupted(err) {
		r.res.Stopped, err = err, nil
	}
	if r.goal < 0 {
		return nil, r.res, err
	}
	r.res.Found, r.res.Cost = true, r.records[r.goal].cost
	return r.path(), r.res, err
}

// A record is a path: one edge on from another.
type record struct {
	state, before int32
	cost          int64
	edge          Edge
}

type rounds struct {
	*searcher
	res     *Search
	records []record
	best    []int64 // by state: of all records
	known   []int64 // by state: of the records of earlier rounds, which have no more edges
	goal    int     // the record of the cheapest path to a goal
}

func (r *rounds) run() error {
	err := r.g.Starts(func(state []uint64) error {
		if r.store.Len()&1023 == 1023 {
			if err := r.check(0); err != nil {
				return err
			}
		}
		return r.improve(state, -1, 0, Edge{})
	})
	if err != nil {
		return err
	}
	r.res.Starts = r.store.Len()
	from := 0
	for depth := 0; from < len(r.records); depth++ {
		if depth == r.opt.MaxDepth {
			r.res.Cut = true
			return nil
		}
		to := len(r.records)
		for k := from; k < to; k++ {
			if (k-from)%batchSize == 0 {
				if err := r.check(int64(depth)); err != nil {
					return err
				}
			}
			if err := r.follow(k); err != nil {
				return err
			}
		}
		for _, rec := range r.records[to:] {
			r.known[rec.state] = r.best[rec.state]
		}
		from = to
	}
	r.res.Complete = true
	return nil
}

// follow extends the path of record k by every edge, unless a better path of as many
// edges leads to its state. (A better one of more edges may be too long in the end.)
func (r *rounds) follow(k int) error {
	rec := r.records[k]
	if rec.cost != r.known[rec.state] || r.goal >= 0 && rec.cost >= r.records[r.goal].cost {
		return nil
	}
	if err := r.expand(r.store.State(int(rec.state))); err != nil {
		return err
	}
	w := r.store.words
	for i, lab := range r.succ.Label {
		c := r.succ.cost(i)
		if c > math.MaxInt64-rec.cost {
			return ErrCost
		}
		if err := r.improve(r.succ.States[i*w:(i+1)*w], int32(k), rec.cost+c, Edge{lab, c}); err != nil {
			return err
		}
	}
	return nil
}

func (r *rounds) improve(state []uint64, before int32, cost int64, e Edge) error {
	i, fresh := r.store.Add(state)
	if fresh {
		r.best, r.known = append(r.best, cost), append(r.known, cost)
	} else if cost >= r.best[i] {
		return nil
	}
	r.best[i] = cost
	r.records = append(r.records, record{int32(i), before, cost, e})
	r.extra += 56
	var goal [1]bool
	if err := r.g.Goals(state, goal[:]); err != nil {
		return err
	}
	if goal[0] && (r.goal < 0 || cost < r.records[r.goal].cost) {
		r.goal = len(r.records) - 1
	}
	return nil
}

func (r *rounds) path() *Path {
	var edges []Edge
	k := int32(r.goal)
	for ; r.records[k].before >= 0; k = r.records[k].before {
		edges = append([]Edge{r.records[k].edge}, edges...)
	}
	return &Path{Start: append([]uint64(nil), r.store.State(int(r.records[k].state))...), Edges: edges}
}
