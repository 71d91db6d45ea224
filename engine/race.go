package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"farbank/model"
)

// A Racer is an engine that may be worth asking beside a more preferred one. Races says
// so of a question at little cost; it need not know whether the engine can take it.
type Racer interface {
	Races(p *model.Problem, q Question) bool
}

// Of a race.
const (
	headStart = 50 * time.Millisecond  // that the most preferred engine has alone
	moveStart = 300 * time.Millisecond // the same, where things move: small spaces are gone through by then
	anyStart  = 500 * time.Millisecond // the same, for any plan of moves: search gives short ones
	patience  = 100 * time.Millisecond // for those that have lost to end
	lastWord  = 700 * time.Millisecond // for all to say what they have, after a limit: before the grace of Limits ends
)

// slower is how much longer the first is alone in a browser, where all is slower, and whoever joins shares
// the one thread there is.
const slower = 5

// ErrLost is the cause of the end of engines that others were faster than.
var ErrLost = errors.New("another engine was faster")

// racers are the engines to be asked together where e is preferred.
func (r Registry) racers(e Engine, p *model.Problem, q Question) []Engine {
	if q.Want != One || q.First != AnyFirst || q.Strategy != DefaultStrategy {
		return nil
	}
	list := []Engine{e}
	for _, other := range r {
		if x, ok := other.(Racer); ok && other != e && x.Races(p, q) {
			list = append(list, other)
		}
	}
	return list
}

// A finish is how an engine came out of a race.
type finish struct {
	e   Engine
	a   *Answer
	err error
}

// Race asks several engines for one plan. The first begins alone; if it has no answer after
// a moment the others join it. They share the processors, and tell each
// other of plans and bounds. The first proven answer is given, and the others end; if a
// limit comes first, what they know together. Every plan is judged. The error is that of
// Solve.
func (r Registry) Race(ctx context.Context, engines []Engine, p *model.Problem, q Question) (*Answer, error) {
	if err := Askable(p, q); err != nil {
		return nil, err
	}
	if q.Want != One || len(engines) == 0 {
		return nil, &QuestionError{"Want", q.Want, "must be One in a race"}
	}
	caller := Lasting(ctx)
	ctx, lose := context.WithCancelCause(caller)
	defer lose(ErrLost)
	c := &contest{caller: caller, ctx: ctx, lose: lose, begun: time.Now(), engines: engines, p: p, q: q, done: make(chan finish, len(engines))}
	met := make(chan struct{})
	if q.Plans == Shortest {
		c.q.Shared = &Shared{maximize: p.Goals != nil && p.Goals.Maximize, changed: sync.OnceFunc(func() { close(met) })}
	}
	c.start(1)
	join := time.After(c.headStart())
	for !c.over() {
		select {
		case f := <-c.done:
			c.take(f)
		case <-join:
			c.start(len(engines))
		case <-met:
			return c.end(patience)
		case <-ctx.Done():
			return c.end(lastWord)
		}
	}
	return c.end(patience)
}

// A contest is a race that goes on.
type contest struct {
	caller  context.Context
	ctx     context.Context // ends when the race does
	lose    context.CancelCauseFunc
	begun   time.Time
	engines []Engine
	p       *model.Problem
	q       Question
	started int
	done    chan finish
	ended   []finish
	won     *finish
	telling sync.Mutex
}

// headStart is how long the most preferred engine is alone. An engine that joins takes half
// of what the processors do, and memory: the longer the first has gone on the less that is
// of the whole.
func (c *contest) headStart() time.Duration {
	alone := moveStart
	switch {
	case len(c.p.Schemas) == 0:
		alone = headStart
	case c.q.Plans == Any:
		alone = anyStart
	}
	if runtime.GOOS == "js" {
		alone *= slower
	}
	return alone
}

// start starts engines until so many have been.
func (c *contest) start(n int) {
	for ; c.started < n; c.started++ {
		go c.run(c.engines[c.started], c.share(c.started))
	}
}

// share is the question with the memory that the i-th engine may take. What is given to one is not given to another
// when that ends, so a limit that nobody asked for is not divided.
func (c *contest) share(i int) Question {
	q, others := c.q, int64(len(c.engines)-1)
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

func (c *contest) run(e Engine, q Question) {
	f := finish{e: e, a: &Answer{}}
	err := Can(c.ctx, e, c.p, q)
	switch reason := Stopped(c.ctx, err); {
	case reason != "":
		f.a.Status, f.a.Reason = Unknown, reason
	case err != nil:
		f.a.Status, f.a.Reason = Unsupported, err.Error()
	default:
		q.Progress = c.progress(e)
		f.a, f.err = solve(c.ctx, e, c.p, q, nil)
	}
	c.done <- f
}

// progress tells what an engine does, with what all of them know.
func (c *contest) progress(e Engine) func(Progress) {
	if c.q.Progress == nil {
		return nil
	}
	return func(p Progress) {
		p.Engine = e.Name()
		if best, bound := c.q.Shared.known(); best != nil || bound != nil {
			p.Best, p.Bound = best, bound
		}
		c.telling.Lock()
		defer c.telling.Unlock()
		c.q.Progress(p)
	}
}

// take notes how an engine came out. Where nobody is left the next are started. An
// overflow wins nothing, since another engine may not come across it.
func (c *contest) take(f finish) {
	c.ended = append(c.ended, f)
	var overflow *model.OverflowError
	switch {
	case c.won != nil, errors.As(f.err, &overflow):
	case f.err != nil || f.a.Status == Solved || f.a.Status == None:
		c.won = &f
	}
	if c.won == nil && len(c.ended) == c.started && c.ctx.Err() == nil {
		c.start(len(c.engines))
	}
}

func (c *contest) over() bool { return c.won != nil || len(c.ended) == c.started }

// end has those end that have not, and says what is known.
func (c *contest) end(patience time.Duration) (*Answer, error) {
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
	a := best.a
	c.q.Shared.settleWith(a)
	if a.Best != nil {
		if err := Judge(c.caller, c.p, c.q, best.e, *a.Best); err != nil {
			return unjudged(c.caller, best.e, err)
		}
	}
	a.Stats.Elapsed = time.Since(c.begun)
	c.note(a)
	return a, nil
}

// best is what the winner said, or the most that was said.
func (c *contest) best() finish {
	if c.won != nil {
		return *c.won
	}
	most := []Status{Unsupported, Unknown, NoneWithinBound, Feasible}
	best := finish{e: c.engines[0], a: &Answer{Status: Unsupported, Stats: Stats{Engine: c.engines[0].Name()}}}
	var failed finish
	for _, f := range c.ended {
		switch {
		case f.err != nil:
			failed = f
		case best.a.Reason == "" || slices.Index(most, f.a.Status) > slices.Index(most, best.a.Status):
			best = f
		}
	}
	if failed.err != nil && best.a.Status == Unsupported {
		return failed
	}
	return best
}

// note tells who else was asked.
func (c *contest) note(a *Answer) {
	var names []string
	for _, e := range c.engines[:c.started] {
		refused := slices.ContainsFunc(c.ended, func(f finish) bool { return f.e == e && f.err == nil && f.a.Status == Unsupported })
		if e.Name() != a.Stats.Engine && !refused {
			names = append(names, e.Name())
		}
	}
	if len(names) > 0 {
		a.Stats.Notes = append(a.Stats.Notes, fmt.Sprintf("%s answered; asked beside it: %s", a.Stats.Engine, strings.Join(names, ", ")))
	}
}
