package propagate

import "farbank/constraint/kernel"

// Among adds that n of the variables are one of some values (Beldiceanu and Contejean 1994), as a sum
// of atoms that say so of each.
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

// member is an atom that holds where one of a list does, which may be empty.
func member(s *solver, list []Atom) Atom {
	if len(list) == 0 {
		return kernel.False
	}
	return Or(s, list...)
}
