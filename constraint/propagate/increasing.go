package propagate

import "farbank/constraint/kernel"

// Increasing constrains each variable to be at least the previous one plus a constant: 0, or 1 for strictly. The sums
// of neighbours are domain consistent (Beldiceanu, Carlsson and Rampon 2005).
func Increasing(s *solver, plus int64, xs ...Var) error {
	for i := 1; i < len(xs); i++ {
		if err := LinearLE(s, kernel.True, -plus, Term{1, xs[i-1]}, Term{-1, xs[i]}); err != nil {
			return err
		}
	}
	return nil
}
