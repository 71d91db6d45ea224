package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"farbank/internal/clock"
	"farbank/model"
)

// A Racer is an engine that may be worth running beside a preferred one. Races decides this quickly; it need
// not know whether the engine can take the question.
type Racer interface {
	Races(p *model.Problem, q Question) bool
}

// Times of a race; see also schedule.go.
const (
	patience = 100 * time.Millisecond // for the losers to end
	lastWord = 700 * time.Millisecond // for all to return what they have, after a limit: before the grace of Limits ends
)

// ErrLost is the cause of the end of engines that lost a race.
var ErrLost = errors.New("another engine was faster")

// An exhaustive search of a problem with moves that stores fewer states in a second than slowRate after slowTime, both of
// processor time, waits for the end of the other engines: the spaces that it would finish are small.
const (
	slowRate = 2000
	slowTime = 2 * time.Second
)

// racers returns the engines to run together if e is preferred. A method Precedes puts an engine before it, except for lists,
// whose order is that of e.
func (r Registry) racers(e Engine, p *model.Problem, q Question) []Engine {
	if q.First != AnyFirst || q.Strategy != DefaultStrategy {
		return nil
	}
	list := []Engine{e}
	for _, other := range r {
		x, ok := other.(Racer)
		if !ok || other == e || !x.Races(p, q) {
			continue
		}
		if q.Want != All && precedes(other, p, q) {
			list = slices.Insert(list, 0, other)
		} else {
			list = append(list, other)
		}
	}
	return list
}

// precedes reports whether an engine asks to start before the preferred one.
func precedes(e Engine, p *model.Problem, q Question) bool {
	x, ok := e.(interface {
		Precedes(*model.Problem, Question) bool
	})
	return ok && x.Precedes(p, q)
}

// A finish is the result of an engine in a race.
type finish struct {
	e   Engine
	a   *Answer
	err error
	at  time.Duration // since the beginning of the race
}

// Race asks several engines. The first starts alone; if it has no answer after a moment, the others join one by one, each
// alone for as long. Then they share the processors, plans and bounds. Race returns the first proven answer and ends the
// others; after a limit it returns what they know together. With Want All, it calls yield with each plan once, as Solve does, in an
// order that does not depend on time (see turns). Every plan is judged.
// The error is that of Solve.
func (r Registry) Race(ctx context.Context, engines []Engine, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	if err := Askable(p, q); err != nil {
		return nil, err
	}
	if len(engines) == 0 {
		return nil, errors.New("a race needs an engine")
	}
	caller := Lasting(ctx)
	ctx, lose := context.WithCancelCause(caller)
	defer lose(ErrLost)
	c := newPortfolio(ctx, caller, lose, engines, p, q)
	if q.Want == All {
		c.listing = newListing(q, yield)
		c.turns = newTurns(ctx, p, len(engines), c.listing)
	}
	met := make(chan struct{})
	if q.Plans == Shortest && q.Want == One {
		c.q.Shared = &Shared{maximize: p.Goals != nil && p.Goals.Maximize, changed: sync.OnceFunc(func() { close(met) })}
	}
	again := c.begin()
	for !c.over() {
		select {
		case f := <-c.done:
			c.take(f)
			if !c.over() && c.ctx.Err() == nil && c.isIdle() {
				again = c.turn()
			}
		case <-again:
			again = c.next()
		case <-met:
			return c.end(patience)
		case <-c.listed():
			return c.end(patience)
		case <-ctx.Done():
			return c.end(lastWord)
		}
	}
	return c.end(patience)
}

// A portfolio is a running race.
type portfolio struct {
	caller    context.Context
	ctx       context.Context // ends with the race
	lose      context.CancelCauseFunc
	begun     time.Time
	engines   []Engine
	p         *model.Problem
	q         Question
	started   int
	lead      int           // the index of the leader
	gates     []*gate       // by engine
	paused    []atomic.Bool // by engine
	period    period        // now
	seats     atomic.Int32  // engines that work now
	all       atomic.Bool   // all have had a part of their own
	own       time.Duration // for which an engine that joins runs alone
	wentOn    bool          // the first engine did, after the last one joined
	rotations int           // periods in which engines took turns
	running   atomic.Int32  // engines that have started, not ended, and are not paused
	grows     atomic.Bool   // the frontier of the first engine grows fast, as it reported last
	isFar     atomic.Bool   // an exhaustive search is far from its end, as it reported last
	done      chan finish
	ended     []finish
	won       *finish
	reporting sync.Mutex
	listing   *listing // with Want All
	turns     *turns   // the same
}

