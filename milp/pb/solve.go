package pb

import (
	"context"
	"fmt"
	"math"

	"farbank/constraint"
	"farbank/milp/problem"
	"farbank/solver"
)

// Options configure the search.
type Options struct {
	Incumbent func(problem.Solution) // called with each better solution
	Memory    int64                  // approximate memory limit in bytes; 0: no limit
}

// Solve solves a problem whose columns are all integer and have at most two values, and whose
// numbers can be scaled to integers. Otherwise the error is a *[Refusal]. Solve checks that a
// solution satisfies all rows. If a limit or the end of the context stops the search, Solve
// returns the best solution so far, with the reason.
func Solve(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	if q := problem.Linearized(p); q != p {
		if report := o.Incumbent; report != nil {
			o.Incumbent = func(s problem.Solution) {
				s.Values = s.Values[:len(p.Columns)]
				report(s)
			}
		}
		s, err := Solve(ctx, q, o)
		if s.Values != nil {
			s.Values = s.Values[:len(p.Columns)]
		}
		return s, err
	}
	m, err := translate(p)
	if err != nil {
		return problem.Solution{}, err
	}
	if m.never {
		return problem.Solution{Status: problem.Infeasible}, nil
	}
	if len(m.constraints) == 0 {
		return m.solution(nil, problem.Optimal)
	}
	return m.search(ctx, o)
}

func (m *model) search(ctx context.Context, o Options) (problem.Solution, error) {
	best := problem.Solution{Status: problem.Unknown, Bound: m.worst()}
	var failed error
	q := m.model()
	q.Memory = o.Memory
	a, err := q.Optimize(ctx, q.cost, constraint.Minimizing, func(s *constraint.Solution) bool {
		if best, failed = m.solution(q.truth(s), problem.Feasible); failed == nil && o.Incumbent != nil {
			o.Incumbent(best)
		}
		return failed == nil
	})
	if err == nil {
		err = a.Reason
	}
	switch {
	case failed != nil:
		return problem.Solution{}, failed
	case err != nil:
		best.Reason, err = solver.Split(ctx, err)
		return best, err
	case a.Status == constraint.Infeasible:
		return problem.Solution{Status: problem.Infeasible}, nil
	}
	best.Status, best.Bound = problem.Optimal, best.Objective
	return best, nil
}

// A search is the model in package constraint.
type search struct {
	constraint.Model
	bools []constraint.Bool // of variables from 1
	cost  constraint.Linear
}

func (m *model) model() *search {
	q := &search{bools: make([]constraint.Bool, len(m.columns)-1)}
	for v := range q.bools {
		q.bools[v] = q.Bool(m.p.Columns[m.columns[v+1]].Name)
	}
	for _, c := range m.constraints {
		q.Add(q.sum(c.literals, c.weights).AtLeast(c.bound))
	}
	q.cost = q.sum(m.literals, m.weights)
	return q
}

func (q *search) sum(literals []int, weights []int64) constraint.Linear {
	list := make([]constraint.Bool, len(literals))
	for k, l := range literals {
		if list[k] = q.bools[max(l, -l)-1]; l < 0 {
			list[k] = list[k].Not()
		}
	}
	return constraint.Dot(weights, list...)
}

func (q *search) truth(s *constraint.Solution) []bool {
	truth := make([]bool, len(q.bools))
	for v, b := range q.bools {
		truth[v] = s.True(b)
	}
	return truth
}

// solution returns the solution with the given values of the variables, and checks it against the
// problem.
func (m *model) solution(truth []bool, status problem.Status) (problem.Solution, error) {
	s := problem.Solution{Status: status, Values: m.values(truth), Objective: m.p.Offset, Bound: m.worst()}
	for j, v := range s.Values {
		s.Objective += m.p.Columns[j].Cost * v
	}
	if status == problem.Optimal {
		s.Bound = s.Objective
	}
	for _, r := range m.p.Rows {
		sum, size := 0.0, 1.0
		for _, t := range r.Terms {
			v := t.Coefficient * s.Values[t.Column]
			sum += v
			size = max(size, math.Abs(v))
		}
		if sum < r.Lower-1e-9*size || sum > r.Upper+1e-9*size {
			return problem.Solution{}, fmt.Errorf("the search failed: its solution breaks row %q: %v is not within [%v, %v]", r.Name, sum, r.Lower, r.Upper)
		}
	}
	return s, nil
}

// worst returns the trivial bound.
func (m *model) worst() float64 {
	if m.p.Maximize {
		return problem.Infinity
	}
	return -problem.Infinity
}
