package planning

import (
	"context"
	"slices"
	"time"
)

// Aim is the kind of plan that Solve searches for.
type Aim uint8

const (
	Optimal     Aim = iota // a plan of least cost, with a proof
	Satisficing            // any plan
	Anytime                // any plan first, then cheaper ones until the best one is proven optimal or a limit is reached
)

// Search selects the search that Solve uses.
type Search uint8

const (
	Automatic     Search = iota // a portfolio chosen by the aim
	ByUniformCost               // Dijkstra's algorithm, without a heuristic
	ByAStar                     // A* with the better of two admissible heuristics
	ByIDAStar                   // IDA*, which uses little memory
	ByGreedy                    // greedy best-first search with FF and landmarks, for any plan
	ByBothEnds                  // bidirectional search with an admissible heuristic for each direction
	ByBeam                      // beam search with FF and increasing width, for any plan
	ByWidth                     // dual-BFWS, for any plan
	BySymbolic                  // symbolic bidirectional uniform-cost search
)

// SolveOptions are the options of Solve.
type SolveOptions struct {
	Options
	Aim    Aim
	Search Search
	Linear LinearSolver // for heuristics that need linear programs; nil leaves them out
	Tables TableStore   // stores additive pattern databases; may be nil
}

// Solve prepares a task and searches for a plan with a portfolio of searches: the best heuristic for a task
// is hard to predict, and run times differ by orders of magnitude. The plan of the result consists of
// operators of t. The error is a *TaskError or a *solver.CheckpointError.
func Solve(ctx context.Context, t *Task, o SolveOptions) (*Result, error) {
	if o.Aim == Satisficing && o.Search == Automatic && o.Checkpoints == nil {
		return solveAny(ctx, t, o, earlyTime, earlyGroups)
	}
	p, err := Prepare(ctx, t, o.Memory/2)
	if err != nil {
		return nil, err
	}
	return p.Solve(ctx, o)
}

// Solve is like the function Solve, for a prepared task. The error is a *solver.CheckpointError.
func (p *Prepared) Solve(ctx context.Context, o SolveOptions) (*Result, error) {
	if f := o.OnSolution; f != nil {
		o.OnSolution = func(plan []int, cost int64) { f(p.Plan(plan), cost) }
	}
	o.Checkpoints = numbered(o.Checkpoints)
	p = p.keeping(o.Tables)
	var r *Result
	switch {
	case o.Search != Automatic:
		r = p.by(ctx, o)
	case o.Aim == Satisficing:
		r = p.satisficing(ctx, o)
	case o.Aim == Anytime:
		r = p.anytime(ctx, o)
	default:
		r = p.optimal(ctx, o, nil)
	}
	if r.Plan != nil {
		r.Plan = p.Plan(r.Plan)
	}
	return r.checked()
}

// firstPlan searches for any plan. The early searches go on.
func (p *Prepared) firstPlan(ctx context.Context, o SolveOptions, going ...*early) *Result {
	s, share := p.Space, o.Options
	c := &portfolio{room: o.Memory, list: []component{newLazy(s, 0, share, p.quickly()...)}}
	guided := false
	for _, e := range going {
		guided = guided || e.second != nil
		c.list = append(c.list, e)
	}
	c.later = []event{
		{noveltyAfter, func() {
			if list := p.quickly(); !guided && len(list) > 1 {
				c.list = append(c.list, newLazy(s, 0, share, list...).byNovelty())
			}
		}},
		{widthAfter, func() { c.list = append(c.list, newWidth(s, share)) }},
		{regressionAfter, func() {
			if b := newBackward(s, share); b != nil {
				c.list = append(c.list, b)
			}
		}},
		{pairsAfter, func() {
			if pairs, ok := NewPartition(ctx, s, 300*time.Millisecond); ok {
				c.list = append(c.list, newLazy(s, 5, share, pairs))
			}
		}},
	}
	return c.run(ctx, nil)
}

// guides returns the heuristics of satisficing searches.
func (p *Prepared) guides() []Heuristic {
	list := []Heuristic{NewFF(p.Space, 1)}
	if l, ok := NewLandmarkCount(p.Space, 1); ok {
		list = append(list, l)
	}
	return list
}

// quickly is guides by the number of steps: it finds a first plan sooner where costs differ (Richter, Westphal 2010).
func (p *Prepared) quickly() []Heuristic {
	list := []Heuristic{newUnitFF(p.Space)}
	if l, ok := unitLandmarks(p.Space); ok {
		list = append(list, l)
	}
	return list
}

// atLeast is the minimum time for improving a first plan.
const atLeast = 30 * time.Millisecond

