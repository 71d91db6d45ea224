package sat

import (
	"context"
	"slices"

	"farbank/constraint/internal/clause"
)

// work holds the budgets of inprocessing, which bound its share of the time.
type work struct {
	probed, vivified int64 // propagations spent
	walked           int64 // visits at the last walk
	doubts           int   // walks that ended far from a model
	uniform          bool  // most clauses have the same length, so a walk is likely to find a model
	simplified       int   // number of literals at level 0 when clauses were last simplified
	nextProbe        int   // where probing continues
	bound            int   // number of clauses that eliminating a variable may add
}

// Shares of the propagations of the search: one of that many.
const (
	probeShare  = 20
	vivifyShare = 6
)

// inprocess simplifies the clauses at level 0. It returns false on a conflict.
func (s *Solver) inprocess(ctx context.Context) bool {
	ok := s.simplify() && s.probe(ctx) && s.simplify() && s.vivify(ctx)
	if ok && s.rounds%3 == 0 {
		return s.eliminate(ctx)
	}
	return ok && s.simplify()
}

// simplify deletes clauses that are true at level 0 and literals that are false there. It returns false on a conflict.
func (s *Solver) simplify() bool {
	if !s.settle() {
		return false
	}
	for _, p := range s.trail {
		s.about[p.Var()].reason = noRef
	}
	if len(s.trail) == s.work.simplified {
		return true
	}
	s.work.simplified = len(s.trail)
	s.stats.Fixed = len(s.trail)
	for _, list := range [][]ref{s.irredundant, s.learned} {
		for _, c := range list {
			if !s.arena.Dead(c) {
				s.strip(c)
			}
		}
	}
	s.collect()
	return true
}

// strip simplifies one clause. If the clause is not true, at least two literals must be unassigned.
func (s *Solver) strip(c ref) {
	ls := s.arena.Clause(c)
	falses := 0
	for _, p := range ls {
		if s.vals[p] > 0 {
			s.remove(c)
			return
		}
		if s.vals[p] < 0 {
			falses++
		}
	}
	if falses > 0 {
		s.shrinkTo(c, func(p lit) bool { return s.vals[p] == 0 })
	}
}

// shrinkTo removes the literals for which keep returns false.
func (s *Solver) shrinkTo(c ref, keep func(lit) bool) {
	var old []uint32
	if s.proof != nil {
		old = slices.Clone(s.arena.Clause(c))
	}
	ls := s.arena.Clause(c)
	n := 0
	for _, w := range ls {
		if keep(lit(w)) {
			ls[n] = w
			n++
		}
	}
	s.arena.Shrink(c, n)
	if s.proof != nil {
		kept := make([]lit, n)
		for i, w := range ls[:n] {
			kept[i] = lit(w)
		}
		s.proof.add(kept)
		s.proof.remove(old)
	}
	if glue := s.arena.Glue(c); glue >= n {
		s.arena.SetGlue(c, max(n-1, 1))
	}
}

// probe assumes roots of the binary implication graph (failed literal probing). It returns false on a conflict.
func (s *Solver) probe(ctx context.Context) bool {
	begin := s.stats.Propagations
	n := 2 * len(s.about)
	for range n {
		if s.stats.Propagations-begin+s.work.probed > (begin-s.work.probed)/probeShare || s.ended(ctx) {
			break
		}
		s.work.nextProbe = (s.work.nextProbe + 1) % n
		p := lit(s.work.nextProbe)
		if s.vals[p] != 0 || s.state[p.Var()] != active || !s.hasBinary(p^1) || s.hasBinary(p) {
			continue
		}
		s.decideOn(p)
		c := s.propagate()
		if c == noRef {
			s.backtrack(0)
			continue
		}
		_, glue := s.analyze(c)
		s.backtrack(0)
		s.learn(glue)
		if !s.settle() {
			return false
		}
	}
	s.work.probed += s.stats.Propagations - begin
	return true
}

