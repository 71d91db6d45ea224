package sat

import (
	"slices"

	"farbank/constraint/internal/clause"
)

// analysis holds the working memory of conflict analysis.
type analysis struct {
	seen    []uint8 // by variable
	clear   []uint32
	learnt  []lit
	stamps  []int64 // by level
	stamp   int64
	visited int // literals visited, to bound the work of minimization
}

// Values of seen.
const (
	unseen uint8 = iota
	inClause
	removable // implied by the rest of the clause
	needed    // not implied
)

// analyze derives the first unique implication point clause from a conflict. Only the first literal of s.learnt is of
// the current level. analyze returns the level at which the clause becomes unit, and its glue: the number of distinct
// levels.
func (s *Solver) analyze(conflict ref) (back, glue int) {
	s.learnt = append(s.learnt[:0], 0)
	open, at := 0, len(s.trail)-1
	level := int32(s.level())
	p := lit(0)
	for c, first := conflict, true; ; first = false {
		s.useClause(c)
		for _, w := range s.arena.Clause(c) {
			q := lit(w)
			v := q.Var()
			if q == p && !first || s.seen[v] != unseen || s.about[v].level == 0 {
				continue
			}
			s.see(v, inClause)
			if s.about[v].level == level {
				open++
			} else {
				s.learnt = append(s.learnt, q)
			}
		}
		for s.seen[s.trail[at].Var()] == unseen {
			at--
		}
		p = s.trail[at]
		at--
		if open--; open == 0 {
			break
		}
		c = s.about[p.Var()].reason
	}
	s.learnt[0] = p ^ 1
	s.bumpSeen()
	s.minimize()
	s.unsee()
	return s.backLevel(), s.glueOf(s.learnt)
}

// bumpSeen moves the variables of the conflict forward in the decision order.
func (s *Solver) bumpSeen() {
	if !s.queued {
		for _, v := range s.clear {
			s.heap.Bump(v)
		}
		return
	}
	slices.SortFunc(s.clear, func(a, b uint32) int { return int(s.queue.Stamp(a) - s.queue.Stamp(b)) })
	for _, v := range s.clear {
		s.queue.Bump(v, true)
	}
}

func (s *Solver) see(v uint32, mark uint8) {
	s.seen[v] = mark
	s.clear = append(s.clear, v)
}

func (s *Solver) unsee() {
	for _, v := range s.clear {
		s.seen[v] = unseen
	}
	s.clear = s.clear[:0]
}

// useClause marks a learned clause as recently used, and updates its glue if that has decreased.
func (s *Solver) useClause(c ref) {
	if !s.arena.Learned(c) {
		return
	}
	if glue := s.arena.Glue(c); glue > clause.CoreGlue {
		n := 0
		s.stamp++
		for _, w := range s.arena.Clause(c) {
			if l := s.about[w>>1].level; s.stamps[l] != s.stamp {
				s.stamps[l] = s.stamp
				n++
			}
		}
		if n < glue {
			s.arena.SetGlue(c, n)
			glue = n
		}
		if glue <= clause.TierGlue {
			s.arena.SetUsed(c, 2)
			return
		}
	}
	s.arena.SetUsed(c, 1)
}

func (s *Solver) glueOf(clause []lit) int {
	n := 0
	s.stamp++
	for _, p := range clause {
		if l := s.about[p>>1].level; s.stamps[l] != s.stamp {
			s.stamps[l] = s.stamp
			n++
		}
	}
	return n
}

// backLevel moves a literal of the second highest level to index 1 and returns that level.
func (s *Solver) backLevel() int {
	if len(s.learnt) == 1 {
		return 0
	}
	top := 1
	for i := 2; i < len(s.learnt); i++ {
		if s.about[s.learnt[i]>>1].level > s.about[s.learnt[top]>>1].level {
			top = i
		}
	}
	s.learnt[1], s.learnt[top] = s.learnt[top], s.learnt[1]
	return int(s.about[s.learnt[1]>>1].level)
}

// minimize removes literals that the rest of the clause implies.
func (s *Solver) minimize() {
	levels := uint64(0)
	for _, p := range s.learnt[1:] {
		levels |= 1 << (s.about[p>>1].level & 63)
	}
	n := 1
	s.visited = 0
	for _, p := range s.learnt[1:] {
		if s.about[p>>1].reason == noRef || !s.follows(p, levels, 0) {
			s.learnt[n] = p
			n++
		}
	}
	s.learnt = s.learnt[:n]
}

const (
	deepest  = 600     // recursion depth
	maxVisit = 100_000 // literals per conflict
)

// follows reports whether the rest of the clause implies the negation of p.
func (s *Solver) follows(p lit, levels uint64, depth int) bool {
	k := s.about[p>>1]
	if k.reason == noRef || levels>>(k.level&63)&1 == 0 || depth > deepest || s.visited > maxVisit {
		return false
	}
	ls := s.arena.Clause(k.reason)
	s.visited += len(ls)
	for _, w := range ls {
		v := w >> 1
		if v == p.Var() || s.about[v].level == 0 {
			continue
		}
		switch s.seen[v] {
		case inClause, removable:
			continue
		case needed:
			return false
		}
		if !s.follows(lit(w), levels, depth+1) {
			if s.seen[v] == unseen {
				s.see(v, needed)
			}
			return false
		}
		s.see(v, removable)
	}
	return true
}

// learn adds the derived clause and assigns its first literal.
func (s *Solver) learn(glue int) {
	s.proof.add(s.learnt)
	s.stats.Learned++
	if len(s.learnt) == 1 {
		s.assign(s.learnt[0], noRef)
		return
	}
	c := s.arena.Add(s.learnt, learnedFlag)
	s.arena.SetGlue(c, glue)
	s.arena.SetUsed(c, 1+uint32(b2i(glue <= clause.TierGlue)))
	s.learned = append(s.learned, c)
	s.attach(c)
	s.assign(s.learnt[0], c)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// coreOf computes assumptions that imply the negation of the assumption p.
func (s *Solver) coreOf(p lit) {
	s.core = append(s.core[:0], external(p))
	if s.about[p>>1].level == 0 {
		return
	}
	s.see(p.Var(), inClause)
	for i := len(s.trail) - 1; i >= int(s.limits[0]); i-- {
		q := s.trail[i]
		v := q.Var()
		if s.seen[v] == unseen {
			continue
		}
		if s.about[v].reason == noRef {
			s.core = append(s.core, external(q))
			continue
		}
		s.seeClause(s.about[v].reason)
	}
	s.unsee()
}

// seeClause marks the variables of a clause above level 0.
func (s *Solver) seeClause(c ref) {
	for _, w := range s.arena.Clause(c) {
		if v := w >> 1; s.about[v].level > 0 && s.seen[v] == unseen {
			s.see(v, inClause)
		}
	}
}