// satisficing searches for any plan and then for about half of that time for cheaper ones: the first plan is often
// twice as long as necessary, and most of what can be saved is saved soon.
func (p *Prepared) satisficing(ctx context.Context, o SolveOptions) *Result {
	begun := time.Now()
	first := p.firstPlan(ctx, o)
	if first.Plan == nil {
		return first
	}
	more, cancel := context.WithTimeout(ctx, time.Since(begun)/2+atLeast)
	defer cancel()
	r := p.improve(more, o, first)
	if r.Status == Feasible {
		r.Reason = nil
	}
	return r
}

// by runs a single search with a suitable heuristic.
func (p *Prepared) by(ctx context.Context, o SolveOptions) *Result {
	s := p.Space
	switch o.Search {
	case ByGreedy:
		return toEnd(ctx, newLazy(s, 0, o.Options, p.guides()...))
	case ByUniformCost:
		return toEnd(ctx, newAStar(s, nil, o.Options))
	case ByBeam:
		return toEnd(ctx, newBeam(s, NewFF(s, 1), o.Options))
	case ByWidth:
		return toEnd(ctx, newDualWidth(s, o.Options))
	case BySymbolic:
		y := newSymbolic(s, o.Options)
		defer y.close()
		return toEnd(ctx, y)
	}
	o.announce(Tables)
	h := admissible(ctx, s)
	if o.Search == ByBothEnds {
		r, ok := NewReverse(ctx, s)
		if !ok {
			return bidirectional(ctx, s, nil, nil, nil, o.Options)
		}
		return bidirectional(ctx, s, r, h, r.estimates(ctx), o.Options)
	}
	if o.Search == ByAStar {
		o.Symmetries = symmetries(ctx, s)
		return toEnd(ctx, newAStar(s, h, o.Options))
	}
	if sum, ok := NewAdditive(ctx, s); ok && nearly(sum.Estimate(s.begin), h.Estimate(s.begin)) {
		h = sum
	} else if tables, ok := NewPermutation(ctx, s); ok && tables.Estimate(s.begin) >= h.Estimate(s.begin) {
		h = tables
	}
	return toEnd(ctx, newDeepening(s, h, o.Options))
}

// admissible returns the one of two admissible heuristics with the greater estimate of the start.
func admissible(ctx context.Context, s *Space) Heuristic {
	var h Heuristic = NewLMCut(s)
	if pairs, ok := NewPartition(ctx, s, time.Second); ok && pairs.Estimate(s.begin) >= h.Estimate(s.begin) {
		h = pairs
	}
	return h
}

// Times after which searches join, in total time of the others, and limits for computing their tables.
const (
	symmetryAfter    = 100 * time.Millisecond
	symmetryTime     = 300 * time.Millisecond
	bothEndsAfter    = 120 * time.Millisecond
	bothEndsLater    = 1000 * time.Millisecond
	bothEndsTime     = 300 * time.Millisecond
	noveltyAfter     = 20 * time.Millisecond
	widthAfter       = 40 * time.Millisecond
	regressionAfter  = 120 * time.Millisecond
	pairsAfter       = 200 * time.Millisecond
	landmarksAfter   = 150 * time.Millisecond
	cartesianAfter   = 250 * time.Millisecond
	cartesianTime    = 700 * time.Millisecond
	permutationAfter = 100 * time.Millisecond
	permutationLater = 3 * time.Second
	symbolicAfter    = time.Second
	additiveAfter    = 800 * time.Millisecond
	additiveTime     = 6 * time.Second
	largerAfter      = 1500 * time.Millisecond
	largerTime       = 3 * time.Second
	boundedAfter     = 400 * time.Millisecond
	ceilingAfter     = 600 * time.Millisecond
	potentialAfter   = 2500 * time.Millisecond
	potentialTime    = 700 * time.Millisecond
	togetherAfter    = 6 * time.Second
	togetherTime     = 3 * time.Second
)

// atMost returns a limit for preparations: a quarter of the time that is left, but not less than least.
func atMost(ctx context.Context, least time.Duration) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return max(least, time.Until(end)/4)
	}
	return least
}

// symbolicPart is the divisor for the part of the memory that symbolic search may use beside others.
const symbolicPart = 3

