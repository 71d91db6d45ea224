package propagate

import "farbank/constraint/kernel"

// Knapsack constrains weight and profit to be the totals of items taken taken[i] times (Trick 2003), as two sums.
func Knapsack(s *solver, taken []Var, weights, profits []int64, weight, profit Var) error {
	w, p := []Term{{-1, weight}}, []Term{{-1, profit}}
	for i, x := range taken {
		s.AddClause(x.AtLeast(0))
		w, p = append(w, Term{weights[i], x}), append(p, Term{profits[i], x})
	}
	if err := LinearEQ(s, kernel.True, 0, w...); err != nil {
		return err
	}
	return LinearEQ(s, kernel.True, 0, p...)
}