// newPortfolio returns a race that has not begun. The leader is the first or second to start.
func newPortfolio(ctx, caller context.Context, lose context.CancelCauseFunc, engines []Engine, p *model.Problem, q Question) *portfolio {
	c := &portfolio{caller: caller, ctx: ctx, lose: lose, begun: time.Now(), engines: slices.Clone(engines), p: p, q: q,
		paused: make([]atomic.Bool, len(engines)), done: make(chan finish, len(engines))}
	for range engines {
		c.gates = append(c.gates, &gate{Context: ctx})
	}
	if c.lead = c.leader(); c.lead > 1 {
		e := c.engines[c.lead]
		c.engines = slices.Insert(slices.Delete(c.engines, c.lead, c.lead+1), 1, e)
		c.lead = 1
	}
	return c
}

// start starts engines until n are started.
func (c *portfolio) start(n int) {
	for ; c.started < n; c.started++ {
		c.gates[c.started].opened.Store(int64(time.Since(c.begun)))
		c.running.Add(1)
		go c.run(c.started, c.share(c.started))
	}
}

// share returns the question with the memory and the processors of the i-th engine. Memory is not reassigned when an
// engine ends, so the default limit is not divided. Each other engine at work takes a processor.
func (c *portfolio) share(i int) Question {
	q, others := c.q, int64(len(c.engines)-1)
	q.Processors = func() int { return max(1, runtime.GOMAXPROCS(0)+1-int(min(c.running.Load(), c.seats.Load()))) }
	l, ok := c.caller.Value(limitsKey{}).(*Limits)
	switch {
	case q.Memory == 0 || others == 0 || ok && l.Undivided:
	case i == 0:
		q.Memory -= q.Memory / 4
	default:
		q.Memory = max(1, q.Memory/4/others)
	}
	return q
}

func (c *portfolio) run(i int, q Question) {
	e := c.engines[i]
	f := finish{e: e, a: &Answer{}}
	var ctx context.Context = c.gates[i]
	err := Can(ctx, e, c.p, q)
	switch reason := Stopped(ctx, err); {
	case reason != "":
		f.a.Status, f.a.Reason = Unknown, reason
	case err != nil:
		f.a.Status, f.a.Reason = Unsupported, err.Error()
	default:
		q.Progress = c.progress(i)
		var found func(model.Plan) bool
		if c.turns != nil {
			ctx = c.turns.join(ctx, i)
			found = func(plan model.Plan) bool { return c.turns.found(i, plan) }
		}
		f.a, f.err = solve(ctx, e, c.p, q, found)
	}
	f.at = time.Since(c.begun)
	c.running.Add(-1)
	c.done <- f
}

// progress returns a progress function for the i-th engine. It adds what all engines know, and waits until it is the
// turn of the engine, or until the others have ended if the engine is too slow.
func (c *portfolio) progress(i int) func(Progress) {
	begun := clock.Now()
	return func(p Progress) {
		if i == 0 {
			c.grows.Store(float64(p.Frontier) > math.Pow(growth, float64(p.Depth)))
		}
		c.gates[i].Err()
		taken := min(begun.Spent(), c.gates[i].time(time.Since(c.begun)))
		best, bound := c.q.Shared.known()
		if exhausts(c.engines[i]) {
			c.isFar.Store(isFarFromEnd(p, bound, c.q.Plans == Any, taken))
		}
		if c.isSlow(i, p.States, taken) {
			c.pause(i)
		}
		if c.q.Progress == nil {
			return
		}
		p.Engine = c.engines[i].Name()
		if best != nil || bound != nil {
			p.Best, p.Bound = best, bound
		}
		c.reporting.Lock()
		defer c.reporting.Unlock()
		c.q.Progress(p)
	}
}

// pause returns when all other engines have ended or paused.
func (c *portfolio) pause(i int) {
	c.running.Add(-1)
	defer c.running.Add(1)
	c.paused[i].Store(true)
	defer c.paused[i].Store(false)
	for c.ctx.Err() == nil && c.running.Load() > 0 {
		select {
		case <-c.ctx.Done():
		case <-time.After(lastTurn):
		}
	}
}

// isSlow reports whether the i-th engine is an exhaustive search that is too slow for the problem, while another engine
// runs.
func (c *portfolio) isSlow(i int, states int64, taken time.Duration) bool {
	return exhausts(c.engines[i]) && len(c.p.Schemas) > 0 && c.q.Want == One && c.all.Load() && taken > slowTime && c.running.Load() > 1 &&
		float64(states) < slowRate*taken.Seconds()
}

// exhausts reports whether an engine is an exhaustive search.
func exhausts(e Engine) bool {
	x, ok := e.(interface{ Exhausts() bool })
	return ok && x.Exhausts()
}

// leader returns the index of the engine that is most likely to answer if the preferred one has not answered within its
// head start.
func (c *portfolio) leader() int {
	return max(0, slices.IndexFunc(c.engines, func(e Engine) bool {
		x, ok := e.(interface {
			Leads(*model.Problem, Question) bool
		})
		return ok && x.Leads(c.p, c.q)
	}))
}

