package graph

import (
	"context"

	"farbank/solver"
)

// uniformCostOnDisk is like UniformCost but continues on disk when the memory is full.
func uniformCostOnDisk(ctx context.Context, g Graph, opt Options, count bool) (*Search, error) {
	kind := "cost"
	if count {
		kind = "costcount"
	}
	res := &Search{Goal: -1, Store: NewStore(g.Words())}
	e, err := openExternal(ctx, g, opt, kind)
	if err != nil {
		if s := (searcher{ctx: ctx}); s.interrupted(err) || diskStopped(err) {
			res.Reason, err = err, nil
		}
		return res, err
	}
	if !e.costs.begun {
		u := newBestFirst(ctx, g, opt.inMemory(), nil, byCost)
		if err := u.run(); err != ErrMemory {
			e.removeAll()
			return u.finish(err)
		}
		err = e.takeCosts(u, count)
	} else {
		err = e.startWorkers(nil)
	}
	for more := true; more && err == nil; {
		more, err = e.step()
	}
	return e.foundCost(res, err)
}

// foundCost returns the result of a search for a goal that ended with err.
func (e *external) foundCost(res *Search, err error) (*Search, error) {
	c := e.costs
	res.Starts, res.Bound = int(e.seen.Starts), int64(c.bound)
	var path *Path
	if err == nil && e.over {
		err = errPaths
	}
	if err == nil && e.goal != nil && c.free && e.form.Number > 0 {
		err = errFree
	}
	if err == nil && e.goal != nil {
		path, err = e.costPath(e.goal, c.goalIn)
	}
	switch {
	case err != nil:
	case path != nil:
		cost := int64(c.goalIn[0])
		res.Status, res.Goal, res.Cost = solver.Optimal, 0, cost
		if e.form.Number > 0 {
			res.Paths = e.paths
		}
		res.Store.Add(e.goal)
		res.path = func(int) (*Path, error) { return path, nil }
		res.distance = func(int) int64 { return cost }
	default:
		res.Status = solver.Infeasible
		res.each = e.eachSettled
		e.handOver(res)
	}
	if e.disk.Exact && err == nil {
		e.handOver(res)
		res.layers = e.costLayers
	}
	if res.Release == nil {
		e.done(err == nil || err == errFree)
	}
	res.Stats = e.stats
	res.Stats.Stored = e.states
	if e.interrupted(err) {
		res.Reason, err = err, nil
	}
	return res, err
}

// eachSettled yields all settled states.
func (e *external) eachSettled(yield func(states []uint64) bool) error {
	var block []uint64
	h := e.workers[0]
	for _, r := range e.costs.settled.runs() {
		s, err := r.source(1<<16, nil, nil)
		for err == nil && s.First() != nil {
			if block, err = s.Take(block[:0]); err == nil && !yield(h.stripped(r.form, block)) {
				return nil
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
