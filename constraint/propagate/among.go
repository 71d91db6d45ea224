package propagate

import "farbank/constraint/kernel"

// Among constrains n to be the number of xs whose value is in vs (Beldiceanu and Contejean 1994). It is decomposed into
// a sum of membership literals.
func Among(s *solver, xs []Var, vs []int64, n Var) error {
	t := &tally{}
	for _, x := range xs {
		var list []Atom
		for _, v := range vs {
			list = append(list, s.Equal(x, v))
		}
		t.add(s, 1, member(s, list))
	}
	return LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, n})...)
}

// member returns an atom that holds if and only if some atom of list holds; list may be empty.
func member(s *solver, list []Atom) Atom {
	if len(list) == 0 {
		return kernel.False
	}
	return Or(s, list...)
}
