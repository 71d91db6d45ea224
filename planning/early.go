package planning

import (
	"context"
	"farbank/internal/clock"
	"runtime"
	"slices"
	"time"
)

// earlyTime is the processor time in which the early search runs alone.
const earlyTime = 100 * time.Millisecond

// An early search is greedy search on a task without invariants, so that it begins before they are computed. It uses FF
// at first. Then it shares the time with a second search that has landmarks and novelty as well: the one that is nearer
// to the goal by FF has three of four turns.
type early struct {
	*lazy
	ff        *FF
	second    *lazy         // nil before it begins, and without landmarks
	tried     bool          // whether the second search was begun
	spent     time.Duration // processor time of all turns
	rounds    int
	operators []int   // by operator of its space: its number in the original task
	found     *Result // the result with a plan, if there is one
}

const (
	earlyTurn     = 10 * time.Millisecond
	earlyAlone    = 30 * time.Millisecond // processor time before the second search begins
	earlyLandmark = 20_000_000            // words processed for landmarks
	earlyGroups   = 500_000               // effects examined for mutex groups
)

func newEarly(t *Task, operators []int, o Options) (*early, error) {
	s, err := NewSpace(t)
	if err != nil {
		return nil, err
	}
	o.OnSolution = nil
	ff := newUnitFF(s)
	return &early{lazy: newLazy(s, 0, o, ff), ff: ff, operators: operators}, nil
}

// run is like that of lazy, for about the processor time slice. The plan consists of operators of the original task.
func (e *early) run(ctx context.Context, slice time.Duration) *Result {
	end := e.spent + slice
	r := e.turn(ctx, min(slice, earlyTurn))
	for r == nil && e.spent < end {
		r = e.turn(ctx, min(end-e.spent, earlyTurn))
	}
	if r != nil && r.Plan != nil {
		e.found = r
		for k, op := range r.Plan {
			r.Plan[k] = e.operators[op]
		}
	}
	return r
}

// turn runs one of the two searches.
func (e *early) turn(ctx context.Context, slice time.Duration) *Result {
	begun := clock.Now()
	defer func() { e.spent += max(begun.Spent(), time.Microsecond) }()
	if !e.tried && e.spent >= earlyAlone {
		e.tried, e.second = true, e.guided()
	}
	if !e.seconds() {
		return e.lazy.run(ctx, slice)
	}
	r := e.second.run(ctx, slice)
	if r != nil && r.Reason == ErrMemory {
		e.second.release()
		e.second, r = nil, nil
	}
	return r
}

// seconds reports whether the next turn is that of the second search. Of four turns, the search with the lower estimate
// by FF so far has three. Each has two if none is ahead.
func (e *early) seconds() bool {
	if e.second == nil {
		return false
	}
	e.rounds++
	switch first, second := e.lazy.guides[0].least, e.second.guides[0].least; {
	case first < second:
		return e.rounds%4 == 0
	case second < first:
		return e.rounds%4 != 0
	}
	return e.rounds%2 == 0
}

// guided returns the second search, or nil if no landmarks are found in time.
func (e *early) guided() *lazy {
	l := landmarksOf(e.ff.x.relaxation, earlyLandmark)
	if l == nil || len(l.list) == 0 {
		return nil
	}
	o := e.o
	if o.Memory > 0 {
		o.Memory = max(1, o.Memory/2)
		e.lazy.within(o.Memory)
	}
	return newLazy(e.space, 0, o, e.ff, countLandmarks(l, unitCost, 1)).byNovelty()
}

// within sets the memory limit of both searches together.
func (e *early) within(memory int64) {
	if e.second != nil {
		e.second.within(max(1, memory/2))
	}
	e.lazy.within(max(1, memory-memory/2))
}

// release releases the states of both searches.
func (e *early) release() {
	if e.lazy.release(); e.second != nil {
		e.second.release()
	}
}

// known returns the counts of both searches together.
func (e *early) known() Stats {
	s := e.lazy.known()
	if e.second != nil {
		s.add(e.second.known())
	}
	return s
}

// solveAny searches for any plan like [Prepared.Solve], but begins with an early search. The rest of the preparation
// runs beside it after the time alone. For the early search, mutex groups are merged as far as work effects show them.
func solveAny(ctx context.Context, t *Task, o SolveOptions, alone time.Duration, work int) (*Result, error) {
	begun := time.Now()
	plain, operators, err := simplified(t)
	if err != nil {
		return nil, err
	}
	quick, quickly, complete := mergeFurther(ctx, plain, operators, work)
	e, err := newEarly(quick, quickly, o.Options)
	if err != nil {
		return nil, err
	}
	if o.Memory > 0 {
		e.within(max(1, o.Memory/2))
	}
	r := e.run(ctx, alone)
	if r != nil && r.Plan == nil && (r.Status == Infeasible || ctx.Err() != nil) {
		return r.checked()
	}

	type outcome struct {
		p   *Prepared
		err error
	}
	prepared, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan outcome, 1)
	go func() {
		if complete {
			plain, operators = quick, quickly
		} else {
			plain, operators, _ = mergeFurther(prepared, plain, operators, maxGroupWork)
		}
		p, err := invariants(prepared, plain, operators, o.Memory/2)
		done <- outcome{p, err}
	}()
	var ready *outcome
	for r == nil && ready == nil {
		select {
		case x := <-done:
			ready = &x
		default:
			r = e.run(ctx, 5*time.Millisecond)
			runtime.Gosched()
		}
	}
	final := r != nil && (r.Plan != nil || r.Status == Infeasible)
	if final && ready == nil { // improving takes as long as the search, including the rest of the preparation
		left := time.NewTimer(time.Since(begun) + atLeast)
		defer left.Stop()
		if r.Plan == nil {
			cancel()
		}
		select {
		case x := <-done:
			ready = &x
		case <-left.C:
			cancel()
		case <-ctx.Done():
		}
	}
	if ready == nil {
		x := <-done
		if final {
			r.Reason = nil
			return o.report(r), nil
		}
		ready = &x
	}
	if ready.err != nil {
		return nil, ready.err
	}
	if final && r.Plan == nil {
		return r.checked()
	}
	p, quiet := ready.p.keeping(o.Tables), o
	quiet.OnSolution = nil
	if r == nil {
		r = p.firstPlan(ctx, quiet, e)
	} else if r.Plan == nil {
		e.release()
		r = p.firstPlan(ctx, quiet)
	}
	if r.Plan == nil {
		return r.checked()
	}
	if r != e.found {
		r.Plan = p.Plan(r.Plan)
	}
	return p.cheaper(ctx, o, o.report(r), time.Since(begun)+atLeast).checked()
}

// report passes on a plan.
func (o *SolveOptions) report(r *Result) *Result {
	if o.OnSolution != nil {
		o.OnSolution(slices.Clone(r.Plan), r.Cost)
	}
	return r
}

// cheaper looks for plans that cost less than first, whose operators are those of the original task, as are those of
// the result.
func (p *Prepared) cheaper(ctx context.Context, o SolveOptions, first *Result, most time.Duration) *Result {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	plan := first.Plan
	if f := o.OnSolution; f != nil {
		o.OnSolution = func(plan []int, cost int64) {
			if cost < first.Cost {
				f(p.Plan(plan), cost)
			}
		}
	}
	known := *first
	known.Plan = []int{}
	r := p.improve(ctx, o, &known)
	if r.Cost < first.Cost {
		plan = p.Plan(r.Plan)
	}
	if r.Plan = plan; r.Status == Feasible {
		r.Reason = nil
	}
	return r
}
