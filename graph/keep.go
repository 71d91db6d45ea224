package graph

import (
	"sync"

	"farbank/solver"
)

// keptEdges is the maximum number of edges for each state of Options.Keep.
const keptEdges = 16

// keep builds the graph of a space that was explored, by expanding its states again. This is cheaper than
// storing edges during the exploration: numbers are found faster when all states are known, and nothing is
// spent on a graph that is too large. It returns nil if the graph or the memory limit is exceeded.
func (e *explorer) keep() (*Explicit, error) {
	s, n, edges := e.store, e.store.Len(), 0
	for i := range e.counts {
		edges += int(e.counts[i].Edges)
	}
	if n == 0 || n > e.opt.Keep || edges > keptEdges*e.opt.Keep {
		return nil, nil
	}
	e.dropBack()
	pages := (n + pageStates - 1) / pageStates
	e.extra = e.bytes() + int64(edges)*4 + int64(pages)*(pageStates+1)*4 + int64(n)*8 // the edges, and the memory of algorithms on them
	if e.opt.Memory > 0 {
		s.most = max(1, e.opt.Memory-e.extra)
	}
	find, err := s.finder()
	if err == nil {
		err = e.check(0)
	}
	if err == ErrMemory {
		return nil, nil
	}
	x := &Explicit{Store: s, Starts: int(e.shape.Starts), Goal: make([]bool, n)}
	x.lists = edgeLists{pages: make([]*edgePage, pages), open: (n-1)%pageStates + 1, edges: edges}
	if err == nil {
		err = e.pages(x, find)
	}
	if err == nil {
		x.Status = solver.Solved
	}
	return x, err
}

// pages fills the pages of a graph, in parallel.
func (e *explorer) pages(x *Explicit, find finder) error {
	workers := []*worker{{g: e.g}}
	if e.pool != nil {
		workers = e.pool.workers
	}
	var wg sync.WaitGroup
	errs := make([]error, len(workers))
	for k, w := range workers {
		wg.Go(func() {
			for p := k; p < len(x.lists.pages) && errs[k] == nil; p += len(workers) {
				if errs[k] = e.done(); errs[k] == nil {
					errs[k] = x.page(w, p, find)
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	for _, p := range x.lists.pages[:len(x.lists.pages)-1] {
		x.lists.full += p.bytes()
	}
	return nil
}

// page expands the states of a page again and stores their edges.
func (x *Explicit) page(w *worker, number int, find finder) error {
	p, from := &edgePage{}, number<<pageBits
	x.lists.pages[number] = p
	to := min(from+pageStates, x.Len())
	w.ids = w.ids[:0]
	for i := from; i < to; {
		batch := x.Store.Batch(i, min(sizeOf(w.g), to-i))
		n := len(batch) / x.Store.words
		if err := w.g.Goals(batch, x.Goal[i:i+n]); err != nil {
			return err
		}
		w.succ.Reset()
		if err := w.g.Expand(batch, &w.succ); err != nil {
			return err
		}
		for _, f := range w.succ.From {
			p.first[i-from+int(f)+1]++
		}
		k := len(w.ids)
		w.ids = append(w.ids, make([]uint32, len(w.succ.From))...)
		find(w.succ.States, w.ids[k:])
		i += n
	}
	for i := range to - from {
		p.first[i+1] += p.first[i]
	}
	p.to = make([]int32, len(w.ids))
	for k, id := range w.ids {
		p.to[k] = int32(id)
	}
	return nil
}
