package planning

import (
	"context"
	"slices"
	"time"
)

// Aim is what Solve is asked for.
type Aim uint8

const (
	Cheapest Aim = iota // a plan of least cost, proven
	Soon                // any plan
	Better              // any plan soon, and then cheaper ones until one is proven or a limit comes
)

// Search is which search Solve is to use.
type Search uint8

const (
	Automatic     Search = iota // what the aim asks for, several in turn
	ByUniformCost               // Dijkstra's search, without a heuristic
	ByAStar                     // A*, by the better of two admissible heuristics
	ByIDAStar                   // IDA*: as A*, but with little memory
	ByGreedy                    // greedy best first by FF and landmarks: any plan, soon
	ByBothEnds                  // from the start and from the goals, by an admissible heuristic for each
	ByBeam                      // beam search by FF, wider and wider: any plan
	ByWidth                     // dual-BFWS, by what is new in a state: any plan
)

// SolveOptions are those of Solve.
type SolveOptions struct {
	Options
	Aim    Aim
	Search Search
	Linear LinearSolver // for heuristics that need one; nil: these are left out
	Tables TableStore   // where additive pattern databases are kept; nil: nowhere
}

// Solve prepares a task and finds a plan, by several searches in turn: which heuristic fits
// a task shows when it is tried, and what one needs a second for another may not end in a
// day. The plan of the Result is in operators of the task. The error is a *TaskError or a *CheckpointError.
func Solve(ctx context.Context, t *Task, o SolveOptions) (*Result, error) {
	p, err := Prepare(ctx, t, o.Memory/2)
	if err != nil {
		return nil, err
	}
	r := p.Solve(ctx, o)
	if _, broken := r.Err.(*CheckpointError); broken {
		return nil, r.Err
	}
	return r, nil
}

// Solve is like the function of this name, for a task that is prepared. A *CheckpointError is the Err of the Result.
func (p *Prepared) Solve(ctx context.Context, o SolveOptions) *Result {
	if f := o.Improved; f != nil {
		o.Improved = func(plan []int, cost int64) { f(p.Plan(plan), cost) }
	}
	o.Checkpoint = numbered(o.Checkpoint)
	p = p.keeping(o.Tables)
	var r *Result
	switch {
	case o.Search != Automatic:
		r = p.by(ctx, o)
	case o.Aim == Soon:
		r = p.good(ctx, o)
	case o.Aim == Better:
		r = p.better(ctx, o)
	default:
		r = p.cheapest(ctx, o, nil)
	}
	if r.Plan != nil {
		r.Plan = p.Plan(r.Plan)
	}
	return r
}

// soon looks for any plan.
func (p *Prepared) soon(ctx context.Context, o SolveOptions) *Result {
	s, share := p.Space, o.Options
	c := &contest{room: o.Memory, list: []contestant{newLazy(s, 0, share, p.guides()...)}}
	c.later = []event{
		{widthAfter, func() { c.list = append(c.list, newWidth(s, share)) }},
		{pairsAfter, func() {
			if pairs := NewPartition(ctx, s, 300*time.Millisecond); pairs != nil {
				c.list = append(c.list, newLazy(s, 5, share, pairs))
			}
		}},
	}
	return c.run(ctx, nil)
}

// guides are the heuristics of a search for any plan.
func (p *Prepared) guides() []Heuristic {
	list := []Heuristic{NewFF(p.Space, 1)}
	if l := NewLandmarkCount(p.Space, 1); l != nil {
		list = append(list, l)
	}
	return list
}

// atLeast is how long a first plan is worked on.
const atLeast = 300 * time.Millisecond

// good looks for any plan, and once more as long, and a bit, for cheaper ones: the first is
// often twice as long as need be.
func (p *Prepared) good(ctx context.Context, o SolveOptions) *Result {
	begun := time.Now()
	first := p.soon(ctx, o)
	if first.Plan == nil {
		return first
	}
	more, cancel := context.WithTimeout(ctx, time.Since(begun)+atLeast)
	defer cancel()
	r := p.improve(more, o, first)
	if r.Status == Feasible {
		r.Err = nil
	}
	return r
}

