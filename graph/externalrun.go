package graph

import (
	"context"

	"farbank/graph/disk"
)

// exploreOnDisk is Explore that goes on on disk where memory ends.
func exploreOnDisk(ctx context.Context, g Graph, opt Options) (*Shape, error) {
	x, err := openExternal(ctx, g, opt, "space")
	if err != nil {
		return stoppedShape(err)
	}
	if len(x.layers) == 0 {
		e := newExplorer(ctx, g, opt.inMemory())
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
		err = x.takeOver(e.layers, e.begun, e.looked == len(e.first)-1)
		e = nil
	} else {
		err = x.hire(nil)
	}
	if err == nil {
		err = x.run(false)
	}
	x.done(err == nil)
	sh := x.seen
	sh.States, sh.Stats = x.states, x.stats
	if x.interrupted(err) {
		sh.Stopped, err = err, nil
	}
	return &sh, err
}

// stoppedShape is the result where the folder could not be used.
func stoppedShape(err error) (*Shape, error) {
	if diskStopped(err) {
		return &Shape{FirstGoal: -1, Stopped: err}, nil
	}
	return nil, err
}

// breadthFirstOnDisk is BreadthFirst that goes on on disk where memory ends.
func breadthFirstOnDisk(ctx context.Context, g Graph, opt Options) (*Search, error) {
	res := &Search{Goal: -1, Store: NewStore(g.Words())}
	x, err := openExternal(ctx, g, opt, "solve")
	if err != nil {
		if diskStopped(err) {
			res.Stopped, err = err, nil
		}
		return res, err
	}
	if len(x.layers) == 0 {
		b := newBreadthFirst(ctx, g, opt.inMemory(), false)
		err = b.run()
		if err != ErrMemory {
			x.removeAll()
			return b.finish(err)
		}
		x.seen.Starts = int64(b.res.Starts)
		err = x.takeOver(b.layers, b.begun, b.looked)
		b.res.Store = nil
	} else {
		err = x.hire(nil)
	}
	if err == nil {
		err = x.run(true)
	}
	return x.found(res, err)
}

// found is the result of a search for a goal that has ended with err.
func (e *external) found(res *Search, err error) (*Search, error) {
	depth := int64(len(e.layers) - 1)
	res.Starts = int(e.seen.Starts)
	if res.Bound = depth + 1; e.goal != nil {
		res.Bound = depth
	}
	var path *Path
	if err == nil && e.goal != nil {
		path, err = e.path(e.goal)
	}
	switch {
	case err != nil:
	case path != nil:
		res.Found, res.Complete, res.Goal, res.Cost = true, true, 0, depth
		res.Store.Add(e.goal)
		res.path = func(int) (*Path, error) { return path, nil }
		res.distance = func(int) int64 { return depth }
	case e.ended || e.states == 0:
		res.Complete = true
		res.each = e.eachState
		res.Release = func() { e.done(true) }
	default:
		res.Cut = true
	}
	if res.Release == nil {
		e.done(err == nil)
	}
	res.Stats = e.stats
	res.Stats.Stored = e.states
	if e.interrupted(err) {
		res.Stopped, err = err, nil
	}
	return res, err
}

// eachState gives all states.
func (e *external) eachState(yield func(states []uint64) bool) error {
	var block []uint64
	for _, layer := range e.layers {
		r, err := disk.NewReader(layer, 1<<16, nil)
		for err == nil && r.First() != nil {
			if block, err = r.Take(block[:0]); err == nil && !yield(block) {
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
