package graph

import (
	"slices"
	"sync"

	"farbank/graph/disk"
)

// path returns a path to a state of the last layer. From layer to layer it finds a predecessor and the edge
// with the least label. The path does not depend on the number of workers.
func (e *external) path(goal []uint64) (*Path, error) {
	path := &Path{}
	at := slices.Clone(goal)
	for depth := len(e.layers) - 2; depth >= 0; depth-- {
		from, err := e.before(e.layers[depth], at)
		if err != nil {
			return nil, err
		}
		edge, err := e.edge(from, at, -1)
		if err != nil {
			return nil, err
		}
		path.Edges = append(path.Edges, edge)
		at = from
	}
	slices.Reverse(path.Edges)
	path.Start = at
	return path, nil
}

// before returns a predecessor of a state in a layer. If an edge leads back to the predecessor, it tests
// the successors of state; otherwise it scans the layer.
func (e *external) before(layer *disk.Set, state []uint64) ([]uint64, error) {
	h, w := e.workers[0], e.form.Key
	back, err := h.successors(state)
	if err != nil {
		return nil, err
	}
	back = disk.NewSorter(disk.Form{Key: w}).Unique(slices.Clone(back))
	for k := 0; k < len(back); k += w {
		from := back[k : k+w]
		there, err := has(layer, from)
		if err != nil || !there {
			if err != nil {
				return nil, err
			}
			continue
		}
		next, err := h.successors(from)
		if err != nil {
			return nil, err
		}
		if contains(next, state) {
			return from, nil
		}
	}
	return e.scan(layer, state)
}

// has reports whether a set contains a key.
func has(set *disk.Set, key []uint64) (bool, error) {
	r, err := disk.NewReader(set, 1<<14, key)
	if err != nil || r.First() == nil || set.Form.Compare(r.First(), key) > 0 {
		return false, err
	}
	block, err := r.Take(nil)
	if err != nil {
		return false, err
	}
	w := set.Form.Words()
	for at := 0; at < len(block); at += w {
		if set.Form.Compare(block[at:], key) == 0 {
			return true, nil
		}
	}
	return false, nil
}

// scan expands the states of a layer and returns the first predecessor of state.
func (e *external) scan(layer *disk.Set, state []uint64) ([]uint64, error) {
	open := func(i int) (*disk.Reader, error) {
		return disk.NewReader(layer.Part(i, i+1), e.size.extent, nil)
	}
	return e.first(len(layer.Extents), open, func(h *diskWorker, block []uint64) ([]uint64, error) {
		return h.leading(h.stripped(e.form, block), state, e.form.Key)
	})
}

// first reads the given number of parts of a set in parallel. It returns the result of find in the first
// part that has one, so the result does not depend on the number of workers.
func (e *external) first(parts int, open func(i int) (*disk.Reader, error), find func(h *diskWorker, block []uint64) ([]uint64, error)) ([]uint64, error) {
	var mu sync.Mutex
	best, where := []uint64(nil), parts
	passed := func(i int) bool {
		mu.Lock()
		defer mu.Unlock()
		return i > where
	}
	err := e.each(parts, func(h *diskWorker, i int) error {
		r, err := open(i)
		for err == nil && r.First() != nil && !passed(i) {
			if err = e.stopped(h); err != nil {
				return err
			}
			if h.block, err = r.Take(h.block[:0]); err != nil {
				return err
			}
			found, err := find(h, h.block)
			if err != nil || found != nil {
				mu.Lock()
				if found != nil && i < where {
					best, where = slices.Clone(found), i
				}
				mu.Unlock()
				return err
			}
		}
		return err
	})
	if err == nil && best == nil {
		err = errNoPredecessor
	}
	return best, err
}

// leading returns the first of some states with an edge to state, or nil.
func (h *diskWorker) leading(states, state []uint64, words int) ([]uint64, error) {
	for size := sizeOf(h.g) * words; len(states) > 0; {
		batch := states[:min(size, len(states))]
		states = states[len(batch):]
		next, err := h.successors(batch)
		if err != nil {
			return nil, err
		}
		for k, f := range h.succ.From {
			if equal(next[k*words:(k+1)*words], state) {
				return batch[int(f)*words : (int(f)+1)*words], nil
			}
		}
	}
	return nil, nil
}

// edge returns the edge with the least label from one state to another. Unless cost is negative, the edge
// must have that cost.
func (e *external) edge(from, to []uint64, cost int64) (Edge, error) {
	h, w := e.workers[0], len(from)
	next, err := h.successors(from)
	if err != nil {
		return Edge{}, err
	}
	best := Edge{Label: -1}
	for k, label := range h.succ.Label {
		c := h.succ.cost(k)
		if (cost < 0 || c == cost) && equal(next[k*w:(k+1)*w], to) && (best.Label < 0 || label < best.Label) {
			best = Edge{label, c}
		}
	}
	if best.Label < 0 {
		return best, errNoPredecessor
	}
	return best, nil
}
