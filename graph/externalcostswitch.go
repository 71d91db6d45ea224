package graph

import (
	"slices"

	"farbank/graph/disk"
)

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
// leads to is opened here. Until all is written none of it is to be kept: what is settled and not yet open would be lost.
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
	e.crew[0].done, e.crew[0].made = 0, 0 // the state was counted in memory
	c.log = log
	c.settled.put(settled)
	c.open.put(open)
	c.broken = false
	return nil
}

// sumNodes notes how far a search in memory has come, and what edges have cost.
func (e *external) sumNodes(u *uniformCost) {
	c := e.costs
	for i := range u.store.n {
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
}

// writeNodes writes the states of a search in memory that are settled, or those that are open, as records of a form.
func (e *external) writeNodes(u *uniformCost, f disk.Form, file *disk.File, settled bool) (*run, error) {
	e.setForm(f)
	e.split(nil)
	err := e.pages(0, u.store.n, func(h *hand, from, to int) error {
		for i := from; i < to; i++ {
			w := u.nodes.at(i)
			if w.settled != settled {
				continue
			}
			head := [...]uint64{uint64(w.cost), uint64(w.edges)} // each form has as much of it as its keys are longer
			h.fresh = append(append(h.fresh[:0], head[:f.Key-u.store.words]...), u.store.State(i)...)
			if err := e.push(h, h.fresh); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil && !settled && u.open >= 0 && u.nodes.at(u.open).settled {
		err = e.relaxSome(e.crew[0], slices.Clone(u.store.State(u.open)), uint64(u.nodes.at(u.open).cost))
	}
	if err != nil {
		return nil, err
	}
	set, err := e.collect(file, nil, false)
	return &run{form: f, set: set}, err
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
