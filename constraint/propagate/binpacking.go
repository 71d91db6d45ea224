package propagate

import "farbank/constraint/kernel"

// BinPacking adds that loads[b] is the weight of the items that are in bin b; bins count from
// first (Shaw 2004). Each load is a sum, and the loads together are all weights.
func BinPacking(s *solver, bins []Var, first int64, weights []int64, loads []Var) error {
	var all []Term
	total := int64(0)
	for _, x := range bins {
		s.AddClause(x.AtLeast(first))
		s.AddClause(x.AtMost(first + int64(len(loads)) - 1))
	}
	for b, load := range loads {
		t := &tally{}
		for i, x := range bins {
			t.add(s, weights[i], s.Equal(x, first+int64(b)))
		}
		if err := LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, load})...); err != nil {
			return err
		}
		all = append(all, Term{1, load})
	}
	for _, w := range weights {
		total += w
	}
	return LinearEQ(s, kernel.True, total, all...)
}
