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

// A Status says how a search ended.
type Status int

// How a search ends.
const (
	Unknown   Status = iota
	Solution         // all variables have values; ask Min
	Exhausted        // there is none, or none more
)

// A Chooser gives an atom to decide that is not known, or reports that it has none.
type Chooser func(s *Solver) (Atom, bool)

// search is the state of the search.
type search struct {
	started       bool
	restartAt     int64
	restartNo     int64
	reduceAt      int64
	reductionStep int64
	reductions    int64
	freely        bool    // the present stretch is a free search
	best          []int64 // the solution that was improved on last, by variable
	turns         int64   // of so many stretches one is the search that was asked for
	ticks         uint32
	assumed       []Atom
	core          []Atom
	atSolution    bool
	projected     []Var // nil: all
	freeOnly      bool  // do not use what was asked for
	askedOnly     bool  // use only what was asked for, without restarts
	restartUnit   int64
	stretches     func(n int64) int64 // how long the n-th is, from 0; nil: as is best
	restarted     func()              // called at level 0
	working       func()              // called often
}

func (s *search) init() {
	s.restartUnit, s.reductionStep, s.turns = 64, 300, 2
	s.restartAt, s.reduceAt = s.restartUnit, 2000
}

const decay = 0.95

// A MemoryError says that the limit of memory was reached.
type MemoryError struct{ Limit int64 }

func (e *MemoryError) Error() string {
	return fmt.Sprintf("the search takes more than the %d bytes allowed", e.Limit)
}

// MemoryLimit says what kind of error it is.
func (e *MemoryError) MemoryLimit() bool { return true }

// Choose adds a part of the search that is asked for; they are asked in order.
func (s *Solver) Choose(c Chooser) { s.brancher = append(s.brancher, c) }

// SetAsked has only the search that was asked for used (true, false), only the free one (false,
// true), or both in turns.
func (s *Solver) SetAsked(askedOnly, freeOnly bool) { s.askedOnly, s.freeOnly = askedOnly, freeOnly }

// SetTurns has one of so many stretches be the search that was asked for, from the first on.
func (s *Solver) SetTurns(n int) { s.turns = max(int64(n), 1) }

// SetRestarts says how many contradictions the n-th stretch of the search lasts, from 0, at least one, also where only the search that was asked for is
// used; nil: as is best. It is for the time before the first Next.
func (s *Solver) SetRestarts(stretches func(n int64) int64) {
	s.stretches = stretches
	s.restartAt = s.stats.Conflicts + s.stretch()
}

// longestStretch is how long a stretch may be, so that adding it does not leave 64 bits.
const longestStretch = 1 << 60

// stretch is how long the stretch that begins is.
func (s *Solver) stretch() int64 {
	if s.stretches != nil {
		return min(max(s.stretches(s.restartNo), 1), longestStretch)
	}
	return s.restartUnit * order.Luby(s.restartNo)
}

// Next looks for a solution, or for one more. With assumptions, Exhausted says that there is none
// in which they hold. The error says why the status is Unknown: the context's or a [*MemoryError].
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

// Project has solutions count as different only if one of these variables is.
func (s *Solver) Project(xs ...Var) {
	if xs == nil {
		xs = []Var{}
	}
	s.projected = xs
}

// leaveSolution forbids the solution that the search stands at.
func (s *Solver) leaveSolution() bool {
	if s.projected != nil {
		return s.forbid()
	}
	s.conflict = s.conflict[:0]
	for i, begin := range s.limits {
		if int(begin) < len(s.trail) && s.trail[begin].level == int32(i+1) {
			s.conflict = append(s.conflict, Atom{s.trail[begin].side, s.trail[begin].value})
		}
	}
	return s.resolve(true)
}

// forbid adds a clause that one of the projected variables is another, and learns from it: the
// clause is false now. It is watched at literals of the highest levels.
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

// Improve requires an atom of all further solutions: after one was found, a better bound. It
// goes back to level 0.
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

// Restart goes back to level 0, where variables and constraints may be added.
func (s *Solver) Restart() {
	s.backtrack(0)
	s.atSolution = false
	if s.started && !s.refuted {
		s.settle()
	}
}

// resolve learns from s.conflict. It reports whether the search can go on.
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
		case s.budget > 0 && s.stats.Conflicts >= s.budget:
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
		runtime.Gosched() // a browser takes nobody off the processor
	}
	if s.working != nil {
		s.working()
	}
	if m := s.options.Memory; m > 0 && s.used() > m {
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
	if s.restarted != nil {
		s.restarted()
	}
}

// turn chooses the search of the stretch that begins.
func (s *Solver) turn() { s.freely = len(s.brancher) == 0 || s.freeOnly || s.restartNo%s.turns != 0 }

// OnWork has a function called often.
func (s *Solver) OnWork(f func()) { s.working = f }

// OnRestart has a function called at level 0 after restarts: it may add clauses.
func (s *Solver) OnRestart(f func()) { s.restarted = f }

// step assumes or decides one atom. It reports whether the search is at an end.
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

// asked gives an atom by the search that was asked for.
func (s *Solver) asked() (Atom, bool) {
	for _, c := range s.brancher {
		if a, ok := c(s); ok {
			return a, true
		}
	}
	return Atom{}, false
}

// choose gives an atom to decide.
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
	if s.freely && !s.freeOnly { // nothing is known of what is left
		if a, ok := s.asked(); ok {
			return a, true
		}
	}
	for ; s.cursor < len(s.wanted); s.cursor++ {
		if x := s.wanted[s.cursor]; !s.Fixed(x) {
			if s.high {
				return x.AtLeast(s.Max(x)), true
			}
			return x.AtMost(s.Min(x)), true
		}
	}
	return Atom{}, false
}

// Core is, after Next has said Exhausted, which of the assumed atoms cannot hold together.
func (s *Solver) Core() []Atom { return s.core }

// coreOf finds the assumptions from which the negation of an assumption follows.
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
			s.core = append(s.core, Atom{e.side, e.value})
			continue
		}
		s.why = s.why[:0]
		s.explain(e.reason, Atom{e.side, s.need[at]}, at)
		for _, b := range s.why {
			s.require(b, at, -1)
		}
	}
	for _, e := range s.marked {
		s.mark[e] = unmarked
	}
	s.marked = s.marked[:0]
}

// Hurry has restarts and reductions come after so many contradictions, for tests.
func (s *Solver) Hurry(conflicts int64) {
	s.restartUnit = conflicts
	s.restartAt, s.reduceAt, s.reductionStep = conflicts, conflicts, conflicts
}
