package planning

import (
	"context"
	"farbank/internal/clock"
	"farbank/solver"
	"slices"
	"time"
)

// A component is a search that runs in time slices.
type component interface {
	run(ctx context.Context, slice time.Duration) *Result
	known() Stats
	within(memory int64)
	release()
}

func (a *astar) known() Stats     { return a.soFar(a.h) }
func (l *lazy) known() Stats      { return l.soFar(l.heuristic()) }
func (d *deepening) known() Stats { return d.soFar(d.h) }
func (w *width) known() Stats     { return w.soFar(nil) }

func (a *astar) release() {
	a.work.release()
	a.open, a.best = newOpenList(a.space), -1
}

// A portfolio runs several searches in turns that share bounds and memory.
type portfolio struct {
	list  []component
	end   map[component]*Result // results of the components that ended without an answer
	slice time.Duration
	spent time.Duration // total time of all turns
	later []event       // sorted by time
	room  int64         // memory for all components in bytes; 0 means no limit
	bound int64
	best  *Result // the best plan so far, not proven optimal

	waiting      map[component]bool // those without memory, while symbolic search runs
	symbolicFrom time.Duration      // total time after which symbolic search begins
}

// A tightened search accepts upper bounds: after tighten(below) it looks only for plans that cost less than below.
type tightened interface{ tighten(below int64) }

// An event is an action that takes place after the components have used a certain total time.
type event struct {
	after time.Duration
	do    func()
}

const firstSlice = 20 * time.Millisecond

// progressTurns is the number of turns that a search has in addition while its estimate falls.
const progressTurns = 4

// run gives each component a turn, in rounds of increasing length, until one of them has the answer.
func (c *portfolio) run(ctx context.Context, round func()) *Result {
	r := c.turns(ctx, round)
	for _, x := range c.list {
		if y, ok := x.(*symbolic); ok {
			if y.close(); y.m != nil && y.m.Work() == 0 {
				continue // it did not begin
			}
		}
		if s := x.known(); s.Search != r.Stats.Search || s.Heuristic != r.Stats.Heuristic || s.Initial != r.Stats.Initial {
			r.Stats.Others = append(r.Stats.Others, s)
		}
	}
	return r
}

func (c *portfolio) turns(ctx context.Context, round func()) *Result {
	c.end = map[component]*Result{}
	c.slice = firstSlice
	for slices.ContainsFunc(c.list, func(x component) bool { return c.end[x] == nil }) {
		if round != nil {
			round()
		}
		for len(c.later) > 0 && c.spent >= c.later[0].after {
			c.later[0].do()
			c.later = c.later[1:]
		}
		for _, x := range c.list {
			if c.end[x] != nil || c.waits(x) {
				continue
			}
			c.divide(x)
			r := c.turn(ctx, x)
			if r == nil || r.Reason == ErrMemory && (c.yield(x) || c.wait(x)) {
				continue
			}
			if r.Status != Unknown && r.Status != Feasible || r.Status == Feasible && r.Reason == nil {
				return r
			}
			c.drop(x, r)
			if _, broken := r.Reason.(*solver.CheckpointError); broken || ctx.Err() != nil {
				return c.stopped(r)
			}
		}
		c.slice += c.slice / 4
	}
	if len(c.list) == 0 {
		return &Result{Status: Unknown}
	}
	return c.stopped(c.end[c.list[0]])
}

// turn gives a component its turn. A search whose estimate fell in it has some more.
func (c *portfolio) turn(ctx context.Context, x component) (r *Result) {
	begun := clock.Now()
	defer func() { c.spent += begun.Spent() }()
	for range 1 + progressTurns {
		before := nearest(x)
		if r = x.run(ctx, c.share(x)); r != nil || nearest(x) >= before {
			return r
		}
	}
	return nil
}

// nearest returns the lowest estimate that a search by estimates has found; 0 of other searches.
func nearest(x component) int64 {
	switch x := x.(type) {
	case *lazy:
		return x.guides[0].least
	case *early:
		least := x.lazy.guides[0].least
		if x.second != nil {
			least = min(least, x.second.guides[0].least)
		}
		return least
	}
	return 0
}

// divide sets the memory limit of x to the memory that the other components do not use. A part is kept for symbolic
// search until it ends.
func (c *portfolio) divide(x component) {
	if c.room <= 0 {
		return
	}
	rest := c.room
	for _, y := range c.list {
		if y != x && c.end[y] == nil {
			used := y.known().Memory
			if _, ok := y.(*symbolic); ok {
				used = max(used, c.room/symbolicPart)
			}
			rest -= used
		}
	}
	if _, ok := x.(*symbolic); ok {
		rest = min(rest, c.room/symbolicPart)
	}
	x.within(max(1, rest))
}

