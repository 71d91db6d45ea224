package graph

import (
	"context"

	"farbank/internal/durable"
)

// A Shape describes a reachable space.
type Shape struct {
	Starts     int64
	States     int64
	Layers     []int64 // states by least number of edges from a start
	Edges      int64
	DeadEnds   int64 // states without edges out that are no goal
	GoalStates int64
	FirstGoal  int64     // the first layer with a goal; -1: none
	Branching  []int64   // Branching[k]: states with k edges out
	Kept       *Explicit // its labels are -1, its costs 1; nil: there was no Options.Keep, or it, or the memory, was too small
	Stopped    error     // the limit or interrupt that came first; nil: it is complete
	Stats      Stats
}

// Explore visits everything reachable, breadth first, and describes it. Goals end
// nothing. MaxDepth is not obeyed.
func Explore(ctx context.Context, g Graph, opt Options) (*Shape, error) {
	if durable.Possible && opt.Disk != nil {
		return exploreOnDisk(ctx, g, opt)
	}
	e := newExplorer(ctx, g, opt)
	return e.finish(e.run())
}

func newExplorer(ctx context.Context, g Graph, opt Options) *explorer {
	e := &explorer{layers: newLayers(newSearcher(ctx, g, opt), false, false), shape: &Shape{FirstGoal: -1}}
	e.store.beside++
	e.visit = e.count
	e.counts = make([]tally, max(1, opt.Workers))
	if e.kind = savedExplore; durable.Possible {
		e.saveMore, e.onSure = e.save, e.noteShape
	}
	return e
}

// finish makes the result of a search that has ended with err.
func (e *explorer) finish(err error) (*Shape, error) {
	opt := e.opt
	if durable.Possible && opt.Checkpoint != nil && e.interrupted(err) {
		e.saveNow()
	}
	e.check(e.stats.Depth)
	for i := range e.counts {
		e.shape.add(&e.counts[i].Shape)
	}
	if err == nil && opt.Keep > 0 {
		e.shape.Kept, err = e.keep()
	}
	e.shape.Stats = e.stats
	e.shape.States = int64(e.store.Len())
	if e.interrupted(err) {
		e.shape.Stopped, err = err, nil
	}
	return e.shape, err
}

type explorer struct {
	*layers
	shape  *Shape
	counts []tally     // by worker
	goal   paged[bool] // by state of the layer, from the first of its page on
	begun  bool        // all starts are there
	looked int         // of so many layers the goals have been counted

	before    Shape // the goals of the layers before
	sureShape Shape // what was counted up to the sure point
}

// A tally is what a worker has counted.
type tally struct {
	Shape
	out []int32 // of a batch: by state, the edges out of it
}

func (e *explorer) run() error {
	again, err := e.restore(e.kind, e.load)
	if err != nil {
		return resumed(err)
	}
	if !again {
		err = e.start()
		e.shape.Starts = int64(e.store.Len())
	}
	e.begun = err == nil
	for more := e.store.Len() > 0; more && err == nil; {
		from, to := e.frontier()
		e.before = Shape{GoalStates: e.shape.GoalStates, FirstGoal: e.shape.FirstGoal}
		e.sureAt(max(from, e.at))
		e.shape.Layers = append(e.shape.Layers, int64(to-from))
		if err = e.goals(from, to); err == nil {
			more, err = e.next()
		}
	}
	if n := len(e.first); err != nil && n > 0 && e.store.Len() > e.first[n-1] { // what was seen of the next layer
		e.shape.Layers = append(e.shape.Layers, int64(e.store.Len()-e.first[n-1]))
	}
	return err
}

// noteShape notes what was counted so far.
func (e *explorer) noteShape() {
	s := &e.sureShape
	*s = Shape{Branching: s.Branching[:0]}
	for i := range e.counts {
		s.add(&e.counts[i].Shape)
	}
}

// goals notes which states of a layer are goals.
func (e *explorer) goals(from, to int) error {
	first := from &^ (pageStates - 1)
	e.goal.grow(to - first)
	e.more = e.goal.bytes()
	e.extra = e.bytes()
	count := int64(0)
	for i := from; i < to; {
		if err := e.check(int64(e.depth())); err != nil {
			return err
		}
		batch := e.store.Batch(i, min(e.batchSize(), to-i))
		n := len(batch) / e.store.words
		goal := e.goal.span(i-first, i-first+n)
		if err := e.g.Goals(batch, goal); err != nil {
			return err
		}
		for _, g := range goal {
			if g {
				count++
			}
		}
		i += n
	}
	e.shape.GoalStates += count
	e.looked++
	if e.shape.GoalStates > 0 && e.shape.FirstGoal < 0 {
		e.shape.FirstGoal = int64(e.depth())
	}
	return nil
}

// count counts the edges out of the states from..to.
func (e *explorer) count(worker, from, to int, succ *Successors) {
	t := &e.counts[worker]
	t.Edges += int64(len(succ.From))
	t.out = sized(t.out, to-from)
	out := t.out
	clear(out)
	for _, f := range succ.From {
		out[f]++
	}
	first, _ := e.frontier()
	first &^= pageStates - 1
	for i, n := range out {
		if n == 0 && !*e.goal.at(from + i - first) {
			t.DeadEnds++
		}
		for len(t.Branching) <= int(n) {
			t.Branching = append(t.Branching, 0)
		}
		t.Branching[n]++
	}
}

// add adds what a worker has counted.
func (s *Shape) add(c *Shape) {
	s.Edges += c.Edges
	s.DeadEnds += c.DeadEnds
	for len(s.Branching) < len(c.Branching) {
		s.Branching = append(s.Branching, 0)
	}
	for k, n := range c.Branching {
		s.Branching[k] += n
	}
}
