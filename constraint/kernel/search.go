package kernel

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"

	"farbank/constraint/internal/clause"
	"farbank/constraint/internal/order"
)

// A Status is the result of a search.
type Status int

// The results of a search.
const (
	Unknown   Status = iota
	Solution         // all variables are fixed; Min returns their values
	Exhausted        // there are no further solutions
)

// A Chooser returns an undecided atom to decide, or false to leave the choice to others.
type Chooser func(s *Solver) (Atom, bool)

// search holds the state of the search.
type search struct {
	started       bool
	restartAt     int64
	restartNo     int64
	reduceAt      int64
	reductionStep int64
	reductions    int64
	freely        bool    // the current restart interval uses the free search
	best          []int64 // the last solution that Improve was called at, by variable
	turns         int64   // one of that many restart intervals uses the requested search
	ticks         uint32
	assumed       []Atom
	core          []Atom
	atSolution    bool
	projected     []Var // nil: all variables
	freeOnly      bool  // never use the requested search
	askedOnly     bool  // use only the requested search, without restarts
	restartUnit   int64
	stretches     func(n int64) int64 // length of the n-th restart interval, from 0; nil: the default
	restarted     func()              // called at level 0 after a restart
	revisited     []int32             // propagators that run after a restart
	working       func()              // called often
	leaning       []int64             // values to prefer for variables of no literal; may be nil
}

func (s *search) init() {
	s.restartUnit, s.reductionStep, s.turns = 64, 300, 2
	s.restartAt, s.reduceAt = s.restartUnit, 2000
}

const decay = 0.95

// A MemoryError reports that the memory limit was reached. Limit is in bytes.
type MemoryError struct{ Limit int64 }

// Error returns the message.
func (e *MemoryError) Error() string {
	return fmt.Sprintf("the search takes more than the %d bytes allowed", e.Limit)
}

// MemoryLimit marks the error as one of a memory limit.
func (e *MemoryError) MemoryLimit() bool { return true }

// Choose adds a part of the requested search. The parts are called in order.
func (s *Solver) Choose(c Chooser) { s.brancher = append(s.brancher, c) }

// SetAsked selects the searches: (true, false) uses only the requested one, (false, true) only the free one. Otherwise
// they alternate.
func (s *Solver) SetAsked(askedOnly, freeOnly bool) { s.askedOnly, s.freeOnly = askedOnly, freeOnly }

// SetTurns makes the first of every n restart intervals use the requested search.
func (s *Solver) SetTurns(n int) { s.turns = max(int64(n), 1) }

// SetRestarts sets the length in conflicts of the n-th restart interval, from 0. Values below 1 count as 1. It applies
// to a requested search without the free one as well; nil restores the default. It must be called before the first
// Next.
func (s *Solver) SetRestarts(stretches func(n int64) int64) {
	s.stretches = stretches
	s.restartAt = s.stats.Conflicts + s.stretch()
}

// longestStretch bounds a restart interval, so that sums do not overflow.
const longestStretch = 1 << 60

// stretch returns the length of the next restart interval.
func (s *Solver) stretch() int64 {
	if s.stretches != nil {
		return min(max(s.stretches(s.restartNo), 1), longestStretch)
	}
	return s.restartUnit * order.Luby(s.restartNo)
}

// Next looks for the next solution. With assumptions, Exhausted means that no solution satisfies them all. If the
// status is Unknown, the error is that of the context, a [*MemoryError] or [ErrBudget].
func (s *Solver) Next(ctx context.Context, assume ...Atom) (Status, error) {
	s.core, s.ctx, s.halt = nil, ctx, nil
	s.assumed = append(s.assumed[:0], assume...)
	if s.atSolution {
		s.atSolution = false
		if !s.leaveSolution() {
			return Exhausted, nil
		}
	}
	if !s.started {
		s.started = true
		s.turn()
		if err := s.stopped(ctx); err != nil {
			return Unknown, err
		}
		if !s.settle() {
			return Exhausted, nil
		}
	}
	if s.halt != nil {
		return Unknown, s.halt
	}
	return s.run(ctx)
}

// Project makes solutions count as different only if they differ in one of xs.
func (s *Solver) Project(xs ...Var) {
	if xs == nil {
		xs = []Var{}
	}
	s.projected = xs
}

// leaveSolution excludes the current solution.
func (s *Solver) leaveSolution() bool {
	if s.projected != nil {
		return s.forbid()
	}
	s.conflict = s.conflict[:0]
	for i, begin := range s.limits {
		if int(begin) < len(s.trail) && s.trail[begin].level == int32(i+1) {
			s.conflict = append(s.conflict, Atom{s.trail[begin].view, s.trail[begin].value})
		}
	}
	return s.resolve(true)
}