// hasBinary reports whether p occurs in a binary clause.
func (s *Solver) hasBinary(p lit) bool {
	for _, w := range s.watches[p] {
		if w.ref&binaryTag != 0 {
			return true
		}
	}
	return false
}

// vivify shortens learned clauses: it assumes the negations of their literals one by one and propagates, which shows
// that some literals are redundant. It returns false on a conflict.
func (s *Solver) vivify(ctx context.Context) bool {
	begin := s.stats.Propagations
	allowed := (begin-s.work.vivified)/vivifyShare - s.work.vivified
	for i := len(s.learned) - 1; i >= 0; i-- {
		if s.stats.Propagations-begin > allowed || s.ended(ctx) {
			break
		}
		c := s.learned[i]
		if s.arena.Dead(c) || s.arena.Glue(c) > clause.TierGlue || s.arena.Flags(c)&triedFlag != 0 || s.arena.Words[c] == 2 {
			continue
		}
		s.arena.Set(c, triedFlag)
		if !s.vivifyOne(c) {
			return false
		}
	}
	s.work.vivified += s.stats.Propagations - begin
	return true
}

func (s *Solver) vivifyOne(c ref) bool {
	ls := s.arena.Clause(c)
	s.detach(c)
	byUse := make([]lit, len(ls))
	for i, w := range ls {
		byUse[i] = lit(w)
	}
	slices.SortStableFunc(byUse, func(a, b lit) int {
		x, y := s.heap.Activity[a>>1], s.heap.Activity[b>>1]
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	kept := s.assumeFalse(byUse)
	s.backtrack(0)
	if kept == nil {
		s.remove(c) // true at level 0
		return true
	}
	if len(kept) < len(ls) {
		s.stats.Vivified++
		for _, p := range kept {
			s.see(p.Var(), inClause)
		}
		s.shrinkTo(c, func(p lit) bool { return s.seen[p>>1] != unseen })
		s.unsee()
	}
	ls = s.arena.Clause(c)
	switch len(ls) {
	case 0:
		s.refuted = true // shrinkTo added it to the proof
		return false
	case 1:
		s.arena.Kill(c)
		s.assign(lit(ls[0]), noRef)
		return s.settle()
	}
	s.attach(c)
	return true
}

// assumeFalse returns literals of the clause that suffice, or nil if one of them is true at level 0. It leaves decision
// levels open.
func (s *Solver) assumeFalse(clause []lit) []lit {
	kept := make([]lit, 0, len(clause))
	for _, p := range clause {
		switch {
		case s.vals[p] > 0 && s.about[p>>1].level == 0:
			return nil
		case s.vals[p] > 0: // implied by the earlier literals
			s.see(p.Var(), inClause)
			return s.decisionsOf(append(kept[:0:0], p), kept)
		case s.vals[p] < 0:
			continue
		}
		kept = append(kept, p)
		s.decideOn(p ^ 1)
		if conflict := s.propagate(); conflict != noRef {
			s.seeClause(conflict)
			return s.decisionsOf(nil, kept)
		}
	}
	return kept
}

// decisionsOf appends to list the decided literals that imply the marked variables.
func (s *Solver) decisionsOf(list, decided []lit) []lit {
	for i := len(s.trail) - 1; i >= int(s.limits[0]); i-- {
		if v := s.trail[i].Var(); s.seen[v] != unseen && s.about[v].reason != noRef {
			s.seeClause(s.about[v].reason)
		}
	}
	for _, p := range decided {
		if s.seen[p.Var()] != unseen {
			list = append(list, p)
		}
	}
	s.unsee()
	return list
}

// detach removes a clause from its watch lists.
func (s *Solver) detach(c ref) {
	for _, w := range s.arena.Clause(c)[:2] {
		list := s.watches[w]
		i := slices.IndexFunc(list, func(w watch) bool { return w.ref&^binaryTag == c })
		s.watches[w] = slices.Delete(list, i, i+1)
	}
}
