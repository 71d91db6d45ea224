package kernel

import (
	"fmt"
	"slices"

	"farbank/constraint/internal/clause"
)

// analysis holds the working memory of conflict analysis. Marks are of events of the trail.
type analysis struct {
	need    []int64 // of a marked event: the bound of its view that is needed
	mark    []uint8
	marked  []int32 // events to unmark at the end
	learnt  []int32 // events below the level of the conflict
	open    int     // marked events of that level that are still to be resolved
	visited int     // explanations requested while minimizing the clause

	clause    []Atom
	levels    []int32
	stamps    []int64 // by level
	stamp     int64
	viewStamp []int64 // by view
	viewAt    []int32 // by view, if stamped: index into clause
}

// Marks of events.
const (
	unmarked uint8 = iota
	inClause
	redundant // implied by the rest of the clause
	essential // not implied
)

// eventOf returns the last event before at by which a became true, or -1 if a holds at level 0.
func (s *Solver) eventOf(a Atom, at int32) int32 {
	e := s.last[a.View]
	for e >= at {
		e = s.trail[e].before
	}
	if e < 0 {
		if s.options.Audit != nil && s.BoundAt(a.View, 0) < a.Value {
			panic(fmt.Sprintf("kernel: the reason %v did not hold", a))
		}
		return -1
	}
	if s.trail[e].value < a.Value {
		panic(fmt.Sprintf("kernel: the reason %v did not hold", a))
	}
	for s.trail[e].old >= a.Value {
		if e = s.trail[e].before; e < 0 {
			return -1
		}
	}
	if s.trail[e].level == 0 {
		return -1
	}
	return e
}

// require marks the event of a. level is the level of the conflict.
func (s *Solver) require(a Atom, at, level int32) {
	e := s.eventOf(a, at)
	if e < 0 {
		return
	}
	if s.mark[e] == inClause {
		s.need[e] = max(s.need[e], a.Value)
		return
	}
	s.mark[e], s.need[e] = inClause, a.Value
	s.marked = append(s.marked, e)
	s.bumpAtom(a)
	if s.trail[e].level == level {
		s.open++
	} else {
		s.learnt = append(s.learnt, e)
	}
}

// bumpAtom increases the activity of the literal of a, if a has one, and the weight of its variable.
func (s *Solver) bumpAtom(a Atom) {
	x := a.View.Var()
	if o := s.owners[x]; o.x >= 0 {
		x = o.x
	}
	s.weights[x]++
	if a.View&1 != 0 {
		a = a.Not()
	}
	if v, ok := s.ladders[a.View>>1].find(a.Value); ok {
		s.bump(v)
	}
}

func (s *Solver) bump(v uint32) {
	s.heap.Bump(v)
	if s.vals[2*v] == 0 {
		s.heap.Insert(v)
	}
}

// analyze derives a clause from s.conflict by resolving up to the first unique implication point. It sets s.clause to
// the atoms that cannot all hold. Only the first of them is of the conflict's level, which may be below the current
// one. analyze returns the level to backtrack to, or -1 if there is no solution.
func (s *Solver) analyze() (back int) {
	for len(s.mark) < len(s.trail) {
		s.mark = append(s.mark, unmarked)
		s.need = append(s.need, 0)
	}
	now := s.Now()
	level, top := int32(0), int32(-1)
	for _, a := range s.conflict {
		if e := s.eventOf(a, now); e >= 0 {
			top = max(top, e)
			level = max(level, s.trail[e].level)
		}
	}
	if top < 0 {
		s.traceEnd(s.tracing.origin)
		return -1
	}
	s.tracing.hints = s.tracing.hints[:0]
	s.learnt, s.open = s.learnt[:0], 0
	for _, a := range s.conflict {
		s.require(a, now, level)
	}
	at := top
	for ; ; at-- {
		if s.mark[at] != inClause {
			continue
		}
		if s.open--; s.open == 0 {
			break
		}
		e := &s.trail[at]
		s.mark[at] = unmarked
		s.why = s.why[:0]
		s.explain(e.reason, Atom{e.view, s.need[at]}, at)
		s.traceHint(at, e.reason, Atom{e.view, s.need[at]})
		s.stats.Work += explainWork + int64(len(s.why))
		for _, a := range s.why {
			s.require(a, at, level)
		}
	}
	s.minimize()
	s.collectClause(at)
	for _, e := range s.marked {
		s.mark[e] = unmarked
	}
	s.marked = s.marked[:0]
	return s.backLevel()
}

