package graph

import (
	"context"
	"errors"

	"farbank/graph/disk"
	"farbank/solver"
)

// exploreOnDisk is like Explore but continues on disk when the memory is full.
func exploreOnDisk(ctx context.Context, g Graph, opt Options) (*Shape, error) {
	x, err := openExternal(ctx, g, opt, "space")
	if err != nil {
		return stoppedShape(ctx, err)
	}
	if len(x.layers) == 0 {
		index, done, err := x.indexOf(ctx)
		if done != nil || err != nil {
			x.removeAll()
			return done, err
		}
		before := opt.inMemory()
		if index != nil { // two bits per state are faster, so switch early, but not before there are too many states for Keep
			before.Memory = max(opt.Memory/8, min(before.Memory, int64(opt.Keep)*keepBytes, opt.Memory-bytesOf(index.Size())))
		}
		e := newExplorer(ctx, g, before)
		err = e.run()
		if err != ErrMemory {
			x.removeAll()
			return e.finish(err)
		}
		for i := range e.counts {
			e.shape.add(&e.counts[i].Shape)
		}
		x.seen = *e.shape
		x.seen.Layers = nil
		if !e.begun {
			x.seen = Shape{FirstGoal: -1}
		}
		looked := e.looked == len(e.first)-1
		if index != nil && e.begun {
			return x.finishBits(e.layers, index, looked)
		}
		if err := x.takeOver(e.layers, e.begun, looked); err != nil {
			return x.shape(err)
		}
	} else if err := x.startWorkers(nil); err != nil {
		return x.shape(err)
	}
	return x.shape(x.run(false))
}

// finishBits continues with two bits per state. If the states do not match the index, it starts over
// without.
func (e *external) finishBits(l *layers, index Index, looked bool) (*Shape, error) {
	err := e.exploreBits(l, index, looked)
	if err != (formError{}) {
		return e.shape(err)
	}
	e.disk.note("the states do not have the form that was guessed: starting over")
	e.seen, e.stats, e.states, e.exact, e.workers, e.ended = Shape{FirstGoal: -1}, Stats{}, 0, 0, nil, false
	e.bits = false
	if err = e.startWorkers(nil); err == nil {
		err = e.run(false)
	}
	return e.shape(err)
}

// shape returns the result of an exploration that ended with err.
func (e *external) shape(err error) (*Shape, error) {
	e.done(err == nil)
	sh := e.seen
	sh.States, sh.Stats = e.states, e.stats
	return &sh, sh.end(err, e.interrupted(err))
}

// stoppedShape returns the result if the folder could not be used.
func stoppedShape(ctx context.Context, err error) (*Shape, error) {
	if s := (searcher{ctx: ctx}); s.interrupted(err) || diskStopped(err) {
		return &Shape{FirstGoal: -1, Reason: err}, nil
	}
	return nil, err
}

// breadthFirstOnDisk is like BreadthFirst but continues on disk when the memory is full.
func breadthFirstOnDisk(ctx context.Context, g Graph, opt Options) (*Search, error) {
	kind := "solve"
	if opt.CountPaths {
		kind = "count"
	}
	res := &Search{Goal: -1, Store: NewStore(g.Words())}
	x, err := openExternal(ctx, g, opt, kind)
	if err != nil {
		if s := (searcher{ctx: ctx}); s.interrupted(err) || diskStopped(err) {
			res.Reason, err = err, nil
		}
		return res, err
	}
	if len(x.layers) == 0 {
		b := newBreadthFirst(ctx, g, opt.inMemory())
		err = b.run()
		if err != ErrMemory { // not for path counts above 64 bits: without a disk the caller counts them in another way
			x.removeAll()
			return b.finish(err)
		}
		x.seen.Starts = int64(b.res.Starts)
		if b.count != nil {
			if b.begun && !b.looked { // the counts are still those of the layer before
				b.count.layer(b.frontier())
			}
			x.number = b.count.of
			b.begun = b.begun && !b.count.over // the counts overflowed: start over with 128 bits
		}
		err = x.takeOver(b.layers, b.begun, b.looked)
		x.number = nil
	} else {
		err = x.startWorkers(nil)
	}
	if err == nil {
		err = x.run(true)
	}
	return x.found(res, err)
}

// of returns the number of paths to a state of the last layer or the next.
func (c *pathCount) of(i int) uint64 {
	switch {
	case i >= c.last && i-c.last < c.next.n:
		return *c.next.at(i - c.last)
	case i >= c.first && i < c.last && i-c.first < c.now.n:
		return *c.now.at(i - c.first)
	}
	return 1 // not needed for earlier layers
}

// errPaths reports that the number of paths exceeds 128 bits.
var errPaths error = &disk.Error{Name: "the number of plans", Err: errors.New("it exceeds 128 bits, the limit on disk")}

// found returns the result of a search for a goal that ended with err.
func (e *external) found(res *Search, err error) (*Search, error) {
	depth := int64(len(e.layers) - 1)
	res.Starts = int(e.seen.Starts)
	if res.Bound = depth + 1; e.goal != nil {
		res.Bound = depth
	}
	var path *Path
	if err == nil && e.over {
		err = errPaths
	}
	if err == nil && e.goal != nil {
		path, err = e.path(e.goal)
	}
	switch {
	case err != nil:
	case path != nil:
		res.Status, res.Goal, res.Cost = solver.Optimal, 0, depth
		if e.form.Number > 0 {
			res.Paths = e.paths
		}
		res.Store.Add(e.goal)
		res.path = func(int) (*Path, error) { return path, nil }
		res.distance = func(int) int64 { return depth }
	case e.ended || e.states == 0:
		res.Status = solver.Infeasible
		res.each = e.eachState
		e.handOver(res)
	default:
		res.Cut = true
	}
	if e.disk.Exact && err == nil && !res.Cut {
		e.handOver(res)
		res.layers = e.exactLayers
	}
	if res.Release == nil {
		e.done(err == nil)
	}
	res.Stats = e.stats
	res.Stats.Stored = e.states
	if e.interrupted(err) {
		res.Reason, err = err, nil
	}
	return res, err
}

// handOver leaves it to the caller to remove or keep the files.
func (e *external) handOver(res *Search) {
	res.Release, res.Keep = func() { e.done(true) }, e.keep
}

// eachState yields all states.
func (e *external) eachState(yield func(states []uint64) bool) error {
	var block []uint64
	h := e.workers[0]
	for _, layer := range e.layers {
		r, err := disk.NewReader(layer, 1<<16, nil)
		for err == nil && r.First() != nil {
			if block, err = r.Take(block[:0]); err == nil && !yield(h.stripped(e.form, block)) {
				return nil
			}
		}
		if err != nil {
			return err
		}
		layer.File.Close()
	}
	return nil
}

// interrupted reports whether err is a limit or an interrupt rather than a failure.
func (e *external) interrupted(err error) bool {
	s := searcher{ctx: e.ctx}
	return s.interrupted(err) || diskStopped(err)
}
