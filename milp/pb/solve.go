package pb

import (
	"context"
	"fmt"
	"math"

	"farbank/constraint"
	"farbank/milp/problem"
)

// Options say how to search.
type Options struct {
	Incumbent func(problem.Solution) // is told of each better solution
	Memory    int64                  // the most bytes to use, about; 0: no limit
}

// Solve solves a problem whose columns are all integer and have at most two values, and
// whose numbers are whole or can be made so. Otherwise the error is a *[Refusal]; see
// translate for what is refused. That a solution fulfils all rows is checked here again. If the
// context ends, Solve returns the best solution so far and the context's error.
func Solve(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
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
	a, err := q.Improve(ctx, q.cost, false, func(s *constraint.Solution) bool {
		if best, failed = m.solution(q.truth(s), problem.Feasible); failed == nil && o.Incumbent != nil {
			o.Incumbent(best)
		}
		return failed == nil
	})
	switch {
	case failed != nil:
		return problem.Solution{}, failed
	case err != nil:
		return best, err
	case a.Status == constraint.Infeasible:
		return problem.Solution{Status: problem.Infeasible}, nil
	}
	best.Status, best.Bound = problem.Optimal, best.Objective
	return best, nil
}

// A search is a model of package constraint for the same.
type search struct {
	constraint.Model
	bools []constraint.Bool // of variables from 1
	cost  constraint.Sum
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

func (q *search) sum(literals []int, weights []int64) constraint.Sum {
	list := make([]constraint.Bool, len(literals))
	for k, l := range literals {
		if list[k] = q.bools[max(l, -l)-1]; l < 0 {
			list[k] = list[k].Not()
		}
	}
	return constraint.Weighted(weights, list...)
}

func (q *search) truth(s *constraint.Solution) []bool {
	truth := make([]bool, len(q.bools))
	for v, b := range q.bools {
		truth[v] = s.True(b)
	}
	return truth
}

// solution makes a solution of the truth of the variables, and holds it against the problem.
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

// worst is the bound that says nothing.
func (m *model) worst() float64 {
	if m.p.Maximize {
		return problem.Infinity
	}
	return -problem.Infinity
}
