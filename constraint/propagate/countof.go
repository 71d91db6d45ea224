package propagate

import "farbank/constraint/kernel"

// mostCounted is how many counts of values are kept for a value that is a variable.
const mostCounted = 40

// CountOf adds that n of the variables are what y is (Beldiceanu and Contejean 1994): where y has few values a
// count of each and the one of y by element, else a sum of atoms that say that one is y.
func CountOf(s *solver, xs []Var, y, n Var) error {
	if s.Fixed(y) {
		return Count(s, xs, s.Min(y), n)
	}
	if span(s, y) > mostCounted {
		t := &tally{}
		for _, x := range xs {
			r := s.NewBool().AtLeast(1)
			if err := ReifyEQ(s, r, 0, Term{1, x}, Term{-1, y}); err != nil {
				return err
			}
			t.add(s, 1, r)
		}
		return LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, n})...)
	}
	var counts []Var
	for v := s.Min(y); v <= s.Max(y); v++ {
		c := s.NewVar(0, int64(len(xs)))
		if err := Count(s, xs, v, c); err != nil {
			return err
		}
		counts = append(counts, c)
	}
	first := s.Min(y)
	at := s.NewVar(0, int64(len(counts))-1)
	if err := LinearEQ(s, kernel.True, first, Term{1, y}, Term{-1, at}); err != nil {
		return err
	}
	return ElementVar(s, at, counts, n)
}
