package propagate

import "farbank/constraint/kernel"

// equals returns the number of xs equal to value, as a sum.
func equals(s *solver, xs []Var, value int64) *tally {
	t := &tally{}
	for _, x := range xs {
		t.add(s, 1, s.Equal(x, value))
	}
	return t
}

// Count constrains n to be the number of xs equal to value, as a sum of equality literals (Beldiceanu and Contejean
// 1994).
func Count(s *solver, xs []Var, value int64, n Var) error {
	t := equals(s, xs, value)
	return LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, n})...)
}
