package graph

import (
	"errors"
	"math"

	"farbank/graph/disk"
)

// costs is the state of a uniform-cost search on disk. A step takes the open states of least cost, removes
// those that are settled, settles the rest and expands them. Edges of cost 0 open states of the same cost,
// which the next round settles.
//
// The open states are sorted runs; a step reads from their beginning. If nearly all costs differ, steps are
// small, and so are the runs: they are kept in memory and merged when there are many, as in a
// log-structured merge tree (O'Neil, Cheng, Gawlick and O'Neil 1996). There are no buckets, so costs may be
// arbitrarily large.
type costs struct {
	open    mergeTree // ordered by cost and state
	settled mergeTree // ordered by state
	log     *run      // the settled states by cost, round and state, to reconstruct paths
	ahead   *disk.Writer
	cost    uint64 // cost of the last step
	round   uint64
	begun   bool   // at least one step was completed
	maxCost uint64 // maximum cost of an edge
	bound   uint64 // no path to a goal costs less
	goalIn  [2]uint64
	free    bool // an edge costs 0, so the numbers of paths are wrong
	broken  bool // the data is inconsistent
}

// errFree reports that paths with edges of cost 0 are not counted on disk.
var errFree error = &disk.Error{Name: "the number of plans", Err: errors.New("with moves of cost 0 it is not counted on disk")}

// stateForm returns the form of settled states: that of collected records without the cost.
func (e *external) stateForm() disk.Form {
	return disk.Form{Key: e.form.Key - 1, Number: e.form.Number}
}

// logForm returns the form of the log: cost, round and state.
func (e *external) logForm() disk.Form { return disk.Form{Key: e.form.Key + 1} }

func (e *external) newCosts() *costs {
	return &costs{open: mergeTree{form: e.form}, settled: mergeTree{form: e.stateForm()}, log: &run{form: e.logForm(), set: &disk.Set{Form: e.logForm(), File: e.newFile()}}}
}

// costBounds returns the keys lo and hi with lo <= key < hi for all records of a cost.
func (e *external) costBounds(cost uint64) (lo, hi []uint64) {
	lo, hi = make([]uint64, e.form.Key), make([]uint64, e.form.Key)
	lo[0], hi[0] = cost, cost+1
	return lo, hi
}

// beginCosts opens the start states.
func (e *external) beginCosts() error {
	e.split(nil)
	h := e.workers[0]
	var record []uint64
	err := e.g.Starts(func(state []uint64) error {
		record = append(append(record[:0], 0), state...)
		if e.form.Number > 0 {
			record = append(record, 1, 0)
		}
		return e.push(h, record)
	})
	if err != nil {
		return err
	}
	r, err := e.collectRun()
	if err != nil {
		return err
	}
	e.seen.Starts = r.size()
	e.costs.open.add(r)
	return e.mergeSimilar(&e.costs.open)
}

// leastOpen returns the least cost of an open state and the runs that contain it. It returns no runs if no
// state is open.
func (e *external) leastOpen() (cost uint64, runs []*run, err error) {
	for _, r := range e.costs.open.runs() {
		key, err := r.first()
		switch {
		case err != nil:
			return 0, nil, err
		case key == nil:
		case len(runs) == 0 || key[0] < cost:
			cost, runs = key[0], []*run{r}
		case key[0] == cost:
			runs = append(runs, r)
		}
	}
	return cost, runs, nil
}

// A settling is the work of a step in one range of keys.
type settling struct {
	filters       []*filter
	layer, logged *builder
	goal          []uint64
	records       []uint64 // scratch
}

// step settles the states of least cost and expands them. It has an effect only when it completes, so an
// interrupted step is repeated. It returns false if no state was open or a goal was reached.
func (e *external) step() (more bool, err error) {
	c := e.costs
	cost, runs, err := e.leastOpen()
	if err != nil {
		return false, err
	}
	if len(runs) == 0 {
		e.ended = true
		return false, nil
	}
	c.bound = cost
	round := uint64(0)
	if c.begun && cost == c.cost {
		round = c.round + 1
	}
	layer, logged, err := e.settle(runs, cost, round)
	if err != nil {
		return false, err
	}
	if e.goal != nil {
		c.goalIn = [2]uint64{cost, round}
		if e.form.Number > 0 && !c.free { // a path may pass several goals
			paths := e.paths
			_, err = e.relax(layer, cost)
			e.paths = paths
			e.sumCosts()
		}
		return false, err
	}
	var made *run
	if layer.size() > 0 {
		if made, err = e.relax(layer, cost); err != nil {
			return false, err
		}
	}
	return true, e.commit(layer, logged, made, cost, round)
}

