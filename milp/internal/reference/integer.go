package reference

import (
	"math"
	"math/big"

	"farbank/milp/problem"
)

// Solve solves p exactly. The integer columns and those of sets should have finite
// bounds, or it may not end.
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
		return s.feasibility(lower, upper)
	case s.best == nil:
		return problem.Infeasible, nil, nil
	}
	return problem.Optimal, s.best, s.values
}

// feasibility settles what a relaxation without bound means: with rational data
// the problem itself has none if it has a solution (Meyer 1974).
func (s *search) feasibility(lower, upper []float64) (problem.Status, *big.Rat, []*big.Rat) {
	q := *s.p
	q.Columns = append([]problem.Column(nil), s.p.Columns...)
	for j := range q.Columns {
		q.Columns[j].Cost = 0
	}
	t := &search{p: &q}
	t.node(lower, upper)
	if t.best == nil {
		return problem.Infeasible, nil, nil
	}
	return problem.Unbounded, nil, nil
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
		s.unbounded = true
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

// split branches on a set that does not hold.
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
	// Columns before mid, or those after mid-1 (SOS1) or after mid (SOS2: mid itself
	// may stay), are zero.
	mid := first + 1
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
	return true
}

func (s *search) better(objective *big.Rat) bool {
	if s.p.Maximize {
		return objective.Cmp(s.best) > 0
	}
	return objective.Cmp(s.best) < 0
}

func clone(v []float64) []float64 { return append([]float64(nil), v...) }