// forbid adds the clause that some projected variable has a different value, and learns from it, since it is false now.
// The clause is watched at literals of the highest levels.
func (s *Solver) forbid() bool {
	s.conflict = s.conflict[:0]
	for _, x := range s.projected {
		v := s.Min(x)
		if a, ok := s.Known(x, v); ok && s.Holds(a) {
			s.conflict = append(s.conflict, a)
		} else {
			s.conflict = append(s.conflict, x.AtLeast(v), x.AtMost(v))
		}
	}
	level := func(a Atom) int32 {
		if e := s.eventOf(a, s.Now()); e >= 0 {
			return s.trail[e].level
		}
		return 0
	}
	s.conflict = slices.DeleteFunc(s.conflict, func(a Atom) bool { return level(a) == 0 })
	slices.SortStableFunc(s.conflict, func(a, b Atom) int { return cmp.Compare(level(b), level(a)) })
	switch len(s.conflict) {
	case 0:
		s.refuted = true
		return false
	case 1:
		a := s.conflict[0].Not()
		s.backtrack(0)
		s.push(a, Reason{kind: decided})
		return true
	}
	lits := make([]lit, len(s.conflict))
	for i, a := range s.conflict {
		lits[i] = s.literal(a.Not())
	}
	c := s.arena.Add(lits, 0)
	s.irredundant = append(s.irredundant, c)
	s.attach(c)
	return s.resolve(false)
}

// Improve requires a of all further solutions, as a better bound after a solution. It backtracks to level 0.
func (s *Solver) Improve(a Atom) {
	if s.atSolution {
		s.remember()
	}
	s.backtrack(0)
	s.atSolution = false
	switch {
	case s.refuted || s.Holds(a):
		return
	case s.Fails(a):
		s.refuted = true
	default:
		s.push(a, Reason{kind: decided})
	}
	if s.options.Trace != nil {
		s.options.Trace.Assumed(a)
	}
}

// Restart backtracks to level 0, where variables and constraints may be added, and propagates.
func (s *Solver) Restart() {
	s.backtrack(0)
	s.atSolution = false
	if s.started && !s.refuted {
		s.settle()
	}
}

// resolve learns from s.conflict. It returns false if there is no solution.
func (s *Solver) resolve(forGood bool) bool {
	back := s.analyze()
	if back < 0 {
		s.refuted = true
		return false
	}
	glue := s.glue()
	s.backtrack(back)
	s.learn(glue)
	if forGood && len(s.clause) > 1 {
		c := s.learned[len(s.learned)-1]
		s.learned = s.learned[:len(s.learned)-1]
		s.arena.Clear(c, clause.LearnedFlag)
		s.irredundant = append(s.irredundant, c)
	}
	s.heap.Decay(decay)
	return true
}

func (s *Solver) run(ctx context.Context) (Status, error) {
	for {
		if s.refuted {
			return Exhausted, nil
		}
		if !s.propagate() {
			s.stats.Conflicts++
			if !s.resolve(false) {
				return Exhausted, nil
			}
			continue
		}
		if s.halt == nil && len(s.limits) == 0 && !s.settle() {
			return Exhausted, nil
		}
		if s.halt != nil {
			return Unknown, s.halt
		}
		if s.ticks++; s.ticks&127 == 0 {
			if err := s.stopped(ctx); err != nil {
				return Unknown, err
			}
		}
		switch {
		case s.budget > 0 && s.stats.Conflicts >= s.budget || s.Exerted():
			return Unknown, ErrBudget
		case s.recalled, s.stats.Conflicts >= s.restartAt && (s.stretches != nil || !s.askedOnly || len(s.brancher) == 0):
			s.restart()
			continue
		case s.stats.Conflicts >= s.reduceAt:
			s.reductions++
			s.reduceAt = s.stats.Conflicts + s.reductionStep*(s.reductions+6)
			s.reduce()
		}
		if done, status := s.step(); done {
			return status, nil
		}
	}
}

func (s *Solver) stopped(ctx context.Context) error {
	if runtime.GOOS == "js" {
		runtime.Gosched() // goroutines are not preempted in a browser
	}
	if s.working != nil {
		s.working()
	}
	if m := s.options.Memory; m > 0 && s.Used() > m {
		return &MemoryError{m}
	}
	return ctx.Err()
}

func (s *Solver) restart() {
	s.stats.Restarts++
	s.recalled = false
	s.restartNo++
	s.restartAt = s.stats.Conflicts + s.stretch()
	s.backtrack(0)
	s.turn()
	for _, id := range s.revisited {
		s.Wake(id)
	}
	if s.restarted != nil {
		s.restarted()
	}
}

