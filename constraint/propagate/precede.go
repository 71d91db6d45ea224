package propagate

import "farbank/constraint/kernel"

// Precede constrains b to occur in xs only after an occurrence of a (Law and Lee 2004).
func Precede(s *solver, a, b int64, xs ...Var) {
	if a == b {
		return
	}
	seen := kernel.False
	for _, x := range xs {
		s.AddClause(s.Equal(x, b).Not(), seen)
		is := s.Equal(x, a)
		if s.Holds(is) {
			return
		}
		seen = Or(s, is, seen)
	}
}
