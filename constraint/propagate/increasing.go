package propagate

import "farbank/constraint/kernel"

// Increasing says that each variable is at least the one before it plus a number: 0, or 1 for
// strictly. It is a sum for each two neighbours, which is all there is to know (Beldiceanu, Carlsson and
// Rampon 2005 name it).
func Increasing(s *solver, plus int64, xs ...Var) error {
	for i := 1; i < len(xs); i++ {
		if err := LinearLE(s, kernel.True, -plus, Term{1, xs[i-1]}, Term{-1, xs[i]}); err != nil {
			return err
		}
	}
	return nil
}
