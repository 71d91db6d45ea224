package graph

import (
	"context"
	"slices"
	"sort"
	"sync"

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
		before := opt.inMemory()
		u := newBestFirst(ctx, g, before, nil, byCost)
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

// costPath returns a path to a state that was settled at a cost, in a round: each state before it is of less cost or an
// earlier round.
func (e *external) costPath(goal []uint64, at [2]uint64) (*Path, error) {
	if err := e.closeLog(); err != nil {
		return nil, err
	}
	path, state := &Path{}, slices.Clone(goal)
	for at != [2]uint64{} {
		from, where, err := e.beforeByCost(state, at)
		if err != nil {
			return nil, err
		}
		edge, err := e.edgeOf(from, state, at[0]-where[0])
		if err != nil {
			return nil, err
		}
		path.Edges = append(path.Edges, edge)
		state, at = from, where
	}
	slices.Reverse(path.Edges)
	path.Start = state
	return path, nil
}

// beforeByCost returns a state that leads to a state at a cost, in a round. Where the state leads back that is found by a
// look; else what the log has is gone through, from the least cost on that an edge may come from.
func (e *external) beforeByCost(state []uint64, at [2]uint64) ([]uint64, [2]uint64, error) {
	h, w := e.crew[0], len(state)
	back, err := h.successors(state)
	if err != nil {
		return nil, at, err
	}
	back = disk.NewSorter(disk.Form{Key: w}).Unique(slices.Clone(back))
	for k := 0; k < len(back); k += w {
		from := back[k : k+w]
		next, err := h.successors(from)
		if err != nil {
			return nil, at, err
		}
		var prices []int64
		for i := range h.succ.From {
			if c := h.succ.cost(i); equal(next[i*w:(i+1)*w], state) && uint64(c) <= at[0] && !slices.Contains(prices, c) {
				prices = append(prices, c)
			}
		}
		for _, c := range prices {
			where, there, err := e.settledAt(from, at[0]-uint64(c), at)
			if err != nil || there {
				return from, where, err
			}
		}
	}
	return e.scanLog(state, at)
}

// settledAt looks for a state in the log at a cost, before a place.
func (e *external) settledAt(state []uint64, cost uint64, before [2]uint64) (where [2]uint64, there bool, err error) {
	key := slices.Concat([]uint64{cost, 0}, state)
	for round := uint64(0); cost < before[0] || round < before[1]; round++ {
		lo, hi := make([]uint64, len(key)), make([]uint64, len(key))
		lo[0], lo[1], hi[0], hi[1] = cost, round, cost, round+1
		some, err := e.costs.log.has(lo, hi)
		if err != nil || !some {
			return where, false, err
		}
		key[1] = round
		if there, err := has(e.costs.log.set, key); err != nil || there {
			return [2]uint64{cost, round}, there, err
		}
	}
	return where, false, nil
}

// scanLog expands what the log has before a place until a state is met, and returns the first that leads to it.
func (e *external) scanLog(state []uint64, at [2]uint64) ([]uint64, [2]uint64, error) {
	log, w := e.costs.log, len(state)
	form := log.form
	lo, hi := make([]uint64, form.Key), make([]uint64, form.Key)
	lo[0] = at[0] - min(at[0], e.costs.dear)
	hi[0], hi[1] = at[0], at[1]
	all := log.set.Extents
	first := sort.Search(len(all), func(i int) bool { return form.Compare(all[i].Last, lo) >= 0 })
	last := sort.Search(len(all), func(i int) bool { return form.Compare(all[i].First, hi) >= 0 })
	var mu sync.Mutex
	var best []uint64
	found := max(0, last-first)
	passed := func(i int) bool {
		mu.Lock()
		defer mu.Unlock()
		return i > found
	}
	err := e.each(max(0, last-first), func(h *hand, i int) error {
		r, err := disk.NewRange(log.set.Part(first+i, first+i+1), e.size.extent, lo, hi)
		for err == nil && r.First() != nil && !passed(i) {
			if err = e.stopped(h); err != nil {
				return err
			}
			if h.block, err = r.Take(h.block[:0]); err != nil {
				return err
			}
			record, err := h.leadingAt(h.block, state, at[0])
			if err != nil || record != nil {
				mu.Lock()
				if record != nil && i < found {
					best, found = slices.Clone(record), i
				}
				mu.Unlock()
				return err
			}
		}
		return err
	})
	if err != nil {
		return nil, at, err
	}
	if best == nil {
		return nil, at, errNoWay
	}
	return best[2 : 2+w], [2]uint64{best[0], best[1]}, nil
}

// leadingAt returns the first record of the log that leads to a state at a cost; nil: none does.
func (h *hand) leadingAt(records, state []uint64, cost uint64) ([]uint64, error) {
	w := len(state)
	h.keys = h.keys[:0]
	for at := 0; at < len(records); at += w + 2 {
		h.keys = append(h.keys, records[at+2:at+2+w]...)
	}
	states := h.keys
	for size := sizeOf(h.g) * w; len(states) > 0; {
		batch := states[:min(size, len(states))]
		states = states[len(batch):]
		next, err := h.successors(batch)
		if err != nil {
			return nil, err
		}
		for k, f := range h.succ.From {
			record := records[int(f)*(w+2) : (int(f)+1)*(w+2)]
			if uint64(h.succ.cost(k)) == cost-record[0] && equal(next[k*w:(k+1)*w], state) {
				return record, nil
			}
		}
		records = records[len(batch)/w*(w+2):]
	}
	return nil, nil
}

// edgeOf returns the edge of a cost from one state to another that has the least label.
func (e *external) edgeOf(from, to []uint64, cost uint64) (Edge, error) {
	h, w := e.crew[0], len(from)
	next, err := h.successors(from)
	if err != nil {
		return Edge{}, err
	}
	best := Edge{Label: -1}
	for k, label := range h.succ.Label {
		if uint64(h.succ.cost(k)) == cost && equal(next[k*w:(k+1)*w], to) && (best.Label < 0 || label < best.Label) {
			best = Edge{label, int64(cost)}
		}
	}
	if best.Label < 0 {
		return best, errNoWay
	}
	return best, nil
}
