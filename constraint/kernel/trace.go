package kernel

import (
	"cmp"
	"slices"
)

// A Trace receives the constraints of a solver and every step of a refutation, so that an independent checker can
// verify it. Without a trace the solver spends no time on this.
type Trace interface {
	Variable(x Var, lo, hi int64)
	Equality(e, x Var, v int64)        // the new variable e represents x = v
	Given(id int64, clause []Atom)     // a clause as given, before simplification
	Propagator(id int32, p Propagator) // a constraint
	Root(h Hint)                       // the conclusion of h holds at level 0
	Assumed(a Atom)                    // only solutions with a are searched for from now on
	// Learned reports a learned clause. The hints, in order, derive a conflict from the negations of its atoms and the
	// facts of level 0.
	Learned(id int64, clause []Atom, hints []Hint)
	Deleted(id int64)
	Conflict(h Hint) // h is a conflict at level 0: the end
}

// A Hint names the source of an inference: a clause, a propagator, or else the channelling between a variable and its
// equality variables. A clause implies its only atom that is not false.
type Hint struct {
	Clause     int64  // its number from 1; 0: none
	Propagator int32  // its number; -1: none
	Follows    Atom   // False for a conflict; not set for clauses
	Data       uint64 // that of the propagator, see [Data]; NoData if it failed without
}

// NoData is the data of a hint of a propagator that failed.
const NoData = 1<<64 - 1

// A placed is a hint with its event in the trail.
type placed struct {
	at int32
	Hint
}

// tracing holds the state for a Trace.
type tracing struct {
	clauses int64         // number of clauses so far
	numbers map[ref]int64 // by clause of the arena
	hints   []placed      // of the clause being derived
	origin  Hint          // of the current conflict
}

// number assigns the number id to a clause of the arena.
func (t *tracing) number(c ref, id int64) {
	if t.numbers == nil {
		t.numbers = map[ref]int64{}
	}
	t.numbers[c] = id
}

// hint returns the hint for the inference of a by reason r.
func (s *Solver) hint(r Reason, a Atom) Hint {
	switch r.kind {
	case byClause:
		return Hint{Clause: s.tracing.numbers[ref(r.data)], Propagator: -1}
	case byAtoms:
		return Hint{Propagator: int32(s.atoms[r.data>>32-1].View), Follows: a}
	case byChannel:
		return Hint{Propagator: -1, Follows: a}
	}
	return Hint{Propagator: r.kind, Follows: a, Data: r.data}
}

// traceHint records the hint of an event that was explained during the derivation of a clause.
func (s *Solver) traceHint(at int32, r Reason, a Atom) {
	if s.options.Trace != nil {
		s.tracing.hints = append(s.tracing.hints, placed{at, s.hint(r, a)})
	}
}

// traceLearned reports the derived clause, whose number is id.
func (s *Solver) traceLearned(id int64) {
	t := &s.tracing
	slices.SortStableFunc(t.hints, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	hints := make([]Hint, 0, len(t.hints)+1)
	for _, h := range t.hints {
		hints = append(hints, h.Hint)
	}
	clause := make([]Atom, len(s.clause))
	for i, a := range s.clause {
		clause[i] = a.Not()
	}
	s.options.Trace.Learned(id, clause, append(hints, t.origin))
}

// traceEnd reports a conflict at level 0.
func (s *Solver) traceEnd(h Hint) {
	if s.options.Trace != nil {
		s.options.Trace.Conflict(h)
	}
}

// fromClause, fromFail and fromReason record the source of a conflict.
func (s *Solver) fromClause(c ref) {
	if s.options.Trace != nil {
		s.tracing.origin = Hint{Clause: s.tracing.numbers[c], Propagator: -1}
	}
}

func (s *Solver) fromFail() {
	if s.options.Trace != nil {
		s.tracing.origin = Hint{Propagator: s.running, Follows: False, Data: NoData}
	}
}

func (s *Solver) fromReason(r Reason, a Atom) {
	if s.options.Trace != nil {
		s.tracing.origin = s.hint(r, a)
	}
}
