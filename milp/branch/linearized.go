package branch

import (
	"math"
	"slices"

	"farbank/milp/problem"
)

// widened returns the options for a program with further columns behind the n given ones.
func (o Options) widened(n, all int) Options {
	if len(o.Start) == n {
		o.Start = append([]float64(nil), o.Start...)
		for len(o.Start) < all {
			o.Start = append(o.Start, math.NaN())
		}
	}
	if len(o.Priority) == n {
		o.Priority = append(append([]int(nil), o.Priority...), make([]int, all-n)...)
	}
	if report := o.Incumbent; report != nil {
		o.Incumbent = func(values []float64, objective float64) { report(values[:n:n], objective) }
	}
	if lazy := o.Lazy; lazy != nil {
		o.Lazy = func(values []float64) []problem.Row { return lazy(values[:n:n]) }
	}
	if cuts := o.Cuts; cuts != nil {
		o.Cuts = func(values []float64) []problem.Row { return cuts(values[:n:n]) }
	}
	if branch := o.Branch; branch != nil {
		o.Branch = func(values []float64, candidates []int) (int, bool) {
			own := slices.DeleteFunc(slices.Clone(candidates), func(j int) bool { return j >= n })
			if len(own) == 0 {
				return -1, false
			}
			return branch(values[:n:n], own)
		}
	}
	return o
}

// narrowed removes what belongs to columns and rows that p does not have.
func narrowed(p *problem.Problem, s problem.Solution) problem.Solution {
	n := len(p.Columns)
	if s.Values != nil {
		s.Values = s.Values[:n:n]
	}
	for k := range s.Pool {
		s.Pool[k].Values = s.Pool[k].Values[:n:n]
	}
	s.Duality = problem.Duality{} // of the rows that replace indicators
	return s
}
