package propagate

import "farbank/constraint/kernel"

// Lex constrains xs to precede ys lexicographically, or with orEqual to equal ys (Carlsson and Beldiceanu 2002). A
// literal for each position holds if all earlier positions are equal. A proper prefix precedes the longer list.
func Lex(s *solver, orEqual bool, xs, ys []Var) error {
	equal := kernel.True
	n := min(len(xs), len(ys))
	for i := range n {
		if err := LinearLE(s, equal, 0, Term{1, xs[i]}, Term{-1, ys[i]}); err != nil {
			return err
		}
		if i == n-1 && (len(xs) > n || len(xs) == len(ys) && !orEqual) { // the last position must be less
			return LinearLE(s, equal, -1, Term{1, xs[i]}, Term{-1, ys[i]})
		}
		if i == n-1 {
			return nil
		}
		next := s.NewBool().AtLeast(1)
		s.AddClause(next.Not(), equal)
		if err := LinearLE(s, next, 0, Term{1, ys[i]}, Term{-1, xs[i]}); err != nil {
			return err
		}
		// equal so far but not after this position: less here
		less := s.NewBool().AtLeast(1)
		s.AddClause(less.Not(), equal)
		s.AddClause(less.Not(), next.Not())
		s.AddClause(equal.Not(), next, less)
		if err := LinearLE(s, less, -1, Term{1, xs[i]}, Term{-1, ys[i]}); err != nil {
			return err
		}
		equal = next
	}
	if len(xs) > n || len(xs) == len(ys) && !orEqual {
		s.AddClause() // one of them is empty
	}
	return nil
}
