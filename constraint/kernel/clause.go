package kernel

import (
	"slices"

	"farbank/constraint/internal/clause"
)

// A watch is an entry of the list of a watched literal.
type watch struct {
	blocker lit
	ref     ref // may include clause.BinaryTag
}

// AddClause adds the clause that at least one of the atoms holds. It must be called at level 0.
func (s *Solver) AddClause(atoms ...Atom) {
	if s.refuted {
		return
	}
	id := s.give(atoms)
	kept, holds := s.normal(atoms)
	if holds {
		return
	}
	switch len(kept) {
	case 0:
		s.refuted = true
		s.traceEnd(Hint{Clause: id, Propagator: -1})
		return
	case 1:
		if s.options.Trace != nil {
			s.options.Trace.Root(Hint{Clause: id, Propagator: -1})
		}
		s.push(kept[0], Reason{kind: decided})
		return
	}
	lits := make([]lit, len(kept))
	for i, a := range kept {
		lits[i] = s.literal(a)
	}
	c := s.arena.Add(lits, 0)
	s.irredundant = append(s.irredundant, c)
	s.attach(c)
	if id > 0 {
		s.tracing.number(c, id)
	}
}

// give reports a clause to the trace and returns its number, or 0 if there is no trace.
func (s *Solver) give(atoms []Atom) int64 {
	if s.options.Trace == nil {
		return 0
	}
	s.tracing.clauses++
	s.options.Trace.Given(s.tracing.clauses, atoms)
	return s.tracing.clauses
}

// longClause is the length up to which normal searches a clause linearly.
const longClause = 32

// normal removes false atoms and atoms that imply another one. holds reports that the clause is always true.
func (s *Solver) normal(atoms []Atom) (kept []Atom, holds bool) {
	var place map[View]int // in kept, of a long clause
	if len(atoms) > longClause {
		place = make(map[View]int, len(atoms))
	}
	find := func(view View) int {
		if place == nil {
			return slices.IndexFunc(kept, func(b Atom) bool { return b.View == view })
		}
		if i, ok := place[view]; ok {
			return i
		}
		return -1
	}
	for _, a := range atoms {
		if s.Holds(a) {
			return nil, true
		}
		if s.Fails(a) {
			continue
		}
		if i := find(a.View); i >= 0 {
			kept[i].Value = min(kept[i].Value, a.Value)
			continue
		}
		if place != nil {
			place[a.View] = len(kept)
		}
		kept = append(kept, a)
	}
	for _, a := range kept {
		if i := find(a.View ^ 1); i >= 0 && a.Value+kept[i].Value <= 1 {
			return nil, true
		}
	}
	return kept, false
}

func (s *Solver) attach(c ref) {
	ls := s.arena.Clause(c)
	a, b := lit(ls[0]), lit(ls[1])
	r := c
	if len(ls) == 2 {
		r |= clause.BinaryTag
	}
	s.watches[a] = append(s.watches[a], watch{b, r})
	s.watches[b] = append(s.watches[b], watch{a, r})
}

// The parts of [Stats].Work beside the lengths of lists.
const (
	eventWork   = 2
	callWork    = 2
	explainWork = 4
)

// propagate runs until a fixed point, or until s.halt is set. It returns false after a conflict, which s.conflict
// holds.
func (s *Solver) propagate() bool {
	for {
		for s.head < len(s.trail) {
			e := s.trail[s.head]
			s.head++
			if !s.visit(e) {
				s.clearQueues()
				return false
			}
		}
		if s.stats.Propagations&1023 == 0 && s.interrupted() {
			return true // the queues keep their contents
		}
		id := s.nextPropagator()
		if id < 0 {
			if s.final == 0 || s.finalAt == len(s.trail) {
				return true
			}
			id, s.finalAt = s.final-1, len(s.trail)
		}
		s.stats.Propagations++
		s.stats.Work += callWork + int64(s.sizes[id])
		s.running = id
		if !s.propagators[id].Propagate(s) {
			s.clearQueues()
			return false
		}
	}
}

// interrupted checks the limits. At level 0 it forgets the reasons of bounds first: bounds may rise in many small steps
// there.
func (s *Solver) interrupted() bool {
	if len(s.limits) == 0 && len(s.trail) > 1<<16 {
		s.forget()
	}
	s.halt = s.stopped(s.ctx)
	return s.halt != nil
}

func (s *Solver) nextPropagator() int32 {
	for i, q := range s.queues {
		if s.heads[i] < len(q) {
			id := q[s.heads[i]]
			if s.heads[i]++; s.heads[i] == len(q) {
				s.queues[i], s.heads[i] = q[:0], 0
			}
			s.queued[id] = false
			return id
		}
	}
	return -1
}

// visit propagates an event through clauses and domains, and wakes propagators.
func (s *Solver) visit(e event) bool {
	if l := &s.ladders[e.view>>1]; len(l.values) > 0 {
		i, j := l.crossed(e.view, e.old, e.value)
		for _, v := range l.of[i:j] {
			if !s.visitLiteral(lit(2*v + uint32(e.view&1))) {
				return false
			}
		}
	}
	s.stats.Work += eventWork + int64(len(s.wakes[e.view]))
	for i := range s.wakes[e.view] {
		switch w := s.wakes[e.view][i]; {
		case w.data >= 0:
			s.propagators[w.id].(Noter).Note(s, w.data)
		case !s.Fails(w.unless):
			s.Wake(w.id)
		}
	}
	return s.channel(e)
}

// visitLiteral propagates the clauses that watch the negation of p, which has become true.
func (s *Solver) visitLiteral(p lit) bool {
	words, vals := s.arena.Words, s.vals
	falsified := p ^ 1
	ws := s.watches[falsified]
	s.stats.Work += int64(len(ws))
	i, j := 0, 0
	conflict := clause.None
	for i < len(ws) {
		w := ws[i]
		i++
		v := vals[w.blocker]
		if v > 0 {
			ws[j] = w
			j++
			continue
		}
		if w.ref&clause.BinaryTag != 0 {
			ws[j] = w
			j++
			c := w.ref &^ clause.BinaryTag
			if v < 0 {
				conflict = c
				break
			}
			s.push(s.atomOf(w.blocker), Reason{byClause, uint64(c)})
			continue
		}
		begin := uint32(w.ref) + clause.Header
		ls := words[begin : begin+words[w.ref]]
		other := lit(ls[0] ^ ls[1] ^ uint32(falsified))
		v = vals[other]
		if v > 0 {
			ws[j] = watch{other, w.ref}
			j++
			continue
		}
		found := false
		for k := 2; k < len(ls); k++ {
			q := ls[k]
			if vals[q] >= 0 {
				ls[0], ls[1], ls[k] = uint32(other), q, uint32(falsified)
				s.watches[q] = append(s.watches[q], watch{other, w.ref})
				found = true
				break
			}
		}
		if found {
			continue
		}
		ws[j] = watch{other, w.ref}
		j++
		if v < 0 {
			conflict = w.ref
			break
		}
		s.push(s.atomOf(other), Reason{byClause, uint64(w.ref)})
	}
	if i != j {
		j += copy(ws[j:], ws[i:])
		s.watches[falsified] = ws[:j]
	}
	if conflict == clause.None {
		return true
	}
	s.conflict = s.conflict[:0]
	for _, q := range s.arena.Clause(conflict) {
		s.conflict = append(s.conflict, s.atomOf(lit(q)^1))
	}
	s.useClause(conflict)
	s.fromClause(conflict)
	return false
}
