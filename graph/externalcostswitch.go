package graph

import (
	"slices"

	"farbank/graph/disk"
)

// takeCosts continues a search whose memory is full: it writes the settled and the open states. If paths
// are counted, it starts over, since the search in memory does not count them.
func (e *external) takeCosts(u *uniformCost, count bool) error {
	s := u.store
	s.table, u.queue = nil, bucketQueue{}
	free()
	if err := e.startWorkers(nil); err != nil {
		return err
	}
	if !u.begun || count {
		u.store, s.pages = NewStore(s.words), nil
		return e.beginCosts()
	}
	e.setSizes(e.opt.Memory / 4)
	e.disk.note("memory is full at cost %d: continuing on disk", u.res.Bound)
	e.stats, e.seen.Starts = u.stats, int64(u.res.Starts)
	err := e.writeCosts(u)
	u.store, s.pages = NewStore(s.words), nil
	u.nodes = paged[pathNode]{}
	free()
	e.setSizes(e.opt.Memory)
	return err
}

// writeCosts writes the states that a search in memory has found. The state that was being expanded counts
// as settled, and its successors are opened here. Until all is written the data is marked as broken, since
// settled states without their successors would lose paths.
func (e *external) writeCosts(u *uniformCost) error {
	c := e.costs
	c.broken = true
	numberRounds(u)
	e.sumNodes(u)
	priced := e.form
	log, err := e.writeNodes(u, c.log.form, c.log.set.File, true)
	if err != nil {
		return err
	}
	settled, err := e.writeNodes(u, c.settled.form, e.newFile(), true)
	if err != nil {
		return err
	}
	open, err := e.writeNodes(u, priced, e.newFile(), false)
	if err != nil {
		return err
	}
	e.sumCosts()
	e.workers[0].done, e.workers[0].made = 0, 0 // counted in memory already
	c.log = log
	c.settled.add(settled)
	c.open.add(open)
	c.broken = false
	return nil
}

// sumNodes computes the last cost and round of a search in memory, and the maximum cost of an edge.
func (e *external) sumNodes(u *uniformCost) {
	c := e.costs
	for i := range u.store.n {
		w := u.nodes.at(i)
		c.maxCost = max(c.maxCost, uint64(w.edge.Cost))
		if !w.settled {
			continue
		}
		e.states++
		if k := uint64(w.cost); !c.begun || k > c.cost || k == c.cost && uint64(w.edges) > c.round {
			c.cost, c.round, c.begun = k, uint64(w.edges), true
		}
	}
}

// writeNodes writes the settled or the open states of a search in memory as records of a form.
func (e *external) writeNodes(u *uniformCost, f disk.Form, file *disk.File, settled bool) (*run, error) {
	e.setForm(f)
	e.split(nil)
	err := e.pages(0, u.store.n, func(h *diskWorker, from, to int) error {
		for i := from; i < to; i++ {
			w := u.nodes.at(i)
			if w.settled != settled {
				continue
			}
			head := [...]uint64{uint64(w.cost), uint64(w.edges)} // the longer the key of the form, the more of it is used
			h.fresh = append(append(h.fresh[:0], head[:f.Key-u.store.words]...), u.store.State(i)...)
			if err := e.push(h, h.fresh); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && !settled && u.open >= 0 && u.nodes.at(u.open).settled {
		err = e.relaxSome(e.workers[0], slices.Clone(u.store.State(u.open)), uint64(u.nodes.at(u.open).cost))
	}
	if err != nil {
		return nil, err
	}
	set, err := e.collect(file, nil, false)
	return &run{form: f, set: set}, err
}

// setForm changes the form of the collected records.
func (e *external) setForm(f disk.Form) {
	e.form = f
	for _, h := range e.workers {
		h.sorter = disk.NewSorter(f)
	}
}

// numberRounds numbers the rounds of the settled states of equal cost, in the field edges, so that the
// predecessor of a state has a lower cost or an earlier round.
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
