package planning

import (
	"context"
	"slices"
	"time"
)

// A contestant is a search that is taken up again and again.
type contestant interface {
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
	a.open, a.best = newQueue[uint32](false), -1
}

// A contest is searches that take turns.
type contest struct {
	list  []contestant
	end   map[contestant]*Result // those that ended without an answer
	slice time.Duration
	spent time.Duration // of turns
	later []event       // by time
	room  int64         // bytes for all; 0: no limit
	bound int64
	best  *Result // a plan that is not proven to be cheapest
}

// A tightened search is told of plans that others have found: only those that cost less matter from then on.
type tightened interface{ tighten(below int64) }

// An event is something that happens when the searches have had so much time.
type event struct {
	after time.Duration
	do    func()
}

const firstSlice = 20 * time.Millisecond

// run gives each a turn, and longer ones each time, until one has the answer.
func (c *contest) run(ctx context.Context, round func()) *Result {
	r := c.turns(ctx, round)
	for _, x := range c.list {
		if s := x.known(); s.Search != r.Stats.Search || s.Heuristic != r.Stats.Heuristic || s.Initial != r.Stats.Initial {
			r.Stats.Others = append(r.Stats.Others, s)
		}
	}
	return r
}

func (c *contest) turns(ctx context.Context, round func()) *Result {
	c.end = map[contestant]*Result{}
	c.slice = firstSlice
	for slices.ContainsFunc(c.list, func(x contestant) bool { return c.end[x] == nil }) {
		if round != nil {
			round()
		}
		for len(c.later) > 0 && c.spent >= c.later[0].after {
			c.later[0].do()
			c.later = c.later[1:]
		}
		for _, x := range c.list {
			if c.end[x] != nil {
				continue
			}
			c.divide(x)
			begun := now()
			r := x.run(ctx, c.share(x))
			c.spent += begun.spent()
			if r == nil || r.Err == ErrMemory && c.yield(x) {
				continue
			}
			if r.Status != Stopped && r.Status != Feasible || r.Status == Feasible && r.Err == nil {
				return r
			}
			c.drop(x, r)
			if _, broken := r.Err.(*CheckpointError); broken || ctx.Err() != nil {
				return c.stopped(r)
			}
		}
		c.slice += c.slice / 4
	}
	for _, r := range c.end {
		return c.stopped(r)
	}
	return &Result{Status: Stopped}
}

// divide gives a search the memory that others have not taken.
func (c *contest) divide(x contestant) {
	if c.room <= 0 {
		return
	}
	rest := c.room
	for _, y := range c.list {
		if y != x && c.end[y] == nil {
			rest -= y.known().Memory
		}
	}
	x.within(max(1, rest))
}

// yield drops searches that know less of the start than one that needs memory; it reports false if there
// are none.
func (c *contest) yield(x contestant) bool {
	dropped := false
	for _, y := range c.list {
		a, both := y.(*astar)
		if _, ok := x.(*astar); !ok || !both || c.end[y] != nil || a.stats.Initial >= x.known().Initial {
			continue
		}
		c.drop(y, a.end(Stopped, ErrMemory))
		dropped = true
	}
	return dropped
}

// drop ends a search.
func (c *contest) drop(x contestant, r *Result) {
	c.end[x] = r
	c.note(r)
	x.release()
}

// share is how long a search may go on: three times as long for those that estimate most at the start, since
// an estimate that begins high mostly stays so, or have proved most by now; a quarter for those that are far
// from both; and longer yet where states cost next to nothing besides.
func (c *contest) share(x contestant) time.Duration {
	if d, ok := x.(*deepening); ok && d.inner != nil {
		return 20 * c.slice
	}
	if _, ok := x.(*improving); ok {
		return 2 * c.slice
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

// proved is the least cost of a plan, as far as a search knows.
func proved(x contestant) int64 {
	switch x := x.(type) {
	case *astar:
		return x.bound
	case *deepening:
		return x.bound
	case *bothEnds:
		return x.bound
	}
	return 0
}

// proved is what all searches know of the least cost of a plan.
func (c *contest) proved() int64 {
	most := int64(0)
	for _, x := range c.list {
		most = max(most, proved(x))
	}
	return most
}

// nearly reports whether an estimate at the start is high enough, beside the highest, for a
// search to be tried: what tells a little less there may tell more elsewhere, and sooner.
func nearly(estimate, highest int64) bool {
	return float64(estimate) >= 0.9*float64(highest)
}

// most is the greatest estimate at the start.
func (c *contest) most() int64 {
	most := int64(0)
	for _, x := range c.list {
		most = max(most, x.known().Initial)
	}
	return most
}

// note keeps what a search knew when it ended.
func (c *contest) note(r *Result) {
	c.bound = max(c.bound, r.Bound)
	if r.Plan != nil && (c.best == nil || r.Cost < c.best.Cost) {
		c.best = r
	}
}

// stopped is what all know together when a limit has come.
func (c *contest) stopped(r *Result) *Result {
	for _, x := range c.list {
		if a, ok := x.(*astar); ok && c.end[x] == nil && a.best >= 0 && (c.best == nil || a.nodes.of(a.best).cost < c.best.Cost) {
			c.best = a.end(Stopped, r.Err)
		}
	}
	c.bound = max(c.bound, c.proved())
	out := *r
	if c.best != nil {
		out = *c.best
		if out.Status, out.Err = Feasible, r.Err; out.Stats.Search == "" {
			out.Stats = r.Stats // it is not known who met it
		}
	}
	out.Bound = c.bound
	return &out
}