// settle returns the states of least cost that are not settled, as states and as records of the log. It
// searches for goals among them.
func (e *external) settle(runs []*run, cost, round uint64) (layer, logged *run, err error) {
	c := e.costs
	lo, hi := e.costBounds(cost)
	parts := make([]settling, e.mostRanges())
	lows := e.ranges(e.form, runs, lo, hi)
	file := e.newFile()
	few := e.size.buffer / 8
	for i := range lows {
		parts[i].layer = &builder{form: c.settled.form, file: file, extent: e.size.extent, most: few}
		parts[i].logged = &builder{form: c.log.form, file: c.log.set.File, extent: e.size.extent, most: 2 * few}
	}
	parts = parts[:len(lows)]
	known := c.settled.runs()
	_, err = e.through(runs, lo, hi, func(h *diskWorker, i int, list []uint64) error {
		return e.settleSome(h, &parts[i], known, list, round)
	})
	e.goal = nil
	e.sumPaths(true)
	if err != nil {
		file.Remove()
		return nil, nil, err
	}
	var layers, logs []*builder
	for i := range parts {
		layers, logs = append(layers, parts[i].layer), append(logs, parts[i].logged)
		if e.goal == nil {
			e.goal = parts[i].goal
		}
	}
	if layer, err = joinRuns(layers); err == nil {
		logged, err = joinRuns(logs)
	}
	if err != nil {
		file.Remove()
	}
	return layer, logged, err
}

// settleSome settles some records of one cost.
func (e *external) settleSome(h *diskWorker, s *settling, known []*run, list []uint64, round uint64) error {
	if len(list) == 0 {
		return nil
	}
	f, w := e.costs.settled.form, e.form.Words()
	cost := list[0]
	for at, to := 0, 0; at < len(list); at, to = at+w, to+w-1 {
		copy(list[to:to+w-1], list[at+1:at+w])
	}
	list = list[:len(list)/w*(w-1)]
	if s.filters == nil {
		for _, r := range known {
			x, err := newFilter(f, r, min(e.size.extent, 64<<10), list[:f.Key])
			if err != nil {
				return err
			}
			s.filters = append(s.filters, x)
		}
	}
	var err error
	for _, x := range s.filters {
		if list, err = x.filter(f, list); err != nil {
			return err
		}
	}
	if err := e.look(h, f, list, &s.goal); err != nil {
		return err
	}
	s.records = s.records[:0]
	for at := 0; at < len(list); at += f.Words() {
		s.records = append(append(s.records, cost, round), list[at:at+f.Key]...)
	}
	if err := s.logged.add(s.records); err != nil {
		return err
	}
	return s.layer.add(list)
}

// priced returns the successors of records with their costs and numbers of paths.
func (e *external) priced(h *diskWorker, f disk.Form, records []uint64, cost uint64) ([]uint64, error) {
	h.fresh = h.fresh[:0]
	for k, from := range h.succ.From {
		c := h.succ.cost(k)
		if uint64(c) > math.MaxInt64-cost {
			return nil, ErrCost
		}
		h.maxCost, h.free = max(h.maxCost, uint64(c)), h.free || c == 0
		h.fresh = append(append(h.fresh, cost+uint64(c)), h.succ.States[k*f.Key:(k+1)*f.Key]...)
		if f.Number > 0 {
			at := int(from)*f.Words() + f.Key
			h.fresh = append(h.fresh, records[at:at+f.Number]...)
		}
	}
	return h.fresh, nil
}

// relax returns the successors of the states of a layer. If it fails, it removes the layer.
func (e *external) relax(layer *run, cost uint64) (made *run, err error) {
	defer func() {
		if err != nil {
			layer.discard()
		}
	}()
	if err := e.planCosts(layer, cost); err != nil {
		return nil, err
	}
	err = e.blocks(layer, func(h *diskWorker, records []uint64) error { return e.relaxSome(h, records, cost) })
	if err != nil {
		return nil, err
	}
	return e.collectRun()
}

func (e *external) relaxSome(h *diskWorker, records []uint64, cost uint64) error {
	f := e.costs.settled.form
	states := h.stripped(f, records)
	for size := sizeOf(h.g) * f.Key; len(states) > 0; {
		batch := states[:min(size, len(states))]
		states = states[len(batch):]
		h.succ.Reset()
		if err := h.g.Expand(batch, &h.succ); err != nil {
			return err
		}
		n := len(batch) / f.Key
		h.done += int64(n)
		h.made += int64(len(h.succ.From))
		list, err := e.priced(h, f, records, cost)
		if err != nil {
			return err
		}
		if err := e.push(h, list); err != nil {
			return err
		}
		records = records[n*f.Words():]
	}
	return nil
}

