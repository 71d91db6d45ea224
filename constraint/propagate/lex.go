package propagate

import "farbank/constraint/kernel"

// Lex says that xs comes before ys in lexicographic order, or with orEqual is ys (Carlsson and
// Beldiceanu 2002): an atom a place says that all places before it are equal. A list that is the
// beginning of another comes before it.
func Lex(s *solver, orEqual bool, xs, ys []Var) error {
	equal := kernel.True
	n := min(len(xs), len(ys))
	for i := range n {
		if err := LinearLE(s, equal, 0, Term{1, xs[i]}, Term{-1, ys[i]}); err != nil {
			return err
		}
		if i == n-1 && (len(xs) > n || len(xs) == len(ys) && !orEqual) { // the last chance to be less
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
		// equal so far and not after this: less here
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
