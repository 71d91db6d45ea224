package sat

import (
	"math"
	"slices"

	"farbank/constraint/internal/clause"
)

// firstReduction is the number of conflicts before the first reduction. Later intervals are longer. A large value is
// expensive for formulas with few variables, because each variable is watched in many learned clauses.
const firstReduction = 300

// reduce deletes three quarters of the learned clauses that were rarely used.
func (s *Solver) reduce() {
	s.reductions++
	s.reduceAt = s.after(int64(firstReduction * math.Sqrt(float64(s.reductions+1))))
	for _, c := range s.arena.Poor(s.learned, s.isReason) {
		s.remove(c)
	}
	s.collect()
}

func (s *Solver) isReason(c ref) bool {
	ls := s.arena.Clause(c)
	return s.vals[ls[0]] > 0 && s.about[ls[0]>>1].reason == c || s.vals[ls[1]] > 0 && s.about[ls[1]>>1].reason == c
}

// remove deletes a clause, which must not be a reason. Its watches remain until collect.
func (s *Solver) remove(c ref) {
	s.proof.remove(s.arena.Clause(c))
	s.arena.Kill(c)
	s.stats.Deleted++
}

// collect removes deleted clauses and rebuilds the watch lists, with binary clauses first.
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
	for _, binary := range []bool{true, false} {
		for _, list := range [][]ref{s.irredundant, s.learned} {
			for _, c := range list {
				if (s.arena.Words[c] == 2) == binary {
					s.attach(c)
				}
			}
		}
	}
}

// compact moves the remaining clauses to a new arena.
func (s *Solver) compact() {
	to := clause.Arena{Words: make([]uint32, 0, len(s.arena.Words)-s.arena.Wasted+len(s.arena.Words)/8)}
	for _, list := range [][]ref{s.irredundant, s.learned} {
		for i, c := range list {
			list[i] = s.arena.Move(c, &to)
		}
	}
	for _, p := range s.trail {
		if k := &s.about[p.Var()]; k.reason != noRef {
			k.reason = s.arena.Move(k.reason, &to)
		}
	}
	s.arena = to
}
