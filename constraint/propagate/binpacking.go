package propagate

import (
	"slices"

	"farbank/constraint/kernel"
)

// BinPacking constrains loads[b] to be the total weight of the items in bin first + b (Shaw 2004). Each load is a sum,
// and the loads add up to the total weight. If the weights have few different subset sums, clauses remove other values
// from the loads.
func BinPacking(s *solver, bins []Var, first int64, weights []int64, loads []Var) error {
	var all []Term
	total, g := int64(0), gaps{}
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
		g.leave(s, load, can)
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

// Limits of the enumeration of subset sums: the number of sums, and the steps for all bins.
const (
	maxSums     = 1000
	maxSumSteps = 1 << 24
)

// A gaps removes values between subset sums from loads.
type gaps struct {
	weights []int64
	sums    []int64 // the subset sums of weights in order; nil: too many
	next    []int64
	steps   int
}

func (g *gaps) leave(s *solver, load Var, weights []int64) {
	if g.sums == nil || !slices.Equal(g.weights, weights) { // most bins admit the same items
		g.weights = weights
		g.add()
	}
	if g.sums == nil {
		return
	}
	s.AddClause(load.AtLeast(g.sums[0]))
	s.AddClause(load.AtMost(g.sums[len(g.sums)-1]))
	for k, v := range g.sums[1:] {
		if v-g.sums[k] > 1 && g.sums[k] < s.Max(load) && v > s.Min(load) {
			s.AddClause(load.AtMost(g.sums[k]), load.AtLeast(v))
		}
	}
}

// add computes the subset sums: each weight merges the sums without it and those with it.
func (g *gaps) add() {
	g.sums = append(g.sums[:0], 0)
	for _, w := range g.weights {
		n := len(g.sums)
		fits := max(w, -w-1) <= kernel.MaxValue && g.sums[0]+w >= -kernel.MaxValue && g.sums[n-1]+w <= kernel.MaxValue
		if g.steps += n; n > maxSums || g.steps > maxSumSteps || !fits {
			g.sums = nil
			return
		}
		g.next = g.next[:0]
		for i, j := 0, 0; i < n || j < n; {
			switch {
			case j == n || i < n && g.sums[i] < g.sums[j]+w:
				g.next = append(g.next, g.sums[i])
				i++
			case i == n || g.sums[i] > g.sums[j]+w:
				g.next = append(g.next, g.sums[j]+w)
				j++
			default:
				g.next = append(g.next, g.sums[i])
				i, j = i+1, j+1
			}
		}
		g.sums, g.next = g.next, g.sums
	}
	if len(g.sums) > maxSums {
		g.sums = nil
	}
}
