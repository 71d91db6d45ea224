package kernel

import "farbank/constraint/internal/clause"

// Root backtracks to level 0 without propagating.
func (s *Solver) Root() {
	s.backtrack(0)
	s.atSolution = false
}

// Learned calls yield with each learned clause that can be expressed in variables below own, and its glue. It must be
// called at level 0.
func (s *Solver) Learned(own Var, yield func(glue int, clause []Fact)) {
	var facts []Fact
	for _, c := range s.learned {
		if facts = s.facts(facts[:0], c, own); facts != nil {
			yield(s.arena.Glue(c), facts)
		}
	}
}

// facts appends clause c to list as facts. It returns nil if the clause cannot be expressed in variables below own.
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

// fact expresses a in variables below own.
func (s *Solver) fact(a Atom, own Var) (Fact, bool) {
	x := a.View.Var()
	if x < own {
		return Fact{Atom: a}, true
	}
	o := s.owners[x]
	if o.x < 0 || o.x >= own {
		return Fact{}, false
	}
	return Fact{Atom{o.x.Lower(), o.value}, a.View&1 == 0, a.View&1 != 0}, true
}

// SetWeights sets the numbers of conflicts that variables took part in. It must be called before the first Next.
func (s *Solver) SetWeights(list []int64) { copy(s.weights, list) }

// Best returns the best solution by variable, or nil. The free search tries its values first.
func (s *Solver) Best() []int64 { return s.best }

// SetBest sets what Best returns.
func (s *Solver) SetBest(values []int64) { s.best = append(s.best[:0], values...) }
