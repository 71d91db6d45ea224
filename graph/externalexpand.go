package graph

import "farbank/graph/disk"

// successors returns the successors of some states. The slice belongs to the worker.
func (h *diskWorker) successors(state []uint64) ([]uint64, error) {
	h.succ.Reset()
	err := h.g.Expand(state, &h.succ)
	return h.succ.States, err
}

// contains reports whether a list of states contains a state.
func contains(list, state []uint64) bool {
	for at := 0; at < len(list); at += len(state) {
		if equal(list[at:at+len(state)], state) {
			return true
		}
	}
	return false
}

// expand collects the successors of the states of a set.
func (e *external) expand(set *disk.Set) error {
	return e.each(len(set.Extents), func(h *diskWorker, i int) error {
		r, err := disk.NewReader(set.Part(i, i+1), e.size.extent, nil)
		for err == nil && r.First() != nil {
			if err = e.stopped(h); err != nil {
				break
			}
			if h.block, err = r.Take(h.block[:0]); err == nil {
				err = e.expandStates(h, h.block, true)
			}
		}
		return err
	})
}

// numbered returns a state and a number of paths as a record.
func (e *external) numbered(h *diskWorker, state []uint64, n uint64) []uint64 {
	if e.form.Number == 0 {
		return state
	}
	h.fresh = append(append(h.fresh[:0], state...), n, 0)
	return h.fresh
}

// stripped returns the keys of records.
func (h *diskWorker) stripped(f disk.Form, records []uint64) []uint64 {
	if f.Number == 0 {
		return records
	}
	h.keys = h.keys[:0]
	for at, w := 0, f.Words(); at < len(records); at += w {
		h.keys = append(h.keys, records[at:at+f.Key]...)
	}
	return h.keys
}

// withNumbers returns the successors with the numbers of paths of their sources.
func (h *diskWorker) withNumbers(f disk.Form, records []uint64) []uint64 {
	if f.Number == 0 {
		return h.succ.States
	}
	h.fresh = h.fresh[:0]
	for k, from := range h.succ.From {
		at := int(from)*f.Words() + f.Key
		h.fresh = append(append(h.fresh, h.succ.States[k*f.Key:(k+1)*f.Key]...), records[at:at+f.Number]...)
	}
	return h.fresh
}

// expandStates collects the successors of states in memory. If count is set, it counts them.
func (e *external) expandStates(h *diskWorker, records []uint64, count bool) error {
	w := e.form.Key
	states := h.stripped(e.form, records)
	for size := sizeOf(h.g) * w; len(states) > 0; {
		batch := states[:min(size, len(states))]
		states = states[len(batch):]
		h.succ.Reset()
		if err := h.g.Expand(batch, &h.succ); err != nil {
			return err
		}
		if count {
			h.done += int64(len(batch) / w)
			h.made += int64(len(h.succ.From))
			if e.count {
				if err := h.countEdges(batch, w); err != nil {
					return err
				}
			}
		}
		if err := e.push(h, h.withNumbers(e.form, records)); err != nil {
			return err
		}
		records = records[len(batch)/w*e.form.Words():]
	}
	return nil
}

// countEdges counts the edges out of a batch, and the dead ends in it.
func (h *diskWorker) countEdges(batch []uint64, words int) error {
	t, n := &h.tally, len(batch)/words
	t.Edges += int64(len(h.succ.From))
	t.out = sized(t.out, n)
	clear(t.out)
	for _, f := range h.succ.From {
		t.out[f]++
	}
	for i, n := range t.out {
		for len(t.Branching) <= int(n) {
			t.Branching = append(t.Branching, 0)
		}
		t.Branching[n]++
		if n > 0 {
			continue
		}
		var goal [1]bool
		if err := h.g.Goals(batch[i*words:(i+1)*words], goal[:]); err != nil {
			return err
		}
		if !goal[0] {
			t.DeadEnds++
		}
	}
	return nil
}
