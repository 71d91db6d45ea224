package graph

import (
	"context"
	"slices"

	"farbank/graph/disk"
)

// uniformCostOnDisk is UniformCost that goes on on disk where memory ends.
func uniformCostOnDisk(ctx context.Context, g Graph, opt Options, count bool) (*Search, error) {
	kind := "cost"
	if count {
		kind = "costcount"
	}
	res := &Search{Goal: -1, Store: NewStore(g.Words())}
	e, err := openExternal(ctx, g, opt, kind)
	if err != nil {
		if s := (searcher{ctx: ctx}); s.interrupted(err) || diskStopped(err) {
			res.Stopped, err = err, nil
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
		err = e.hire(nil)
	}
	for more := true; more && err == nil; {
		more, err = e.step()
	}
	return e.foundCost(res, err)
}

// takeCosts goes on where a search in memory has none left: what is settled is written, and what is open. Where paths are counted it
// begins anew, since in memory they are not.
func (e *external) takeCosts(u *uniformCost, count bool) error {
	s := u.store
	s.table, u.queue = nil, bucketQueue{}
	free()
	if err := e.hire(nil); err != nil {
		return err
	}
	if !u.begun || count {
		u.store, s.pages = NewStore(s.words), nil
		return e.beginCosts()
	}
	e.setSizes(e.opt.Memory / 4)
	e.disk.note("memory was full at cost %d: going on on disk", u.res.Bound)
	e.stats, e.seen.Starts = u.stats, int64(u.res.Starts)
	err := e.writeCosts(u)
	u.store, s.pages = NewStore(s.words), nil
	u.nodes = paged[pathNode]{}
	free()
	e.setSizes(e.opt.Memory)
	return err
}

// writeCosts writes what a search in memory has found. The state that it was expanding counts as settled, and what it
// leads to is opened here.
func (e *external) writeCosts(u *uniformCost) error {
	c := e.costs
	numberRounds(u)
	n := u.store.n
	for i := range n {
		w := u.nodes.at(i)
		c.dear = max(c.dear, uint64(w.edge.Cost))
		if !w.settled {
			continue
		}
		e.states++
		if k := uint64(w.cost); !c.begun || k > c.cost || k == c.cost && uint64(w.edges) > c.round {
			c.cost, c.round, c.begun = k, uint64(w.edges), true
		}
	}
	priced := e.form
	write := func(f disk.Form, file *disk.File, cuts []uint64, settled bool, head func(w *pathNode, to []uint64) []uint64, more func() error) (*run, error) {
		e.setForm(f)
		e.split(cuts)
		err := e.pages(0, n, func(h *hand, from, to int) error {
			for i := from; i < to; i++ {
				w := u.nodes.at(i)
				if w.settled != settled {
					continue
				}
				h.fresh = append(head(w, h.fresh[:0]), u.store.State(i)...)
				if err := e.push(h, h.fresh); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			err = more()
		}
		if err != nil {
			return nil, err
		}
		set, err := e.collect(file, nil, false)
		return &run{form: f, set: set}, err
	}
	nothing := func() error { return nil }
	log, err := write(c.log.form, c.log.set.File, nil, true, func(w *pathNode, to []uint64) []uint64 { return append(to, uint64(w.cost), uint64(w.edges)) }, nothing)
	if err != nil {
		return err
	}
	settled, err := write(c.settled.form, e.newFile(), nil, true, func(_ *pathNode, to []uint64) []uint64 { return to }, nothing)
	if err != nil {
		return err
	}
	open, err := write(priced, e.newFile(), nil, false, func(w *pathNode, to []uint64) []uint64 { return append(to, uint64(w.cost)) }, func() error {
		if u.open < 0 || !u.nodes.at(u.open).settled {
			return nil
		}
		return e.relaxSome(e.crew[0], slices.Clone(u.store.State(u.open)), uint64(u.nodes.at(u.open).cost))
	})
	if err != nil {
		return err
	}
	e.sumCosts()
	e.crew[0].done, e.crew[0].made = 0, 0 // the state was counted in memory
	c.log = log
	c.settled.put(settled)
	c.open.put(open)
	return nil
}

// setForm has other records gathered.
func (e *external) setForm(f disk.Form) {
	e.form = f
	for _, h := range e.crew {
		h.sorter = disk.NewSorter(f)
	}
}

// numberRounds numbers the settled states of a cost, in the place of their edges, so that the state by which one was
// reached is of less cost or an earlier round.
func numberRounds(u *uniformCost) {
	const known = -1 << 31
	for i := range u.nodes.n {
		w := u.nodes.at(i)
		if !w.settled || w.edges < 0 {
			continue
		}
		steps, last := int32(0), w
		for last.parent >= 0 {
			p := u.nodes.at(int(last.parent))
			if p.cost != last.cost || p.edges < 0 {
				break
			}
			steps, last = steps+1, p
		}
		if last.parent >= 0 {
			if p := u.nodes.at(int(last.parent)); p.cost == last.cost {
				steps += p.edges&^known + 1
			}
		}
		for x := w; x.edges >= 0; x = u.nodes.at(int(x.parent)) {
			x.edges = steps | known
			if steps--; x == last {
				break
			}
		}
	}
	for i := range u.nodes.n {
		u.nodes.at(i).edges &^= known
	}
}

// foundCost is the result of a search for a goal that has ended with err.
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
		res.Found, res.Complete, res.Goal, res.Cost = true, true, 0, cost
		if e.form.Number > 0 {
			res.Paths = e.paths
		}
		res.Store.Add(e.goal)
		res.path = func(int) (*Path, error) { return path, nil }
		res.distance = func(int) int64 { return cost }
	default:
		res.Complete = true
		res.each = e.eachSettled
		res.Release = func() { e.done(true) }
	}
	if e.disk.Exact && err == nil {
		res.Release = func() { e.done(true) }
		res.layers = e.costLayers
	}
	if res.Release == nil {
		e.done(err == nil || err == errFree)
	}
	res.Stats = e.stats
	res.Stats.Stored = e.states
	if e.interrupted(err) {
		res.Stopped, err = err, nil
	}
	return res, err
}

// eachSettled gives all states that are settled.
func (e *external) eachSettled(yield func(states []uint64) bool) error {
	var block []uint64
	h := e.crew[0]
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