// blocks calls do for all records of a run, in parallel, some at a time.
func (e *external) blocks(r *run, do func(h *diskWorker, records []uint64) error) error {
	const few = 1 << 12
	if r.set == nil {
		each := few * r.form.Words()
		return e.each((len(r.list)+each-1)/each, func(h *diskWorker, i int) error {
			if err := e.stopped(h); err != nil {
				return err
			}
			return do(h, r.list[i*each:min((i+1)*each, len(r.list))])
		})
	}
	return e.each(len(r.set.Extents), func(h *diskWorker, i int) error {
		x, err := disk.NewReader(r.set.Part(i, i+1), e.size.extent, nil)
		for err == nil && x.First() != nil {
			if err = e.stopped(h); err != nil {
				break
			}
			if h.block, err = x.Take(h.block[:0]); err == nil {
				err = do(h, h.block)
			}
		}
		return err
	})
}

// planCosts prepares to collect the successors of a layer. It samples the successors to choose the ranges.
func (e *external) planCosts(layer *run, cost uint64) error {
	n := e.rangesFor(layer.size())
	if n == 1 {
		e.split(nil)
		return nil
	}
	h, f := e.workers[0], disk.Form{Key: e.form.Key - 1}
	var sample []uint64
	if layer.set == nil {
		w := layer.form.Words()
		step := max(1, len(layer.list)/w/samples)
		for at := 0; at < len(layer.list); at += step * w {
			sample = append(sample, layer.list[at:at+f.Key]...)
		}
	} else {
		keys, err := e.sample(layer.set, samples)
		if err != nil {
			return err
		}
		sample = keys
	}
	var keys []uint64
	for at, size := 0, sizeOf(h.g)*f.Key; at < len(sample); at += size {
		if _, err := h.successors(sample[at:min(at+size, len(sample))]); err != nil {
			return err
		}
		list, err := e.priced(h, f, nil, cost)
		if err != nil {
			return err
		}
		keys = append(keys, list...)
	}
	keys = disk.NewSorter(disk.Form{Key: e.form.Key}).Unique(keys)
	e.split(quantiles(keys, e.form.Key, n))
	return nil
}

// collectRun returns the collected records as a run, in memory if there are few.
func (e *external) collectRun() (*run, error) {
	words := 0
	for _, h := range e.workers {
		for _, n := range h.filled {
			words += n
		}
	}
	if e.spool != nil || words > e.size.buffer/4 {
		set, err := e.collectNew(false)
		return &run{form: e.form, set: set}, err
	}
	list := make([]uint64, 0, words)
	for _, h := range e.workers {
		for p, n := range h.filled {
			list = append(list, h.bufs[p][:n]...)
		}
	}
	return &run{form: e.form, list: e.workers[0].sorter.Unique(list)}, nil
}

// commit completes a step. If the log cannot be written, only the last manifest remains valid.
func (e *external) commit(layer, logged, made *run, cost, round uint64) error {
	c := e.costs
	if err := e.appendLog(logged); err != nil {
		c.broken = true
		return err
	}
	_, next := e.costBounds(cost)
	for _, r := range c.open.runs() {
		r.dropBelow(next)
	}
	e.dropEmpty(&c.open)
	e.sumCosts()
	e.fold()
	if layer.size() == 0 {
		return nil
	}
	c.cost, c.round, c.begun = cost, round, true
	e.states += layer.size()
	c.open.add(made)
	c.settled.add(layer)
	if err := e.mergeSimilar(&c.open); err != nil {
		return err
	}
	if err := e.mergeSimilar(&c.settled); err != nil {
		return err
	}
	return e.save(false)
}

// sumCosts collects the maximum cost of an edge from the workers, and whether an edge cost 0.
func (e *external) sumCosts() {
	for _, h := range e.workers {
		e.costs.maxCost, e.costs.free = max(e.costs.maxCost, h.maxCost), e.costs.free || h.free
		h.maxCost, h.free = 0, false
	}
}

// appendLog appends the states of a step to the log.
func (e *external) appendLog(r *run) error {
	c := e.costs
	if r.set == nil {
		if c.ahead == nil {
			c.ahead = disk.NewWriter(c.log.form, c.log.set.File, e.size.extent)
		}
		return c.ahead.Add(r.list)
	}
	if err := e.closeLog(); err != nil {
		return err
	}
	c.log.set.Extents = append(c.log.set.Extents, r.set.Extents...)
	return nil
}

// closeLog writes the pending part of the log.
func (e *external) closeLog() error {
	c := e.costs
	if c.ahead == nil {
		return nil
	}
	s, err := c.ahead.Close()
	if err == nil {
		c.log.set.Extents, c.ahead = append(c.log.set.Extents, s.Extents...), nil
	}
	return err
}
