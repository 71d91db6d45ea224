package engine

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"farbank/internal/clock"
)

// Times of a race. An answer should take at most twice the time of the fastest engine, and 50 ms.
const (
	headStart   = 10 * time.Millisecond  // of the preferred engine alone
	moveStart   = 50 * time.Millisecond  // of processor time, for problems with moves: small spaces are explored by then
	slowStart   = 100 * time.Millisecond // the same while the frontier of the preferred engine grows slowly, or it prepares; not for any plan
	listStart   = 100 * time.Millisecond // the same for lists
	anyStart    = 500 * time.Millisecond // of engines that join for any plan if the frontier grows fast: heuristics lead there soon
	readingTime = 3 * time.Microsecond   // for each node of conditions, as trees
	readingMost = 500 * time.Millisecond // and at most this
	readings    = 3                      // of an engine that starts first because of large conditions: it writes them and seeks relaxations
	joinStart   = 30 * time.Millisecond  // of an engine that joins, in addition to that of the preferred one, if nothing moves
	firstTurn   = 25 * time.Millisecond  // of engines that share a processor: turns double
	lastTurn    = 200 * time.Millisecond // up to this
	farTurns    = 4                      // while an exhaustive search is far from its end, it has one turn of this number
	longer      = 10                     // a head start by the clock is at most this many times as long
)

// slower is the factor for head starts in a browser: everything runs slower there, on a single thread.
const slower = 5

// growth is the effective branching factor above which a frontier grows fast. A search that does not end soon then takes
// long.
const growth = 2.25

// farMore is the factor by which an exhaustive search has to outgrow what it has stored before it is far from its end, and
// farTime how long it has to run before it is seen as far from any plan, unless its layers shrink.
const (
	farMore = 20
	farTime = 500 * time.Millisecond
)

// isFarFromEnd reports whether an exhaustive search will not end soon. Its layers up to the proven bound have yet to come,
// and grow as they did so far. For any plan there is no bound, but where heuristics guide a search they mostly find one first.
func isFarFromEnd(p Progress, bound *int64, anyPlan bool, taken time.Duration) bool {
	switch {
	case p.Depth <= 0 || p.Frontier <= 1 || p.Left > 0:
		return false
	case anyPlan:
		return taken > farTime
	case bound == nil || *bound <= p.Depth:
		return false
	}
	rate := math.Pow(float64(p.Frontier), 1/float64(p.Depth))
	return float64(p.Frontier)*math.Pow(rate, float64(*bound-p.Depth)) > farMore*float64(p.States)
}

// A gate is the context of an engine in a race. While other engines have their turn, Err does not return, so the engine
// waits where it would notice the end of the race. Contexts that are derived from it do not wait: parts of an engine that
// have a limit of time of their own go on.
type gate struct {
	context.Context
	shut   atomic.Pointer[chan struct{}] // closed when the gate opens; nil while it is open
	opened atomic.Int64                  // when it opened last, as time of the race
	open   atomic.Int64                  // for how long it was open before
}

// Err returns the error of the context when it is the turn of the engine, or when the race has ended.
func (g *gate) Err() error {
	if err := g.Context.Err(); err != nil {
		return err
	}
	if opened := g.shut.Load(); opened != nil {
		select {
		case <-*opened:
		case <-g.Done():
		}
	}
	return g.Context.Err()
}

// set opens or shuts the gate at a time of the race.
func (g *gate) set(open bool, now time.Duration) {
	switch opened := g.shut.Load(); {
	case open && opened != nil:
		g.opened.Store(int64(now))
		g.shut.Store(nil)
		close(*opened)
	case !open && opened == nil:
		g.open.Add(int64(now) - g.opened.Load())
		opened := make(chan struct{})
		g.shut.Store(&opened)
	}
}

// time returns for how long the gate was open until a time of the race.
func (g *gate) time(now time.Duration) time.Duration {
	t := time.Duration(g.open.Load())
	if g.shut.Load() == nil {
		t += now - time.Duration(g.opened.Load())
	}
	return t
}

// A period is a part of a race in which the same engines have their turn.
type period struct {
	since  time.Time
	length time.Duration
	passed func() time.Duration // nil: by the clock
	seats  int                  // engines at work, which share the processor time
}

// left returns how long the period lasts. By processor time it may be longer, but not without end: other programs may run.
func (r *period) left() time.Duration {
	elapsed := time.Since(r.since)
	if r.passed == nil {
		return r.length - elapsed
	}
	length := r.length * time.Duration(r.seats)
	left := length - r.passed()
	if left <= 0 || elapsed >= longer*r.length {
		return 0
	}
	return max(left/time.Duration(runtime.GOMAXPROCS(0)), time.Millisecond)
}

// begin starts the first engine. Shortest plans are searched on all processors, so the time of all of them counts.
func (c *portfolio) begin() <-chan time.Time {
	now := clock.Now()
	c.period = period{since: time.Now(), length: moveStart, passed: now.Used, seats: 1}
	switch {
	case c.q.Want == All:
		c.period.length, c.period.passed = listStart, now.Spent
	case len(c.p.Schemas) == 0: // and time to read the conditions
		reading := time.Duration(c.p.ConditionSize()) * readingTime
		if precedes(c.engines[0], c.p, c.q) {
			reading *= readings
		}
		c.period.length, c.period.passed = min(headStart+reading, readingMost), now.Spent
	}
	c.period.length = scaled(c.period.length)
	c.start(1)
	return time.After(c.period.left())
}

