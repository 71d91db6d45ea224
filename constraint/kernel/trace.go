package kernel

import (
	"cmp"
	"slices"
)

// A Trace is told what a solver is given and every step of a refutation, so that somebody else
// can check it. Without one nothing of this takes time.
type Trace interface {
	Variable(x Var, lo, hi int64)
	Equality(e, x Var, v int64)        // variable e, made last, says that x is v
	Given(id int64, clause []Atom)     // a clause, before anything is left out of it
	Propagator(id int32, p Propagator) // a constraint
	Root(h Hint)                       // what h derives holds for good
	Assumed(a Atom)                    // only solutions in which a holds are looked for from now on
	// Learned is a clause. With the negations of its atoms and what holds for good, the hints derive a
	// contradiction, one after the other.
	Learned(id int64, clause []Atom, hints []Hint)
	Deleted(id int64)
	Contradiction(h Hint) // of what holds for good: the end
}

// A Hint says what draws a conclusion: a clause, a propagator, or what ties a variable to those
// that say its values. The conclusion of a clause is its only atom that does not fail.
type Hint struct {
	Clause     int64 // its number from 1; 0: none
	Propagator int32 // its number; -1: none
	Follows    Atom  // False for a contradiction; not set for clauses
}

// A placed hint belongs to an event of the trail.
type placed struct {
	at int32
	Hint
}

// tracing is what a solver keeps for its Trace.
type tracing struct {
	clauses int64         // numbers given so far
	numbers map[ref]int64 // of clauses in the arena
	hints   []placed      // of the clause that is being derived
	origin  Hint          // of the present contradiction
}

// number gives a clause of the arena a number.
func (t *tracing) number(c ref, id int64) {
	if t.numbers == nil {
		t.numbers = map[ref]int64{}
	}
	t.numbers[c] = id
}

// hint says how an atom follows by a reason. running is the propagator that gave reasons by atoms.
func (s *Solver) hint(r Reason, a Atom) Hint {
	switch r.kind {
	case byClause:
		return Hint{Clause: s.tracing.numbers[ref(r.data)], Propagator: -1}
	case byAtoms:
		return Hint{Propagator: int32(s.atoms[r.data>>32-1].Side), Follows: a}
	case byChannel:
		return Hint{Propagator: -1, Follows: a}
	}
	return Hint{Propagator: r.kind, Follows: a}
}

// traceHint keeps the hint for an event that was explained while a clause is derived.
func (s *Solver) traceHint(at int32, r Reason, a Atom) {
	if s.options.Trace != nil {
		s.tracing.hints = append(s.tracing.hints, placed{at, s.hint(r, a)})
	}
}

// traceLearned tells of the clause that was derived, which has number id.
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

// traceEnd tells that what holds for good contradicts itself.
func (s *Solver) traceEnd(h Hint) {
	if s.options.Trace != nil {
		s.options.Trace.Contradiction(h)
	}
}

// fromClause, fromFail and fromReason keep where a contradiction comes from.
func (s *Solver) fromClause(c ref) {
	if s.options.Trace != nil {
		s.tracing.origin = Hint{Clause: s.tracing.numbers[c], Propagator: -1}
	}
}

func (s *Solver) fromFail() {
	if s.options.Trace != nil {
		s.tracing.origin = Hint{Propagator: s.running, Follows: False}
	}
}

func (s *Solver) fromReason(r Reason, a Atom) {
	if s.options.Trace != nil {
		s.tracing.origin = s.hint(r, a)
	}
}
