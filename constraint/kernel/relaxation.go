package kernel

import "iter"

// Propagators iterates over the propagators in the order of their numbers.
func (s *Solver) Propagators() iter.Seq[Propagator] {
	return func(yield func(Propagator) bool) {
		for _, p := range s.propagators {
			if !yield(p) {
				return
			}
		}
	}
}

// Given iterates over the clauses that were not learned, each as atoms, with their numbers for [Trace]. The slice is valid
// until the next one.
func (s *Solver) Given() iter.Seq2[int64, []Atom] {
	return func(yield func(int64, []Atom) bool) {
		var atoms []Atom
		for _, c := range s.irredundant {
			atoms = atoms[:0]
			for _, w := range s.arena.Clause(c) {
				atoms = append(atoms, s.atomOf(lit(w)))
			}
			if !yield(s.tracing.numbers[c], atoms) {
				return
			}
		}
	}
}