// optimal searches for a plan of least cost. If known is not nil, it is a plan to improve.
func (p *Prepared) optimal(ctx context.Context, o SolveOptions, known *Result) *Result {
	s, share := p.Space, o.Options
	below := int64(Infinite)
	c := &portfolio{room: o.Memory}
	share.OnSolution = func(plan []int, cost int64) {
		if cost >= below {
			return
		}
		below = cost
		c.best = &Result{Status: Feasible, Plan: slices.Clone(plan), Cost: cost}
		if o.OnSolution != nil {
			o.OnSolution(plan, cost)
		}
	}
	if known != nil {
		share.OnSolution(known.Plan, known.Cost)
		c.list = append(c.list, newImproving(ctx, p, known.Cost, share))
	}
	if h := newPermutationCount(s); h != nil {
		p.permutation(ctx, c, h, share)
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

// permutation adds the searches for permutation puzzles; other heuristics are weak for these.
func (p *Prepared) permutation(ctx context.Context, c *portfolio, h *Permutation, o Options) {
	deep := newDeepening(p.Space, h, o)
	c.list = append(c.list, newAStar(p.Space, h, o), deep) // A* terminates even if there is no plan
	tables := func(places, steps int) func() {
		return func() {
			o.announce(Tables)
			if h := h.withTables(ctx, places, steps); h != nil {
				d := newDeepening(p.Space, h, o)
				d.least = c.proved()
				c.list[slices.Index(c.list, component(deep))] = d // replaces the weaker one
				deep = d
			}
		}
	}
	c.later = []event{{permutationAfter, tables(fewPermuted, 0)}, {permutationLater, tables(maxPermuted, maxWide)}}
}

// symmetries returns the symmetries found within symmetryTime, or nil.
func symmetries(ctx context.Context, s *Space) *Symmetries {
	short, cancel := context.WithTimeout(ctx, symmetryTime)
	defer cancel()
	y, _ := FindSymmetries(short, s)
	return y
}

// usual adds the searches for all other tasks.
func (p *Prepared) usual(ctx context.Context, c *portfolio, o SolveOptions, share Options) {
	s := p.Space
	if pairs, ok := NewPartition(ctx, s, 300*time.Millisecond); ok {
		c.list = append(c.list, newAStar(s, pairs, share))
	}
	c.list = append(c.list, newAStar(s, NewLMCut(s), share), newSymbolic(s, share))
	c.symbolicFrom = symbolicAfter
	join := func(h Heuristic) {
		if a := newAStar(s, h, share); nearly(a.stats.Initial, c.most()) {
			c.list = append(c.list, a)
		}
	}
	partition := func(h *Partition, ok bool) {
		if ok {
			join(h)
		}
	}
	deepen := func(h Heuristic) {
		if nearly(h.Estimate(s.begin), c.most()) {
			c.list = append(c.list, newDeepening(s, h, share))
		}
	}
	additive := func() {
		o.announce(Tables)
		short, cancel := ctx, func() {}
		if o.Tables == nil { // else they are computed once
			short, cancel = context.WithTimeout(ctx, atMost(ctx, additiveTime))
		}
		sum, ok := NewAdditive(short, s)
		if cancel(); ok {
			deepen(sum)
		}
	}
	if sum := keptAdditive(s); sum != nil { // stored tables are available at once
		deepen(sum)
		additive = func() {}
	}
	tried := false
	bothEnds := func() {
		if tried {
			return
		}
		tried = true
		short, cancel := context.WithTimeout(ctx, bothEndsTime)
		defer cancel()
		if b := newBlindEnds(short, s, share); b != nil {
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
			if c.most() <= s.least { // the heuristics see only that the goal is not reached yet
				bothEnds()
			}
		}},
		{landmarksAfter, func() {
			if h, ok := NewLandmarkCost(s); ok {
				join(h)
			}
		}},
		{cartesianAfter, func() { partition(NewCartesian(ctx, s, cartesianTime)) }},
		{boundedAfter, func() {
			if h := c.strongest(); h != nil {
				c.list = append(c.list, newBounded(s, h, c.proved, share))
			}
		}},
		{ceilingAfter, func() {
			if c.best == nil {
				c.list = append(c.list, newCeiling(ctx, p, share))
			}
		}},
		{additiveAfter, additive},
		{bothEndsLater, bothEnds}, // gets little time unless its bound is as good as the others
		{largerAfter, func() { partition(NewLargerPartition(ctx, s, largerTime)) }},
		{potentialAfter, func() {
			if h, ok := NewPotential(ctx, s, o.Linear, potentialTime); ok {
				join(h)
			}
		}},
		{togetherAfter, func() { partition(NewCartesianAndPairs(ctx, s, togetherTime)) }},
	}
}

// strongest returns the heuristic of A* with the highest estimate of the start, of those that only need the state. It
// may be nil.
func (c *portfolio) strongest() Heuristic {
	var best *astar
	for _, x := range c.list {
		if a, ok := x.(*astar); ok && c.end[x] == nil && a.track == nil && (best == nil || a.stats.Initial > best.stats.Initial) {
			best = a
		}
	}
	if best == nil {
		return nil
	}
	return best.h
}

// settle returns the known plan as optimal if the search proved that no cheaper one exists.
func (p *Prepared) settle(c *portfolio, r *Result, below int64) *Result {
	if r.Status == Infeasible && below < Infinite && c.best != nil {
		out := *c.best
		out.Status, out.Bound, out.Stats = Solved, below, r.Stats
		return &out
	}
	return r
}
