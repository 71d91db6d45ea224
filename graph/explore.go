package graph

import (
	"context"

	"farbank/solver"
)

// A Shape describes a reachable space. Status is Solved if it is complete, else Unknown.
type Shape struct {
	Status     solver.Status
	Reason     error // the limit, the interrupt or the full or failing disk that ended the search; nil means none
	Starts     int64
	States     int64
	Layers     []int64 // states by minimum number of edges from a start
	Edges      int64
	DeadEnds   int64 // non-goal states without outgoing edges
	GoalStates int64
	FirstGoal  int64     // the first layer with a goal, or -1
	Branching  []int64   // Branching[k] is the number of states with k outgoing edges
	Kept       *Explicit // the graph with labels -1 and costs 1; nil without Options.Keep, or if the graph exceeds Options.Keep or Options.Memory
	Stats      Stats
}

// Explore visits all reachable states, breadth first, and describes them. Goals end nothing. It ignores
// MaxDepth.
func Explore(ctx context.Context, g Graph, opt Options) (*Shape, error) {
	if opt.Disk != nil {
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
	e.kind, e.saveMore, e.onSure = savedExplore, e.save, e.noteShape
	return e
}

// finish returns the result of a search that ended with err.
func (e *explorer) finish(err error) (*Shape, error) {
	opt := e.opt
	if opt.Checkpoint != nil && e.interrupted(err) {
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
	return e.shape, e.shape.end(err, e.interrupted(err))
}

type explorer struct {
	*layers
	shape  *Shape
	counts []tally     // by worker
	goal   paged[bool] // by state of the layer, starting with its page
	begun  bool        // all start states are stored
	looked int         // number of layers whose goals were counted

	before    Shape // goals of the layers before
	sureShape Shape // what was counted up to the sure point
}

// A tally holds the counts of a worker.
type tally struct {
	Shape
	out []int32 // by state of a batch: its number of outgoing edges
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
	if n := len(e.first); err != nil && n > 0 && e.store.Len() > e.first[n-1] { // the next layer is incomplete
		e.shape.Layers = append(e.shape.Layers, int64(e.store.Len()-e.first[n-1]))
	}
	return err
}

// noteShape records the counts so far.
func (e *explorer) noteShape() {
	s := &e.sureShape
	*s = Shape{Branching: s.Branching[:0]}
	for i := range e.counts {
		s.add(&e.counts[i].Shape)
	}
}

// goals records which states of a layer are goals.
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

// count counts the outgoing edges of the states from..to.
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

// end records how the exploration ended with err. It returns an error that is not a limit.
func (s *Shape) end(err error, limit bool) error {
	switch {
	case limit:
		s.Reason = err
		return nil
	case err == nil:
		s.Status = solver.Solved
	}
	return err
}

// add adds the counts of a worker.
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