// by uses one search, with the heuristic that fits it.
func (p *Prepared) by(ctx context.Context, o SolveOptions) *Result {
	s := p.Space
	switch o.Search {
	case ByGreedy:
		return GreedyByAll(ctx, s, p.guides(), o.Options)
	case ByUniformCost:
		return UniformCost(ctx, s, o.Options)
	case ByBeam:
		return Beam(ctx, s, NewFF(s, 1), o.Options)
	case ByWidth:
		return DualWidth(ctx, s, o.Options)
	}
	o.tell(Tables)
	h := admissible(ctx, s)
	if o.Search == ByBothEnds {
		r := NewReverse(ctx, s)
		if r == nil {
			return Bidirectional(ctx, s, nil, nil, nil, o.Options)
		}
		return Bidirectional(ctx, s, r, h, r.estimates(ctx), o.Options)
	}
	if o.Search == ByAStar {
		o.Symmetries = symmetries(ctx, s)
		return AStar(ctx, s, h, o.Options)
	}
	if sum := NewAdditive(ctx, s); sum != nil && nearly(sum.Estimate(s.begin), h.Estimate(s.begin)) {
		h = sum
	} else if turned := NewTurning(ctx, s); turned != nil && turned.Estimate(s.begin) >= h.Estimate(s.begin) {
		h = turned
	}
	return IDAStar(ctx, s, h, o.Options)
}

// admissible is the better of two heuristics, by what they say of the start.
func admissible(ctx context.Context, s *Space) Heuristic {
	var h Heuristic = NewLMCut(s)
	if pairs := NewPartition(ctx, s, time.Second); pairs != nil && pairs.Estimate(s.begin) >= h.Estimate(s.begin) {
		h = pairs
	}
	return h
}

// When more searches join, by the time that those before have had; and how long tables may take beside that.
const (
	symmetryAfter  = 100 * time.Millisecond
	symmetryTime   = 300 * time.Millisecond
	bothEndsAfter  = 120 * time.Millisecond
	bothEndsLater  = 1000 * time.Millisecond
	bothEndsTime   = 300 * time.Millisecond
	widthAfter     = 40 * time.Millisecond
	pairsAfter     = 200 * time.Millisecond
	landmarksAfter = 150 * time.Millisecond
	cartesianAfter = 250 * time.Millisecond
	cartesianTime  = 700 * time.Millisecond
	turningAfter   = 100 * time.Millisecond
	turningLater   = 3 * time.Second
	additiveAfter  = 800 * time.Millisecond
	largerAfter    = 1500 * time.Millisecond
	largerTime     = 3 * time.Second
	potentialAfter = 2500 * time.Millisecond
	potentialTime  = 700 * time.Millisecond
	togetherAfter  = 6 * time.Second
	togetherTime   = 3 * time.Second
)

// cheapest looks for a plan of least cost, where one is known that costs more, if it is not nil.
func (p *Prepared) cheapest(ctx context.Context, o SolveOptions, known *Result) *Result {
	s, share := p.Space, o.Options
	below := int64(Infinite)
	c := &contest{room: o.Memory}
	share.Improved = func(plan []int, cost int64) {
		if cost >= below {
			return
		}
		below = cost
		c.best = &Result{Status: Feasible, Plan: slices.Clone(plan), Cost: cost}
		if o.Improved != nil {
			o.Improved(plan, cost)
		}
	}
	if known != nil {
		share.Improved(known.Plan, known.Cost)
		c.list = append(c.list, newImproving(ctx, p, known.Cost, share))
	}
	if h := newTurningCount(s); h != nil {
		p.turning(ctx, c, h, share)
	} else {
		p.usual(ctx, c, o, share)
	}
	r := c.run(ctx, func() {
		for _, x := range c.list {
			if t, ok := x.(tightened); ok && below < Infinite && c.end[x] == nil {
				t.tighten(below)
			}
		}
	})
	return p.settle(c, r, below)
}

