package reference

import (
	"math"
	"math/big"

	"farbank/milp/problem"
)

// Solve solves p exactly. If integer columns or those of sets have infinite bounds, it may not end.
func Solve(p *problem.Problem) (problem.Status, *big.Rat, []*big.Rat) {
	lower, upper := make([]float64, len(p.Columns)), make([]float64, len(p.Columns))
	for j, c := range p.Columns {
		lower[j], upper[j] = c.Lower, c.Upper
		if c.Integer {
			lower[j], upper[j] = math.Ceil(c.Lower), math.Floor(c.Upper)
		}
	}
	s := &search{p: p}
	s.node(lower, upper)
	switch {
	case s.unbounded:
		return problem.Unbounded, nil, nil
	case s.best == nil:
		return problem.Infeasible, nil, nil
	}
	return problem.Optimal, s.best, s.values
}

// feasible reports whether the program has a solution within the bounds.
func (s *search) feasible(lower, upper []float64) bool {
	q := *s.p
	q.Columns = append([]problem.Column(nil), s.p.Columns...)
	for j := range q.Columns {
		q.Columns[j].Cost = 0
	}
	t := &search{p: &q}
	t.node(lower, upper)
	return t.best != nil
}

// infinite handles an unbounded relaxation: with rational data and without sets, the program is
// itself unbounded if it is feasible (Meyer 1974). Sets are divided first.
func (s *search) infinite(lower, upper []float64) {
	for _, set := range s.p.Sets {
		first, last := -1, -1
		for k, j := range set.Columns {
			if lower[j] != 0 || upper[j] != 0 {
				if first < 0 {
					first = k
				}
				last = k
			}
		}
		if last-first < set.Kind {
			continue
		}
		s.divide(set, first+1, lower, upper)
		return
	}
	s.unbounded = s.feasible(lower, upper)
}

type search struct {
	p         *problem.Problem
	best      *big.Rat
	values    []*big.Rat
	unbounded bool
}

func (s *search) node(lower, upper []float64) {
	if s.unbounded {
		return
	}
	status, objective, x := Linear(s.p, lower, upper)
	if status == problem.Unbounded {
		s.infinite(lower, upper)
		return
	}
	if status == problem.Infeasible || s.best != nil && !s.better(objective) {
		return
	}
	for j, c := range s.p.Columns {
		if c.Integer && !x[j].IsInt() {
			v, _ := x[j].Float64()
			down, up := clone(upper), clone(lower)
			down[j], up[j] = math.Floor(v), math.Floor(v)+1
			s.node(lower, down)
			s.node(up, upper)
			return
		}
	}
	for _, set := range s.p.Sets {
		if s.split(set, lower, upper, x) {
			return
		}
	}
	s.best, s.values = objective, x
}

// split branches on a violated set.
func (s *search) split(set problem.Set, lower, upper []float64, x []*big.Rat) bool {
	first, last := -1, -1
	for k, j := range set.Columns {
		if x[j].Sign() != 0 {
			if first < 0 {
				first = k
			}
			last = k
		}
	}
	if last-first < set.Kind {
		return false
	}
	s.divide(set, first+1, lower, upper)
	return true
}

// divide searches two parts: columns of the set before mid, or those after mid-1 (SOS1) or after
// mid (SOS2: mid itself may stay), are zero.
func (s *search) divide(set problem.Set, mid int, lower, upper []float64) {
	zero := func(list []int) {
		l, u := clone(lower), clone(upper)
		for _, j := range list {
			l[j], u[j] = max(l[j], 0), min(u[j], 0)
		}
		s.node(l, u)
	}
	if set.Kind == 1 {
		zero(set.Columns[:mid])
		zero(set.Columns[mid:])
	} else {
		zero(set.Columns[:mid])
		zero(set.Columns[mid+1:])
	}
}

func (s *search) better(objective *big.Rat) bool {
	if s.p.Maximize {
		return objective.Cmp(s.best) > 0
	}
	return objective.Cmp(s.best) < 0
}

func clone(v []float64) []float64 { return append([]float64(nil), v...) }
