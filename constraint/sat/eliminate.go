package sat

import (
	"context"
	"slices"
)

// An eliminator simplifies the irredundant clauses by means of occurrence lists: subsumption, self-subsuming resolution
// and bounded variable elimination.
type eliminator struct {
	s          *Solver
	ctx        context.Context
	clauses    []occurring
	occs       [][]int32 // by literal: indices of its clauses, some of them dead
	counts     []int32   // by literal: the number of its clauses
	queue      []int32   // clauses that may subsume others
	mark       []bool    // by literal
	touched    []bool    // by variable
	steps      int64     // remaining budget
	looks      uint32    // calls of over
	late       bool      // the context has ended
	head       int       // index in the trail of the first unit not applied yet
	resolve    []lit
	resolvents []lit // concatenated
	ends       []int // in resolvents
}

type occurring struct {
	ref       ref
	signature uint64 // bit mask of its variables
	queued    bool
}

// Limits in literals and clauses.
const (
	maxOccurrences  = 400
	longestResolved = 100
	maxSteps        = 100_000_000
	maxLiterals     = 30_000_000
)

// eliminate runs an eliminator at level 0. It returns false on a conflict.
func (s *Solver) eliminate(ctx context.Context) bool {
	if !s.simplify() {
		return false
	}
	n := 0
	for _, c := range s.irredundant {
		n += int(s.arena.Words[c])
	}
	if n > maxLiterals {
		return true
	}
	s.work.bound = min(2*s.work.bound+8*int(min(s.rounds, 1)), 16)
	e := &eliminator{s: s, ctx: ctx, steps: min(maxSteps, 20*int64(n)+4*s.stats.Propagations+1_000_000), head: len(s.trail)}
	e.build()
	for round := 0; round < 4 && e.subsumeAll() && e.eliminateAll() > 0; round++ {
	}
	return e.finish()
}

// build fills the occurrence lists.
func (e *eliminator) build() {
	s := e.s
	e.occs = make([][]int32, len(s.watches))
	e.counts = make([]int32, len(s.watches))
	e.mark = make([]bool, len(s.watches))
	e.touched = make([]bool, len(s.about))
	for v := range e.touched {
		e.touched[v] = true
	}
	for _, c := range s.irredundant {
		for _, w := range s.arena.Clause(c) {
			e.counts[w]++
		}
	}
	for l, n := range e.counts {
		e.occs[l] = make([]int32, 0, n)
		e.counts[l] = 0
	}
	for _, c := range s.irredundant {
		e.enter(c)
	}
}

// enter adds a clause to the occurrence lists.
func (e *eliminator) enter(c ref) {
	i := int32(len(e.clauses))
	o := occurring{ref: c, queued: true}
	for _, w := range e.s.arena.Clause(c) {
		o.signature |= 1 << (w >> 1 & 63)
		e.occs[w] = append(e.occs[w], i)
		e.counts[w]++
		e.touched[w>>1] = true
	}
	e.clauses = append(e.clauses, o)
	e.queue = append(e.queue, i)
}

func (e *eliminator) lits(i int32) []uint32 { return e.s.arena.Clause(e.clauses[i].ref) }
func (e *eliminator) dead(i int32) bool     { return e.s.arena.Dead(e.clauses[i].ref) }

func (e *eliminator) remove(i int32) {
	for _, w := range e.lits(i) {
		e.counts[w]--
		e.touched[w>>1] = true
	}
	e.s.remove(e.clauses[i].ref)
}

// of returns the clauses in which p occurs.
func (e *eliminator) of(p lit) []int32 {
	list := e.occs[p]
	if len(list) > int(e.counts[p]) {
		e.steps -= int64(len(list))
		list = slices.DeleteFunc(list, func(i int32) bool { return e.dead(i) || !slices.Contains(e.lits(i), uint32(p)) })
		e.occs[p] = list
	}
	return list
}

// over reports whether to stop: after a conflict, or when the budget or the context has ended.
func (e *eliminator) over() bool {
	if e.looks&255 == 0 {
		e.late = e.s.ended(e.ctx)
	}
	e.looks++
	return e.late || e.s.refuted || e.steps <= 0
}

// subsumeAll deletes subsumed clauses and strengthens others. It reports whether to continue.
func (e *eliminator) subsumeAll() bool {
	for len(e.queue) > 0 && !e.over() {
		i := e.queue[0]
		e.queue = e.queue[1:]
		e.clauses[i].queued = false
		if !e.dead(i) {
			e.subsumeBy(i)
		}
		e.applyUnits()
	}
	return !e.over()
}

