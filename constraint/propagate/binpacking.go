package propagate

import (
	"slices"

	"farbank/constraint/kernel"
)

// BinPacking adds that loads[b] is the weight of the items that are in bin b; bins count from
// first (Shaw 2004). Each load is a sum, and the loads together are all weights. What no items together weigh is no
// load: of few different sums that is told by clauses.
func BinPacking(s *solver, bins []Var, first int64, weights []int64, loads []Var) error {
	var all []Term
	total := int64(0)
	for _, x := range bins {
		s.AddClause(x.AtLeast(first))
		s.AddClause(x.AtMost(first + int64(len(loads)) - 1))
	}
	for b, load := range loads {
		t := &tally{}
		var can []int64
		for i, x := range bins {
			t.add(s, weights[i], s.Equal(x, first+int64(b)))
			if s.Has(x, first+int64(b)) {
				can = append(can, weights[i])
			}
		}
		leaveGaps(s, load, can)
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

// mostSums is how many different sums of weights are looked at.
const mostSums = 1000

// leaveGaps takes values from a load between sums that some of the weights have.
func leaveGaps(s *solver, load Var, weights []int64) {
	sums := []int64{0}
	for _, w := range weights {
		with := make([]int64, len(sums))
		for k, v := range sums {
			if with[k] = v + w; max(with[k], -with[k]) > kernel.MaxValue {
				return
			}
		}
		sums = append(sums, with...)
		slices.Sort(sums)
		if sums = slices.Compact(sums); len(sums) > mostSums {
			return
		}
	}
	s.AddClause(load.AtLeast(sums[0]))
	s.AddClause(load.AtMost(sums[len(sums)-1]))
	for k, v := range sums[1:] {
		if v-sums[k] > 1 && sums[k] < s.Max(load) && v > s.Min(load) {
			s.AddClause(load.AtMost(sums[k]), load.AtLeast(v))
		}
	}
}
