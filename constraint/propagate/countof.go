package propagate

import "farbank/constraint/kernel"

// maxCounted bounds the number of values of y for which CountOf adds a count for each value.
const maxCounted = 40

// CountOf constrains n to be the number of xs equal to y (Beldiceanu and Contejean 1994). If y has few values, it
// counts each of them and selects a count by an element constraint. Otherwise n is a sum of literals for x = y.
func CountOf(s *solver, xs []Var, y, n Var) error {
	if s.Fixed(y) {
		return Count(s, xs, s.Min(y), n)
	}
	if span(s, y) > maxCounted {
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