// subsumeBy finds clauses that clause i subsumes or strengthens.
func (e *eliminator) subsumeBy(i int32) {
	ls := e.lits(i)
	best := lit(ls[0])
	for _, w := range ls {
		e.mark[w] = true
		if e.counts[w]+e.counts[w^1] < e.counts[best]+e.counts[best^1] {
			best = lit(w)
		}
	}
	if e.counts[best]+e.counts[best^1] <= maxOccurrences {
		for _, p := range []lit{best, best ^ 1} {
			for _, j := range slices.Clone(e.of(p)) {
				if j != i && !e.dead(j) && !e.dead(i) {
					e.compare(i, j)
				}
			}
		}
	}
	for _, w := range ls {
		e.mark[w] = false
	}
}

// compare deletes clause j if the marked clause i subsumes it, or strengthens it by self-subsuming resolution.
func (e *eliminator) compare(i, j int32) {
	a, b := &e.clauses[i], &e.clauses[j]
	size := len(e.lits(i))
	e.steps--
	if a.signature&^b.signature != 0 || len(e.lits(j)) < size {
		return
	}
	same, flipped := 0, lit(0)
	flips := 0
	e.steps -= int64(len(e.lits(j)))
	for _, w := range e.lits(j) {
		if e.mark[w] {
			same++
		} else if e.mark[w^1] {
			flips++
			flipped = lit(w)
		}
	}
	switch {
	case same == size:
		e.s.stats.Subsumed++
		e.remove(j)
	case same == size-1 && flips == 1:
		e.s.stats.Strengthened++
		e.strengthen(j, flipped)
	}
}

// strengthen removes a literal from a clause.
func (e *eliminator) strengthen(j int32, p lit) {
	o := &e.clauses[j]
	e.s.shrinkTo(o.ref, func(q lit) bool { return q != p })
	e.counts[p]--
	e.touched[p.Var()] = true
	ls := e.lits(j)
	if len(ls) == 0 {
		e.s.refuted = true // shrinkTo added it to the proof
		return
	}
	if len(ls) == 1 {
		e.unit(lit(ls[0]))
		return
	}
	o.signature = 0
	for _, w := range ls {
		o.signature |= 1 << (w >> 1 & 63)
	}
	if !o.queued {
		o.queued = true
		e.queue = append(e.queue, j)
	}
}

// unit makes p true. The proof contains the unit clause already.
func (e *eliminator) unit(p lit) {
	switch s := e.s; {
	case s.vals[p] < 0:
		s.refute()
	case s.vals[p] == 0:
		s.assign(p, noRef)
	}
}

// applyUnits deletes true clauses and false literals. A clause with one literal left stays in the arena until the
// literal is assigned, which happens at once.
func (e *eliminator) applyUnits() {
	s := e.s
	for e.head < len(s.trail) && !s.refuted {
		p := s.trail[e.head]
		e.head++
		for _, i := range slices.Clone(e.of(p)) {
			if len(e.lits(i)) == 1 { // the proof keeps units
				e.counts[p]--
				s.arena.Kill(e.clauses[i].ref)
			} else {
				e.remove(i)
			}
		}
		for _, i := range slices.Clone(e.of(p ^ 1)) {
			if !e.dead(i) && !s.refuted {
				e.strengthen(i, p^1)
			}
		}
	}
}

// eliminateAll eliminates variables, those with few occurrences first, and returns their number.
func (e *eliminator) eliminateAll() int {
	var list []uint32
	for v, t := range e.touched {
		if t && e.s.state[v] == active && !e.s.frozen[v] && e.s.vals[2*v] == 0 {
			list = append(list, uint32(v))
		}
		e.touched[v] = false
	}
	cost := func(v uint32) int64 { return int64(e.counts[2*v]) * int64(e.counts[2*v+1]) }
	slices.SortStableFunc(list, func(a, b uint32) int { return int(min(max(cost(a)-cost(b), -1), 1)) })
	n := 0
	for k, v := range list {
		if e.over() {
			for _, w := range list[k:] {
				e.touched[w] = true
			}
			break
		}
		if e.s.vals[2*v] == 0 && e.tryEliminate(lit(2*v)) {
			n++
		}
		e.applyUnits()
	}
	return n
}