// scaled returns a head start, which is longer in a browser.
func scaled(d time.Duration) time.Duration {
	if runtime.GOOS == "js" {
		d *= slower
	}
	return d
}

// next begins the next period if the present one is over. It returns a channel for the next call, or nil if
// nothing changes until an engine ends.
func (c *portfolio) next() <-chan time.Time {
	if c.started == 1 && c.period.length == scaled(moveStart) && c.period.left() <= 0 && len(c.p.Schemas) > 0 &&
		c.q.Plans != Any && !c.grows.Load() {
		c.period.length = scaled(slowStart)
	}
	if left := c.period.left(); left > 0 {
		return time.After(left)
	}
	return c.turn()
}

// turn begins a period. The next engine starts, and has the processor for a while: the tolerance leaves it as long as the
// preferred one had, and some more. The preferred one and the leader go on before a third engine starts. When all have started, all
// run, or take turns if there are fewer processors.
func (c *portfolio) turn() <-chan time.Time {
	if c.started == len(c.engines) || c.turns != nil {
		return c.rotate()
	}
	if c.own == 0 {
		switch c.own = max(c.period.length, scaled(slowStart)); {
		case len(c.p.Schemas) == 0:
			c.own = c.period.length + scaled(joinStart)
		case c.q.Plans == Any && c.grows.Load():
			c.own = scaled(anyStart)
		}
	}
	who := 0
	if c.started == 1 || c.wentOn {
		who = c.started
		c.start(who + 1)
	}
	c.wentOn = who == 0
	both := who != 1 && runtime.GOMAXPROCS(0) > 1
	seats := c.open(func(i int) bool { return i == who || both && (i == c.lead || who == 0 && i == 1) })
	now := clock.Now()
	c.period = period{since: time.Now(), length: c.own, passed: now.Used, seats: seats}
	if c.wentOn && both && len(c.p.Schemas) == 0 {
		c.period.length *= 2
	}
	return time.After(c.period.left())
}

// rotate begins a period in which all engines have started. If there are fewer processors than engines, the leader keeps
// one, or gets every second turn of the only one, and the others take turns. An exhaustive search that is far from its end
// does not lead on a single processor, and gets one turn of several on any number: it would double the processor time.
func (c *portfolio) rotate() <-chan time.Time {
	c.start(len(c.engines))
	c.all.Store(true)
	if c.turns != nil { // the order of the list decides who waits
		c.open(func(int) bool { return true })
		return nil
	}
	processors := runtime.GOMAXPROCS(0)
	explores := c.explores()
	far := explores && c.isFar.Load()
	lead := c.lead
	if far && processors == 1 && exhausts(c.engines[lead]) {
		for i := range c.engines {
			if i != lead && c.works(i) {
				lead = i
				break
			}
		}
	}
	var others []int
	leads := false
	for i := range c.engines {
		switch {
		case !c.works(i):
		case i == lead:
			leads = true
		default:
			others = append(others, i)
		}
	}
	far = far && leads && !exhausts(c.engines[lead])
	seats := processors
	if leads && seats > 1 {
		seats--
	}
	if len(others) == 0 || len(others) <= seats && !far && (!leads || processors > 1) {
		c.open(func(int) bool { return true })
		if !explores || !leads || len(others) == 0 {
			return nil
		}
		c.period = period{since: time.Now(), length: lastTurn} // the search may be far by then
		return time.After(c.period.length)
	}
	alone := leads && processors == 1
	every := 1
	switch {
	case far:
		every = farTurns
	case alone:
		every = 2
	}
	k := c.rotations / every
	c.rotations++
	theirs := c.rotations%every == 1%every
	c.open(func(i int) bool {
		if i == lead {
			return !alone || !theirs
		}
		place := slices.Index(others, i)
		return theirs && place >= 0 && (place-k*seats%len(others)+len(others))%len(others) < seats
	})
	c.period = period{since: time.Now(), length: min(firstTurn<<min(c.rotations/len(c.engines), 8), lastTurn)}
	return time.After(c.period.length)
}

// explores reports whether an exhaustive search works.
func (c *portfolio) explores() bool {
	for i, e := range c.engines {
		if exhausts(e) && c.works(i) {
			return true
		}
	}
	return false
}

// works reports whether an engine has started, has not ended, and is not paused.
func (c *portfolio) works(i int) bool {
	return i < c.started && !c.paused[i].Load() && !slices.ContainsFunc(c.ended, func(f finish) bool { return f.e == c.engines[i] })
}

// open opens the gates of some engines, and shuts the others. It returns how many of those that are open work.
func (c *portfolio) open(may func(i int) bool) (n int) {
	now := time.Since(c.begun)
	for i, g := range c.gates {
		open := may(i)
		if g.set(open, now); open && c.works(i) {
			n++
		}
	}
	c.seats.Store(int32(n))
	return n
}
