package kernel

import "farbank/constraint/internal/clause"

// Root goes back to level 0, and does nothing else.
func (s *Solver) Root() {
	s.backtrack(0)
	s.atSolution = false
}

// Learned gives the learned clauses that can be told in variables below own, with how many
// levels each joined. It is for level 0.
func (s *Solver) Learned(own Var, tell func(glue int, clause []Fact)) {
	var facts []Fact
	for _, c := range s.learned {
		if facts = s.facts(facts[:0], c, own); facts != nil {
			tell(s.arena.Glue(c), facts)
		}
	}
}

// facts is a clause as facts; nil if it cannot be told.
func (s *Solver) facts(list []Fact, c clause.Ref, own Var) []Fact {
	for _, w := range s.arena.Clause(c) {
		f, ok := s.fact(s.atomOf(lit(w)), own)
		if !ok {
			return nil
		}
		list = append(list, f)
	}
	return list
}

// fact is an atom in terms of variables below own.
func (s *Solver) fact(a Atom, own Var) (Fact, bool) {
	x := a.Side.Var()
	if x < own {
		return Fact{Atom: a}, true
	}
	o := s.owners[x]
	if o.x < 0 || o.x >= own {
		return Fact{}, false
	}
	return Fact{Atom{o.x.Lower(), o.value}, a.Side&1 == 0, a.Side&1 != 0}, true
}

// SetWeights takes over how often variables were part of a contradiction, before the first Next.
func (s *Solver) SetWeights(list []int64) { copy(s.weights, list) }

// Best is the best solution, by variable, of which the free search tries the values first; nil: there is none.
func (s *Solver) Best() []int64 { return s.best }

// SetBest is the inverse of Best.
func (s *Solver) SetBest(values []int64) { s.best = append(s.best[:0], values...) }