// turning has searches for tasks whose operators carry labels about: other heuristics know little of them.
func (p *Prepared) turning(ctx context.Context, c *contest, h *Turning, o Options) {
	deep := newDeepening(p.Space, h, o)
	c.list = append(c.list, newAStar(p.Space, h, o), deep) // A* ends too where there is no plan
	tables := func(places, steps int) func() {
		return func() {
			o.tell(Tables)
			if h := h.withTables(ctx, places, steps); h != nil {
				d := newDeepening(p.Space, h, o)
				d.least = c.proved()
				c.list[slices.Index(c.list, contestant(deep))] = d // instead of what knows less
				deep = d
			}
		}
	}
	c.later = []event{{turningAfter, tables(fewTurned, 0)}, {turningLater, tables(mostTurned, mostWide)}}
}

// symmetries are those that are found soon.
func symmetries(ctx context.Context, s *Space) *Symmetries {
	short, cancel := context.WithTimeout(ctx, symmetryTime)
	defer cancel()
	return FindSymmetries(short, s)
}

// usual has the searches for all other tasks.
func (p *Prepared) usual(ctx context.Context, c *contest, o SolveOptions, share Options) {
	s := p.Space
	if pairs := NewPartition(ctx, s, 300*time.Millisecond); pairs != nil {
		c.list = append(c.list, newAStar(s, pairs, share))
	}
	c.list = append(c.list, newAStar(s, NewLMCut(s), share))
	join := func(h Heuristic) {
		if a := newAStar(s, h, share); nearly(a.stats.Initial, c.most()) {
			c.list = append(c.list, a)
		}
	}
	partition := func(h *Partition) {
		if h != nil {
			join(h)
		}
	}
	deepen := func(h Heuristic) {
		if nearly(h.Estimate(s.begin), c.most()) {
			c.list = append(c.list, newDeepening(s, h, share))
		}
	}
	additive := func() {
		o.tell(Tables)
		if sum := NewAdditive(ctx, s); sum != nil {
			deepen(sum)
		}
	}
	if sum := keptAdditive(s); sum != nil { // what is there already need not wait
		deepen(sum)
		additive = func() {}
	}
	tried := false
	bothEnds := func() {
		if tried {
			return
		}
		tried = true
		if b := newBlindEnds(ctx, s, share); b != nil {
			c.list = append(c.list, b)
		}
	}
	c.later = []event{
		{symmetryAfter, func() {
			share.Symmetries = symmetries(ctx, s)
			for _, x := range c.list {
				if a, ok := x.(*astar); ok {
					a.fold(share.Symmetries)
				}
			}
		}},
		{bothEndsAfter, func() {
			if c.most() <= s.least { // no more than that the goal is not reached yet
				bothEnds()
			}
		}},
		{landmarksAfter, func() {
			if h := NewLandmarkCost(s); h != nil {
				join(h)
			}
		}},
		{cartesianAfter, func() { partition(NewCartesian(ctx, s, false, cartesianTime)) }},
		{additiveAfter, additive},
		{bothEndsLater, bothEnds}, // it has little time unless it proves as much as others do
		{largerAfter, func() { partition(NewLargerPartition(ctx, s, largerTime)) }},
		{potentialAfter, func() {
			if h := NewPotential(ctx, s, o.Linear, potentialTime); h != nil {
				join(h)
			}
		}},
		{togetherAfter, func() { partition(NewCartesian(ctx, s, true, togetherTime)) }},
	}
}

// settle says of a search that found nothing below what is known that this is the answer.
func (p *Prepared) settle(c *contest, r *Result, below int64) *Result {
	if r.Status == None && below < Infinite && c.best != nil {
		out := *c.best
		out.Status, out.Bound, out.Stats = Solved, below, r.Stats
		return &out
	}
	return r
}