// turn selects the search of the next restart interval.
func (s *Solver) turn() { s.freely = len(s.brancher) == 0 || s.freeOnly || s.restartNo%s.turns != 0 }

// Turn selects the free search, or else the requested one, until the next restart.
func (s *Solver) Turn(free bool) { s.freely = free || len(s.brancher) == 0 || s.freeOnly }

// RunAtFixpoints makes propagator id run whenever all others have run and bounds have changed since it last did, if on.
// There is at most one such propagator.
func (s *Solver) RunAtFixpoints(id int32, on bool) {
	s.final, s.finalAt = 0, -1
	if on {
		s.final = id + 1
	}
}

// AddWork adds n to [Stats].Work, for work outside of the solver.
func (s *Solver) AddWork(n int64) { s.stats.Work += n }

// WakeAtRestart wakes propagator id after each restart.
func (s *Solver) WakeAtRestart(id int32) { s.revisited = append(s.revisited, id) }

// OnWork makes the solver call f often.
func (s *Solver) OnWork(f func()) { s.working = f }

// OnRestart makes the solver call f at level 0 after restarts. f may add clauses.
func (s *Solver) OnRestart(f func()) { s.restarted = f }

// step assumes or decides one atom. It reports whether the search has ended.
func (s *Solver) step() (bool, Status) {
	for len(s.limits) < len(s.assumed) {
		a := s.assumed[len(s.limits)]
		switch {
		case s.Holds(a):
			s.openLevel()
		case s.Fails(a):
			s.coreOf(a)
			return true, Exhausted
		default:
			s.decide(a)
			return false, Unknown
		}
	}
	a, ok := s.choose()
	if !ok {
		s.stats.Solutions++
		s.atSolution = true
		return true, Solution
	}
	s.stats.Decisions++
	s.decide(a)
	return false, Unknown
}

// asked returns an atom chosen by the requested search.
func (s *Solver) asked() (Atom, bool) {
	for _, c := range s.brancher {
		if a, ok := c(s); ok {
			return a, true
		}
	}
	return Atom{}, false
}

// choose returns the next decision.
func (s *Solver) choose() (Atom, bool) {
	if !s.freely {
		if a, ok := s.asked(); ok {
			return a, true
		}
	}
	for s.heap.Len() > 0 {
		v := s.heap.Pop()
		if s.vals[2*v] != 0 {
			continue
		}
		return s.atomOf(s.phase(v)), true
	}
	if s.freely && !s.freeOnly { // the remaining variables are in no clause
		if a, ok := s.asked(); ok {
			return a, true
		}
	}
	for ; s.cursor < len(s.wanted); s.cursor++ {
		if x := s.wanted[s.cursor]; !s.Fixed(x) {
			if int(x) < len(s.leaning) {
				return s.toward(x, s.leaning[x]), true
			}
			if s.high {
				return x.AtLeast(s.Max(x)), true
			}
			return x.AtMost(s.Min(x)), true
		}
	}
	return Atom{}, false
}

// toward returns an undecided atom that moves a bound of x to v, or to the bound nearest to v.
func (s *Solver) toward(x Var, v int64) Atom {
	if v = min(v, s.Max(x)); v > s.Min(x) {
		return x.AtLeast(v)
	}
	return x.AtMost(max(v, s.Min(x)))
}

// Core returns the assumptions that are inconsistent together, after Next returned Exhausted.
func (s *Solver) Core() []Atom { return s.core }

// coreOf computes assumptions that imply the negation of the assumption a.
func (s *Solver) coreOf(a Atom) {
	for len(s.mark) < len(s.trail) {
		s.mark = append(s.mark, unmarked)
		s.need = append(s.need, 0)
	}
	s.core = append(s.core[:0], a)
	s.learnt = s.learnt[:0]
	s.require(a.Not(), s.Now(), -1)
	for at := s.Now() - 1; at >= 0; at-- {
		if s.mark[at] != inClause {
			continue
		}
		e := &s.trail[at]
		if e.reason.kind == decided {
			s.core = append(s.core, Atom{e.view, e.value})
			continue
		}
		s.why = s.why[:0]
		s.explain(e.reason, Atom{e.view, s.need[at]}, at)
		for _, b := range s.why {
			s.require(b, at, -1)
		}
	}
	for _, e := range s.marked {
		s.mark[e] = unmarked
	}
	s.marked = s.marked[:0]
}

// Hurry makes restarts and reductions happen every conflicts conflicts, for tests.
func (s *Solver) Hurry(conflicts int64) {
	s.restartUnit = conflicts
	s.restartAt, s.reduceAt, s.reductionStep = conflicts, conflicts, conflicts
}
