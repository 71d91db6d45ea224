package graph

import (
	"cmp"
	"slices"
	"sort"

	"farbank/graph/disk"
)

// costPath returns a path to a state that was settled at a cost and round. Each predecessor has a lower
// cost, or the same cost and an earlier round.
func (e *external) costPath(goal []uint64, at [2]uint64) (*Path, error) {
	if err := e.closeLog(); err != nil {
		return nil, err
	}
	path, state := &Path{}, slices.Clone(goal)
	for at != [2]uint64{} {
		from, where, err := e.beforeByCost(state, at)
		if err == errNoPredecessor && at[0] == 0 { // memory ended among the starts: this one was settled later than others
			if err = e.isStart(state); err == nil {
				break
			}
		}
		if err != nil {
			return nil, err
		}
		edge, err := e.edge(from, state, int64(at[0]-where[0]))
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

// isStart returns nil if a state is a start state, else errNoPredecessor.
func (e *external) isStart(state []uint64) error {
	met := errNoPredecessor
	err := e.g.Starts(func(start []uint64) error {
		if equal(start, state) {
			met = nil
		}
		return nil
	})
	return cmp.Or(err, met)
}

// beforeByCost returns a predecessor of a state, with its cost and round, that is settled before at. If an
// edge leads back to the predecessor, it tests the successors of state. Otherwise it scans the log, from
// the least cost that a predecessor can have.
func (e *external) beforeByCost(state []uint64, at [2]uint64) ([]uint64, [2]uint64, error) {
	h, w := e.workers[0], len(state)
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

// settledAt searches the log for a state with a cost and a round before before.
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

// scanLog expands the states of the log before at and returns the first that leads to state.
func (e *external) scanLog(state []uint64, at [2]uint64) ([]uint64, [2]uint64, error) {
	log, w := e.costs.log, len(state)
	form := log.form
	lo, hi := make([]uint64, form.Key), make([]uint64, form.Key)
	lo[0] = at[0] - min(at[0], e.costs.maxCost)
	hi[0], hi[1] = at[0], at[1]
	all := log.set.Extents
	first := sort.Search(len(all), func(i int) bool { return form.Compare(all[i].Last, lo) >= 0 })
	last := sort.Search(len(all), func(i int) bool { return form.Compare(all[i].First, hi) >= 0 })
	open := func(i int) (*disk.Reader, error) {
		return disk.NewRange(log.set.Part(first+i, first+i+1), e.size.extent, lo, hi)
	}
	best, err := e.first(max(0, last-first), open, func(h *diskWorker, block []uint64) ([]uint64, error) {
		return h.leadingAt(block, state, at[0])
	})
	if err != nil {
		return nil, at, err
	}
	return best[2 : 2+w], [2]uint64{best[0], best[1]}, nil
}

// leadingAt returns the first record of the log with an edge to state at a cost, or nil.
func (h *diskWorker) leadingAt(records, state []uint64, cost uint64) ([]uint64, error) {
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
