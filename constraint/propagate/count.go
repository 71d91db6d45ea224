package propagate

import "farbank/constraint/kernel"

// equals adds up where variables are a value.
func equals(s *solver, xs []Var, value int64) *tally {
	t := &tally{}
	for _, x := range xs {
		t.add(s, 1, s.Equal(x, value))
	}
	return t
}

// Count adds that n of the variables are a value, as a sum of equalities (among of one value: Beldiceanu and
// Contejean 1994).
func Count(s *solver, xs []Var, value int64, n Var) error {
	t := equals(s, xs, value)
	return LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, n})...)
}