// tryEliminate replaces the clauses of a variable by their resolvents unless there are too many.
func (e *eliminator) tryEliminate(p lit) bool {
	s := e.s
	if int(e.counts[p])+int(e.counts[p^1]) > maxOccurrences || int64(e.counts[p])*int64(e.counts[p^1]) > 2500 {
		return false
	}
	pos, neg := slices.Clone(e.of(p)), slices.Clone(e.of(p^1))
	allowed := len(pos) + len(neg) + s.work.bound
	if !e.resolveAll(pos, neg, p, allowed) {
		return false
	}
	e.eachResolvent(s.proof.add)
	begin := len(s.extension.ends)
	for _, i := range pos {
		s.extension.push(e.lits(i), p)
	}
	for _, i := range neg {
		s.extension.push(e.lits(i), p^1)
	}
	if s.extension.spans == nil {
		s.extension.spans = map[uint32][2]int{}
	}
	s.extension.spans[p.Var()] = [2]int{begin, len(s.extension.ends)}
	for _, i := range append(pos, neg...) {
		e.remove(i)
	}
	s.state[p.Var()] = eliminated
	s.stats.Eliminated++
	e.eachResolvent(e.addClause)
	return true
}

// resolveAll computes the resolvents of the clauses of p and of its negation. It reports whether they are few and
// short.
func (e *eliminator) resolveAll(pos, neg []int32, p lit, allowed int) bool {
	e.resolvents, e.ends = e.resolvents[:0], e.ends[:0]
	for _, i := range pos {
		for _, j := range neg {
			if !e.resolvent(i, j, p) {
				continue
			}
			e.resolvents = append(e.resolvents, e.resolve...)
			e.ends = append(e.ends, len(e.resolvents))
			if len(e.ends) > allowed || len(e.resolve) > longestResolved {
				return false
			}
		}
	}
	return true
}

// eachResolvent calls f with each resolvent.
func (e *eliminator) eachResolvent(f func([]lit)) {
	begin := 0
	for _, end := range e.ends {
		f(e.resolvents[begin:end:end])
		begin = end
	}
}

// addClause adds a resolvent. The proof contains it already.
func (e *eliminator) addClause(clause []lit) {
	s := e.s
	switch len(clause) {
	case 0:
		s.refuted = true
	case 1:
		e.unit(clause[0])
	default:
		c := s.arena.Add(clause, 0)
		s.irredundant = append(s.irredundant, c)
		e.enter(c)
	}
}

// resolvent stores the resolvent of two clauses in e.resolve. It returns false if that is a tautology.
func (e *eliminator) resolvent(i, j int32, p lit) bool {
	a, b := e.lits(i), e.lits(j)
	e.steps -= int64(len(a) + len(b))
	e.resolve = e.resolve[:0]
	for _, w := range a {
		if lit(w) != p {
			e.mark[w] = true
			e.resolve = append(e.resolve, lit(w))
		}
	}
	ok := true
	for _, w := range b {
		if lit(w) == p^1 || e.mark[w] {
			continue
		}
		if e.mark[w^1] {
			ok = false
			break
		}
		e.resolve = append(e.resolve, lit(w))
	}
	for _, w := range a {
		e.mark[w] = false
	}
	return ok
}

// finish deletes learned clauses with eliminated variables, and restores the watches.
func (e *eliminator) finish() bool {
	s := e.s
	if s.refuted {
		return false
	}
	e.applyUnits()
	if s.refuted {
		return false
	}
	for _, c := range s.learned {
		if s.arena.Dead(c) {
			continue
		}
		for _, w := range s.arena.Clause(c) {
			if s.state[w>>1] == eliminated {
				s.remove(c)
				break
			}
		}
	}
	// A learned clause may have fewer than two unassigned literals now. Propagating the whole trail again finds such
	// clauses.
	return s.stripLearned()
}

// stripLearned removes assigned literals from the learned clauses. It returns false on a conflict.
func (s *Solver) stripLearned() bool {
	for _, c := range s.learned {
		if s.arena.Dead(c) {
			continue
		}
		s.strip(c)
		if s.arena.Dead(c) {
			continue
		}
		switch ls := s.arena.Clause(c); len(ls) {
		case 0:
			s.refuted = true // shrinkTo added it to the proof
			return false
		case 1:
			s.arena.Kill(c)
			s.assign(lit(ls[0]), noRef)
		}
	}
	s.collect()
	s.head = 0
	s.work.simplified = -1
	return s.simplify()
}
