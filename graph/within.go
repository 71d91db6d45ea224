package graph

import (
	"context"
	"math"
	"slices"
	"unsafe"

	"farbank/solver"
)

// Within finds a path of least cost among those of at most opt.MaxDepth edges. Round k extends paths of k-1
// edges (Bellman 1958). A path is Optimal if no other of so few edges costs less. Cut is false if a round improves no
// path, that is, more edges would not help.
func Within(ctx context.Context, g Graph, opt Options) (*Path, *Search, error) {
	r := &rounds{searcher: newSearcher(ctx, g, opt), res: &Search{Goal: -1}, goal: -1}
	r.store.beside = int(unsafe.Sizeof(record{}) + unsafe.Sizeof(bounds{}))
	r.res.Store = r.store
	err := r.run()
	r.check(r.stats.Depth)
	r.res.Stats = r.stats
	limit := r.interrupted(err)
	switch {
	case r.goal >= 0 && err == nil:
		r.res.Status = solver.Optimal
	case r.goal >= 0:
		r.res.Status = solver.Feasible
	case err == nil && !r.res.Cut:
		r.res.Status = solver.Infeasible
	}
	if limit {
		r.res.Reason, err = err, nil
	}
	if r.goal < 0 {
		return nil, r.res, err
	}
	r.res.Cost = r.records.at(r.goal).cost
	return r.path(), r.res, err
}

// A record is a path: a shorter path and one more edge.
type record struct {
	state, before int32
	cost          int64
	edge          Edge
}

type rounds struct {
	*searcher
	res     *Search
	records paged[record]
	costs   paged[bounds] // by state
	goal    int           // index of the record of the cheapest path to a goal, or -1
}

// bounds holds the least costs of paths to a state: over all records, and over those of completed rounds.
type bounds struct{ best, known int64 }

func (r *rounds) run() error {
	err := r.g.Starts(func(state []uint64) error {
		if r.store.Len()&1023 == 1023 {
			if err := r.check(0); err != nil {
				return err
			}
		}
		if err := r.room(1); err != nil {
			return err
		}
		return r.improve(state, -1, 0, Edge{})
	})
	if err != nil {
		return err
	}
	r.res.Starts = r.store.Len()
	from := 0
	most, limited := r.opt.deep()
	for depth := 0; from < r.records.n; depth++ {
		if limited && depth == most {
			r.res.Cut = true
			return nil
		}
		to := r.records.n
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
		for k := to; k < r.records.n; k++ {
			c := r.costs.at(int(r.records.at(k).state))
			c.known = c.best
		}
		from = to
	}
	return nil
}

// follow extends the path of record k by every edge, unless a better path with at most as many edges leads
// to its state. (A better path with more edges may exceed the limit in the end.)
func (r *rounds) follow(k int) error {
	rec := *r.records.at(k)
	if rec.cost != r.costs.at(int(rec.state)).known || r.goal >= 0 && rec.cost >= r.records.at(r.goal).cost {
		return nil
	}
	if err := r.expand(r.store.State(int(rec.state))); err != nil {
		return err
	}
	if err := r.room(r.succ.Len()); err != nil {
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
		r.costs.append(bounds{cost, cost})
	} else if cost >= r.costs.at(i).best {
		return nil
	}
	r.costs.at(i).best = cost
	r.records.append(record{int32(i), before, cost, e})
	r.extra = r.records.bytes() + r.costs.bytes()
	var goal [1]bool
	if err := r.g.Goals(state, goal[:]); err != nil {
		return err
	}
	if goal[0] && (r.goal < 0 || cost < r.records.at(r.goal).cost) {
		r.goal = r.records.n - 1
	}
	return nil
}

func (r *rounds) path() *Path {
	var edges []Edge
	rec := r.records.at(r.goal)
	for ; rec.before >= 0; rec = r.records.at(int(rec.before)) {
		edges = append(edges, rec.edge)
	}
	slices.Reverse(edges)
	return &Path{Start: append([]uint64(nil), r.store.State(int(rec.state))...), Edges: edges}
}