// minimize removes events that the rest of the clause implies (recursive minimization: Sörensson and Biere 2009).
func (s *Solver) minimize() {
	s.stamp++
	s.growStamps()
	for _, e := range s.learnt {
		s.stamps[s.trail[e].level] = s.stamp
	}
	s.visited = 0
	n := 0
	for _, e := range s.learnt {
		if !s.follows(e, s.need[e], 0) {
			s.learnt[n] = e
			n++
		}
	}
	s.learnt = s.learnt[:n]
}

func (s *Solver) growStamps() {
	for len(s.stamps) <= len(s.limits) {
		s.stamps = append(s.stamps, 0)
	}
}

const (
	deepest  = 100
	maxVisit = 2000 // explanations per conflict
)

// follows reports whether the event at implies its view to be at least need given the rest of the clause.
func (s *Solver) follows(at int32, need int64, depth int) bool {
	e := &s.trail[at]
	if e.reason.kind == decided || s.stamps[e.level] != s.stamp || depth > deepest || s.visited > maxVisit {
		return false
	}
	s.visited++
	begin := len(s.why)
	s.explain(e.reason, Atom{e.view, need}, at)
	end := len(s.why)
	s.stats.Work += explainWork + int64(end-begin)
	for i := begin; i < end; i++ {
		if !s.covered(s.why[i], at, depth) {
			s.why = s.why[:begin]
			return false
		}
	}
	s.why = s.why[:begin]
	s.traceHint(at, e.reason, Atom{e.view, need})
	return true
}

// covered reports whether the clause implies a.
func (s *Solver) covered(a Atom, at int32, depth int) bool {
	e := s.eventOf(a, at)
	if e < 0 {
		return true
	}
	switch s.mark[e] {
	case inClause, redundant:
		if s.need[e] >= a.Value {
			return true
		}
		if s.mark[e] == inClause {
			return false
		}
	case essential:
		if s.need[e] <= a.Value {
			return false
		}
	}
	ok := s.follows(e, a.Value, depth+1)
	if s.mark[e] == unmarked {
		s.marked = append(s.marked, e)
	}
	s.need[e] = a.Value
	s.mark[e] = essential
	if ok {
		s.mark[e] = redundant
	}
	return ok
}

// collectClause sets s.clause to the atoms of the marked events. Of two atoms of a view it keeps the stronger.
func (s *Solver) collectClause(first int32) {
	s.stamp++
	s.clause, s.levels = s.clause[:0], s.levels[:0]
	for i := -1; i < len(s.learnt); i++ {
		e := first
		if i >= 0 {
			e = s.learnt[i]
		}
		a := Atom{s.trail[e].view, s.need[e]}
		if s.viewStamp[a.View] == s.stamp {
			if k := s.viewAt[a.View]; s.clause[k].Value < a.Value {
				s.clause[k], s.levels[k] = a, s.trail[e].level
			}
			continue
		}
		s.viewStamp[a.View], s.viewAt[a.View] = s.stamp, int32(len(s.clause))
		s.clause = append(s.clause, a)
		s.levels = append(s.levels, s.trail[e].level)
	}
}

// backLevel moves an atom of the second highest level to index 1 and returns that level.
func (s *Solver) backLevel() int {
	if len(s.clause) == 1 {
		return 0
	}
	top := 1
	for i := 2; i < len(s.clause); i++ {
		if s.levels[i] > s.levels[top] {
			top = i
		}
	}
	s.clause[1], s.clause[top] = s.clause[top], s.clause[1]
	s.levels[1], s.levels[top] = s.levels[top], s.levels[1]
	return int(s.levels[1])
}

// glue returns the number of distinct levels of the clause, its literal block distance.
func (s *Solver) glue() int {
	n := 0
	s.stamp++
	s.growStamps()
	for _, l := range s.levels {
		if s.stamps[l] != s.stamp {
			s.stamps[l] = s.stamp
			n++
		}
	}
	return n
}

