package propagate

import (
	"slices"

	"farbank/constraint/kernel"
)

// GlobalCardinality constrains counts[k] to be the number of xs equal to vs[k] (Régin 1996). It is decomposed into sums
// of equality literals, the sum of all counts, and the capacities of intervals of values. If closed, the variables take
// no other values.
func GlobalCardinality(s *solver, xs []Var, vs []int64, counts []Var, closed bool) error {
	var all []Term
	for k, v := range vs {
		if err := Count(s, xs, v, counts[k]); err != nil {
			return err
		}
		if !slices.Contains(vs[:k], v) { // a repeated value must not count twice
			all = append(all, Term{1, counts[k]})
		}
	}
	postCapacity(s, xs, vs, counts, closed)
	if closed {
		for _, x := range xs {
			var list []Atom
			for _, v := range vs {
				list = append(list, s.Equal(x, v))
			}
			s.AddClause(list...)
		}
		return LinearEQ(s, kernel.True, int64(len(xs)), all...)
	}
	return LinearLE(s, kernel.True, int64(len(xs)), all...)
}