// yield frees memory for x by dropping bounded-cost search, and A* searches with a lower estimate of the start. It
// reports whether it dropped any.
func (c *portfolio) yield(x component) bool {
	if _, ok := x.(*ceiling); ok {
		return false
	}
	dropped := false
	for _, y := range c.list {
		if b, ok := y.(*bounded); ok && b != x && c.end[y] == nil && b.store.count > 0 {
			c.drop(y, b.result(b.h, Result{Status: Unknown, Bound: b.bound, Reason: ErrMemory}))
			dropped = true
		}
		a, both := y.(*astar)
		if _, ok := x.(*astar); !ok || !both || c.end[y] != nil || a.stats.Initial >= x.known().Initial {
			continue
		}
		c.drop(y, a.end(Unknown, ErrMemory))
		dropped = true
	}
	return dropped
}

// wait lets an A* search without memory wait for the end of symbolic search, whose memory it then gets. It reports
// whether there is anything to wait for.
func (c *portfolio) wait(x component) bool {
	if _, ok := x.(*astar); !ok || !c.symbolic() {
		return false
	}
	if c.waiting == nil {
		c.waiting = map[component]bool{}
	}
	c.waiting[x] = true
	return true
}

// waits reports whether a component waits: an A* search without memory for the end of symbolic search, and that for its
// time, or until others have no memory or have ended.
func (c *portfolio) waits(x component) bool {
	if _, ok := x.(*symbolic); !ok {
		return c.waiting[x] && c.symbolic()
	}
	return c.spent < c.symbolicFrom && len(c.waiting) == 0 &&
		slices.ContainsFunc(c.list, func(y component) bool { return y != x && c.end[y] == nil })
}

// symbolic reports whether symbolic search has not ended.
func (c *portfolio) symbolic() bool {
	return slices.ContainsFunc(c.list, func(x component) bool {
		_, ok := x.(*symbolic)
		return ok && c.end[x] == nil
	})
}

// drop ends a component with a result.
func (c *portfolio) drop(x component, r *Result) {
	c.end[x] = r
	c.note(r)
	x.release()
}

// share returns the length of the next turn of x. Components with the highest estimate of the start, which
// mostly stays the best one, or with the highest proven bound get three times the base length, those far
// below both a quarter. IDA* with cheap nodes gets longer turns.
func (c *portfolio) share(x component) time.Duration {
	if d, ok := x.(*deepening); ok && d.fast {
		return 20 * c.slice
	}
	if _, ok := x.(*improving); ok {
		return 2 * c.slice
	}
	switch y := x.(type) {
	case *bounded:
		return c.slice
	case *backward:
		return 3 * c.slice
	case *ceiling:
		if y.first == nil {
			return c.slice / 4
		}
		return c.slice
	}
	if y, ok := x.(*symbolic); ok && y.bound < c.proved() {
		return c.slice // it has no estimate of the start, and its bound rises late
	}
	estimate, most := x.known().Initial, c.most()
	bound, best := proved(x), int64(0)
	for _, y := range c.list {
		if c.end[y] == nil {
			best = max(best, proved(y))
		}
	}
	switch {
	case most == 0 && best == 0:
		return c.slice
	case estimate == most, bound == best:
		return 3 * c.slice
	case nearly(estimate, most), nearly(bound, best):
		return c.slice
	}
	return c.slice / 4
}

// proved returns the lower bound that a component has proven.
func proved(x component) int64 {
	switch x := x.(type) {
	case *astar:
		return x.bound
	case *deepening:
		return x.bound
	case *bothEnds:
		return x.bound
	case *symbolic:
		return x.bound
	case *bounded:
		return x.bound
	}
	return 0
}

// proved returns the highest lower bound that any component has proven.
func (c *portfolio) proved() int64 {
	most := int64(0)
	for _, x := range c.list {
		most = max(most, proved(x))
	}
	return most
}

// nearly reports whether an estimate of the start is within 10 % of the highest. A heuristic that is slightly
// lower there may be better elsewhere, and faster.
func nearly(estimate, highest int64) bool {
	return float64(estimate) >= 0.9*float64(highest)
}

// most returns the highest estimate of the start.
func (c *portfolio) most() int64 {
	most := int64(0)
	for _, x := range c.list {
		most = max(most, x.known().Initial)
	}
	return most
}

// note merges the bound and the plan of a result.
func (c *portfolio) note(r *Result) {
	c.bound = max(c.bound, r.Bound)
	if r.Plan != nil && (c.best == nil || r.Cost < c.best.Cost) {
		c.best = r
	}
}

// stopped combines the results of all components after a limit or an interrupt.
func (c *portfolio) stopped(r *Result) *Result {
	for _, x := range c.list {
		if a, ok := x.(*astar); ok && c.end[x] == nil && a.best >= 0 && (c.best == nil || a.nodes.of(a.best).cost < c.best.Cost) {
			c.best = a.end(Unknown, r.Reason)
		}
	}
	c.bound = max(c.bound, c.proved())
	out := *r
	if c.best != nil {
		out = *c.best
		if out.Status, out.Reason = Feasible, r.Reason; out.Stats.Search == "" {
			out.Stats = r.Stats // the search that found the plan is unknown
		}
	}
	out.Bound = c.bound
	return &out
}
