package propagate

import "farbank/constraint/kernel"

// AmongOf constrains n to be the number of xs whose value is in a set variable (Beldiceanu and Contejean 1994). The set
// is given by its characteristic function (Gervet 1997): in[v-first] holds if v is in the set, and values outside of in
// are not in it. Clauses define a membership literal of each variable; n is their sum.
func AmongOf(s *solver, xs []Var, first int64, in []Atom, n Var) error {
	t := &tally{}
	last := first + int64(len(in)) - 1
	for _, x := range xs {
		r := s.NewBool().AtLeast(1)
		s.AddClause(r.Not(), x.AtLeast(first))
		s.AddClause(r.Not(), x.AtMost(last))
		for k, a := range in {
			if v := first + int64(k); s.Has(x, v) {
				is := s.Equal(x, v).Not()
				s.AddClause(is, a.Not(), r)
				s.AddClause(is, a, r.Not())
			}
		}
		t.add(s, 1, r)
	}
	return LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, n})...)
}
