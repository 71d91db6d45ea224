package graph

import (
	"errors"
	"slices"

	"farbank/graph/disk"
)

// errNoPredecessor reports that a state of a layer has no predecessor in the layer before.
var errNoPredecessor = errors.New("the layers on disk are inconsistent")

// inMemory returns the options of the search in memory. It reserves a quarter of the memory for the switch
// to the disk.
func (o Options) inMemory() Options {
	o.Memory -= o.Memory / 4
	return o
}

// takeOver continues a search whose memory is full: it writes its layers and expands the states that are
// not expanded yet. looked reports whether the goals of its last layer have been counted.
func (e *external) takeOver(l *layers, begun, looked bool) error {
	s := l.store
	s.table, s.compact, s.bitmap = nil, nil, nil
	graphs := l.pool.graphs()
	l.pool, l.back, l.parent = nil, nil, paged[uint32]{}
	free()
	if err := e.startWorkers(graphs); err != nil {
		return err
	}
	if !begun { // the start states do not fit the memory
		l.store = NewStore(s.words)
		return nil
	}
	e.setSizes(e.opt.Memory / 4)
	e.disk.note("memory is full at layer %d: continuing on disk", l.depth())
	e.stats = l.stats
	if err := e.write(l, looked); err != nil {
		return err
	}
	if e.goal != nil && !e.count { // the search ends here
		e.mark()
		l.store = NewStore(s.words)
		e.setSizes(e.opt.Memory)
		return nil
	}
	err := e.expandRest(l)
	l.store = NewStore(s.words)
	s.pages = nil
	if err != nil {
		return err
	}
	if err := e.chooseMode(); err != nil {
		return err
	}
	more, err := e.finish()
	e.ended = err == nil && !more
	free()
	e.setSizes(e.opt.Memory)
	return err
}

// expandRest collects the next layer of a search in memory: the states found so far, and the successors of
// the states not yet expanded.
func (e *external) expandRest(l *layers) error {
	s := l.store
	if err := e.plan(e.layers[len(e.layers)-1]); err != nil {
		return err
	}
	if err := e.pushStates(s, l.first[len(l.first)-1], s.n); err != nil {
		return err
	}
	_, to := l.frontier()
	return e.pages(l.at, to, func(h *diskWorker, from, to int) error {
		for from < to {
			count := from >= l.seen
			end := to
			if !count {
				end = min(to, l.seen)
			}
			batch := s.Batch(from, end-from)
			if err := e.expandStates(h, slices.Clone(e.counted(h, batch, from)), count); err != nil {
				return err
			}
			from += len(batch) / s.words
		}
		return nil
	})
}

// write writes the layers of a search in memory, and all their states as one set. It does not mark them as
// a point to resume from: edges out of the last layer may have been counted, and would be counted again.
func (e *external) write(l *layers, looked bool) error {
	file := e.newFile()
	depth := l.depth()
	for k := 0; k <= depth; k++ {
		e.split(nil)
		if n := int64(l.first[k+1] - l.first[k]); n > int64(e.size.buffer/e.form.Words()) {
			e.split(e.splittersOf(l.store, l.first[k], l.first[k+1]))
		}
		if err := e.pushStates(l.store, l.first[k], l.first[k+1]); err != nil {
			return err
		}
		set, err := e.collect(file, nil, k == depth && !looked)
		if err != nil {
			return err
		}
		e.append(set)
	}
	e.fold()
	e.split(e.splittersOf(l.store, 0, l.first[depth+1]))
	if err := e.pushStates(l.store, 0, l.first[depth+1]); err != nil {
		return err
	}
	all, err := e.collectNew(false)
	if err != nil {
		return err
	}
	e.known, e.sure = []*disk.Set{all}, len(e.layers)
	return nil
}

// splittersOf returns keys that split the states from..to of a store into ranges.
func (e *external) splittersOf(s *Store, from, to int) []uint64 {
	var keys []uint64
	step := max(1, (to-from)/samples)
	for i := from; i < to; i += step {
		keys = append(keys, s.State(i)...)
	}
	keys = disk.NewSorter(disk.Form{Key: s.words}).Unique(keys)
	n := (to-from)*e.form.Words()/e.size.buffer + 1
	return quantiles(keys, s.words, min(n, e.size.parts))
}

// pushStates collects the states from..to of a store.
func (e *external) pushStates(s *Store, from, to int) error {
	return e.pages(from, to, func(h *diskWorker, from, to int) error {
		for from < to {
			batch := s.Batch(from, to-from)
			if err := e.push(h, e.counted(h, batch, from)); err != nil {
				return err
			}
			from += len(batch) / s.words
		}
		return nil
	})
}

// counted returns states of a store, the first of which has the number from, with their numbers of paths.
func (e *external) counted(h *diskWorker, states []uint64, from int) []uint64 {
	if e.form.Number == 0 {
		return states
	}
	w := e.form.Key
	h.fresh = h.fresh[:0]
	for at := 0; at < len(states); at += w {
		h.fresh = append(append(h.fresh, states[at:at+w]...), e.number(from+at/w), 0)
	}
	return h.fresh
}

// pages calls do for the numbers from..to, in parallel, a page of states at a time.
func (e *external) pages(from, to int, do func(h *diskWorker, from, to int) error) error {
	if from >= to {
		return nil
	}
	first := from >> pageBits
	return e.each((to-1)>>pageBits-first+1, func(h *diskWorker, i int) error {
		if err := e.stopped(h); err != nil {
			return err
		}
		return do(h, max(from, (first+i)<<pageBits), min(to, (first+i+1)<<pageBits))
	})
}