// learn adds the derived clause after backtracking and sets the atom that it implies.
func (s *Solver) learn(glue int) {
	s.stats.Learned++
	id := int64(0)
	if s.options.Trace != nil {
		s.tracing.clauses++
		id = s.tracing.clauses
		s.traceLearned(id)
	}
	if s.exported != nil {
		s.export(glue)
	}
	first := s.clause[0].Not()
	if len(s.clause) == 1 {
		s.push(first, Reason{kind: decided})
		return
	}
	lits := make([]lit, len(s.clause))
	for i, a := range s.clause {
		lits[i] = s.literal(a.Not())
		if s.freely { // a requested search must not change the phases of the free one
			s.saved[lits[i].Var()] = int8(lits[i]&1)*2 - 1 // as it was: false
		}
		s.bump(lits[i].Var())
	}
	c := s.arena.Add(lits, clause.LearnedFlag)
	s.arena.SetGlue(c, glue)
	s.arena.SetUsed(c, 1)
	s.learned = append(s.learned, c)
	s.attach(c)
	if id > 0 {
		s.tracing.number(c, id)
	}
	s.push(first, Reason{byClause, uint64(c)})
}

// useClause marks a learned clause as recently used.
func (s *Solver) useClause(c ref) {
	if !s.arena.Learned(c) {
		return
	}
	n := uint32(1)
	if s.arena.Glue(c) <= clause.TierGlue {
		n = 2
	}
	s.arena.SetUsed(c, n)
}

// reduce deletes three quarters of the learned clauses that were rarely used, and literals that no longer occur in a
// clause.
func (s *Solver) reduce() {
	for _, c := range s.arena.Poor(s.learned, s.isReason) {
		s.arena.Kill(c)
		s.stats.Deleted++
		if s.options.Trace != nil {
			s.options.Trace.Deleted(s.tracing.numbers[c])
			delete(s.tracing.numbers, c)
		}
	}
	s.collect()
}

func (s *Solver) isReason(c ref) bool {
	for _, w := range s.arena.Clause(c)[:2] {
		if s.vals[w] > 0 {
			e := s.last[s.atomOf(lit(w)).View]
			for ; e >= 0; e = s.trail[e].before {
				if r := s.trail[e].reason; r.kind == byClause && ref(r.data) == c {
					return true
				}
			}
		}
	}
	return false
}

// collect removes deleted clauses, rebuilds the watch lists and frees unused literals.
func (s *Solver) collect() {
	isDead := func(c ref) bool { return s.arena.Dead(c) }
	s.irredundant = slices.DeleteFunc(s.irredundant, isDead)
	s.learned = slices.DeleteFunc(s.learned, isDead)
	if s.arena.Wasted > len(s.arena.Words)/4 {
		s.compact()
	}
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	used := make([]bool, len(s.meaning))
	for _, binary := range []bool{true, false} {
		for _, list := range [][]ref{s.irredundant, s.learned} {
			for _, c := range list {
				if (s.arena.Words[c] == 2) != binary {
					continue
				}
				s.attach(c)
				for _, w := range s.arena.Clause(c) {
					used[w>>1] = true
				}
			}
		}
	}
	for _, v := range s.free {
		used[v] = true
	}
	for v, u := range used {
		if !u {
			l := &s.ladders[s.meaning[v].View>>1]
			i := l.from(s.meaning[v].Value)
			l.values = slices.Delete(l.values, i, i+1)
			l.of = slices.Delete(l.of, i, i+1)
			s.heap.Forget(uint32(v))
			s.free = append(s.free, uint32(v))
			s.vals[2*v], s.vals[2*v+1] = 1, -1 // keeps the search from deciding it
		}
	}
}

func (s *Solver) compact() {
	to := clause.Arena{Words: make([]uint32, 0, len(s.arena.Words)-s.arena.Wasted+len(s.arena.Words)/8)}
	numbers := s.tracing.numbers
	s.tracing.numbers = nil
	for _, list := range [][]ref{s.irredundant, s.learned} {
		for i, c := range list {
			list[i] = s.arena.Move(c, &to)
			if id, ok := numbers[c]; ok {
				s.tracing.number(list[i], id)
			}
		}
	}
	for i := range s.trail {
		if r := &s.trail[i].reason; r.kind == byClause {
			r.data = uint64(s.arena.Move(ref(r.data), &to))
		}
	}
	s.arena = to
}