// take records the result of an engine. An overflow does not win the race, since another engine may avoid it.
func (c *portfolio) take(f finish) {
	c.ended = append(c.ended, f)
	var overflow *model.OverflowError
	if c.turns != nil && (f.err == nil || errors.As(f.err, &overflow)) {
		c.list(f)
		return
	}
	switch {
	case c.won != nil, errors.As(f.err, &overflow):
	case f.err != nil || f.a.Status == Solved || f.a.Status == None:
		c.won = &f
	}
}

// isIdle reports whether all engines have started, or none that has its turn is left.
func (c *portfolio) isIdle() bool {
	if c.started == len(c.engines) {
		return true
	}
	for i := range c.started {
		if c.works(i) && c.gates[i].shut.Load() == nil {
			return false
		}
	}
	return true
}

// list records the end of an engine that listed plans. It wins if its list is the first that is complete.
func (c *portfolio) list(f finish) {
	c.turns.end(slices.Index(c.engines, f.e), f.err == nil && (f.a.Status == Solved || f.a.Status == None))
}

// listed returns a channel that is closed when no more plans of a list are wanted, or nil.
func (c *portfolio) listed() <-chan struct{} {
	if c.turns == nil {
		return nil
	}
	return c.turns.over
}

// over reports whether nothing more can be expected.
func (c *portfolio) over() bool {
	select {
	case <-c.listed():
		return true
	default:
		return c.won != nil || len(c.ended) == len(c.engines)
	}
}

// end ends the remaining engines and returns what is known.
func (c *portfolio) end(patience time.Duration) (*Answer, error) {
	if c.turns != nil {
		c.settleList()
	}
	c.lose(ErrLost)
	late := time.After(patience)
	for wait := true; wait && len(c.ended) < c.started; {
		select {
		case f := <-c.done:
			c.take(f)
		case <-late:
			wait = false
		}
	}
	best := c.best()
	if best.err != nil {
		return nil, best.err
	}
	a, judged := best.a, best.a.Best
	if c.listing != nil {
		a = c.listing.finish(a)
	}
	c.q.Shared.settleWith(a)
	if a.Best != nil && a.Best != judged {
		if err := Judge(c.caller, c.p, c.q, best.e, *a.Best); err != nil {
			return unjudged(c.caller, best.e, err)
		}
	}
	a.Stats.Elapsed = time.Since(c.begun)
	c.note(a)
	return a, nil
}

// settleList passes on what is left of a list, and records the winner.
func (c *portfolio) settleList() {
	c.turns.flushAll()
	for k, f := range c.ended {
		if c.turns.winner >= 0 && f.e == c.engines[c.turns.winner] {
			c.won = &c.ended[k]
		}
	}
}

// best returns the result of the winner, or the best result.
func (c *portfolio) best() finish {
	if c.won != nil {
		return *c.won
	}
	most := []Status{Unsupported, Unknown, NoneWithinBound, Feasible}
	var best, failed finish
	found := false
	for _, f := range c.ended {
		switch {
		case f.err != nil:
			failed = f
		case !found || slices.Index(most, f.a.Status) > slices.Index(most, best.a.Status),
			f.a.Status == best.a.Status && f.a.Count != nil && best.a.Count != nil && f.a.Count.Cmp(best.a.Count) > 0:
			best, found = f, true
		}
	}
	switch {
	case failed.err != nil && (!found || best.a.Status == Unsupported):
		return failed
	case !found:
		return finish{e: c.engines[0], a: c.interrupted()}
	}
	return best
}

// interrupted returns the answer of a portfolio none of whose engines returned in time.
func (c *portfolio) interrupted() *Answer {
	reason := Stopped(c.caller, context.Cause(c.caller))
	if reason == "" {
		reason = "it was interrupted"
	}
	return &Answer{Status: Unknown, Reason: reason, Stats: Stats{Engine: c.engines[0].Name()}}
}

// note adds the names of the other engines to the answer, with the time for which each ran beside others.
func (c *portfolio) note(a *Answer) {
	var names []string
	for i, e := range c.engines[:c.started] {
		refused := slices.ContainsFunc(c.ended, func(f finish) bool { return f.e == e && f.err == nil && f.a.Status == Unsupported })
		if e.Name() != a.Stats.Engine && !refused {
			until := a.Stats.Elapsed
			for _, f := range c.ended {
				if f.e == e {
					until = f.at
				}
			}
			names = append(names, fmt.Sprintf("%s for %v", e.Name(), rounded(c.gates[i].time(until))))
		}
	}
	if len(names) > 0 {
		a.Stats.Notes = append(a.Stats.Notes, fmt.Sprintf("%s answered after %v; asked beside it: %s", a.Stats.Engine, rounded(a.Stats.Elapsed), strings.Join(names, ", ")))
	}
}

// rounded returns d without digits that say nothing.
func rounded(d time.Duration) time.Duration { return max(0, d).Round(time.Millisecond) }
