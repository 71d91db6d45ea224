package branch

import (
	"math"

	"farbank/milp/internal/exact"
	"farbank/milp/problem"
)

// splitSet branches on a violated special ordered set (Beale and Tomlin 1970): one of two parts of
// its columns is zero. It returns nil if no set is violated.
func (w *worker) splitSet(n *node) *branching {
	for _, s := range w.p.Sets {
		cols := exact.Ordered(s)
		first, last, sum, weight := -1, -1, 0.0, 0.0
		for k, j := range cols {
			if v := math.Abs(w.x[j]); v > Integrality {
				if first < 0 {
					first = k
				}
				last = k
				sum += v
				weight += v * float64(k)
			}
		}
		if first < 0 || last-first < s.Kind {
			continue
		}
		// Split at the mean weight, with a nonzero column on each side.
		mid := min(max(int(math.Floor(weight/sum)), first), last-1)
		b := &branching{col: -1, bounds: [2]float64{n.bound, n.bound}}
		if s.Kind == 1 {
			b.sides[0], b.sides[1] = zeros(cols[mid+1:]), zeros(cols[:mid+1])
			return b
		}
		mid = min(max(mid, first+1), last-1)
		b.sides[0], b.sides[1] = zeros(cols[mid+1:]), zeros(cols[:mid])
		return b
	}
	return nil
}

func zeros(cols []int) []decision {
	var set []decision
	for _, j := range cols {
		set = append(set, decision{int32(j), true, 0}, decision{int32(j), false, 0})
	}
	return set
}

// divided returns the columns that are zero in each of two parts of a program, by a set that is not
// satisfied whatever its columns are; otherwise nil.
func divided(p *problem.Problem, set problem.Set) [][]int {
	cols := exact.Ordered(set)
	first, last := -1, -1
	for k, j := range cols {
		if c := p.Columns[j]; c.Lower != 0 || c.Upper != 0 {
			if first < 0 {
				first = k
			}
			last = k
		}
	}
	if last-first < set.Kind {
		return nil
	}
	mid := (first + last + 1) / 2
	if set.Kind == 1 {
		return [][]int{cols[mid:], cols[:mid]}
	}
	mid = min(max(mid, first+1), last-1)
	return [][]int{cols[mid+1:], cols[:mid]}
}

// either solves the given problem with each of the groups of columns at zero, and returns the best
// answer.
func (s *run) either(zero [][]int) problem.Solution {
	best := s.infeasible()
	for _, cols := range zero {
		q := *s.given
		q.Columns = append([]problem.Column(nil), s.given.Columns...)
		for _, j := range cols {
			q.Columns[j].Lower, q.Columns[j].Upper = max(q.Columns[j].Lower, 0), min(q.Columns[j].Upper, 0)
		}
		o := s.o
		o.Start, o.Checkpoint, o.Incumbent, o.Progress, o.Log = nil, nil, nil, nil, nil
		sub := &run{ctx: s.ctx, given: &q, o: o, began: s.began, cutoff: math.Inf(1), inner: s.inner}
		sol := sub.solve()
		statistics := best.Statistics
		statistics.Nodes += sol.Nodes
		statistics.Iterations += sol.Iterations
		statistics.Cuts += sol.Cuts
		switch {
		case sol.Status == problem.Unbounded:
			return sol
		case sol.Status == problem.Infeasible:
		case best.Status == problem.Infeasible:
			best = sol
		default:
			best = s.better(best, sol)
		}
		best.Statistics = statistics
	}
	return best
}

// better joins the answers of two parts of a program, neither of which is infeasible or unbounded.
func (s *run) better(a, b problem.Solution) problem.Solution {
	if a.Values == nil || b.Values != nil && s.sign()*b.Objective < s.sign()*a.Objective {
		a, b = b, a
	}
	a.Bound = s.sign() * min(s.sign()*a.Bound, s.sign()*b.Bound)
	if a.Reason == nil {
		a.Reason = b.Reason
	}
	if a.Status == problem.Optimal && b.Status != problem.Optimal {
		a.Status = problem.Feasible
	}
	return a
}
