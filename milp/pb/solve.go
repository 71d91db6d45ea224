package pb

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/crillab/gophersat/solver"

	"farbank/milp/problem"
)

// Options say how to search.
type Options struct {
	Incumbent func(problem.Solution) // is told of each better solution
}

// Solve solves a problem whose columns are all integer and have at most two values, and
// whose numbers are whole or can be made so. Otherwise the error is a *[Refusal]; see
// translate for what is refused. Status and optimum are proven by the search of gophersat; that
// a solution fulfils all rows is checked here. If the context ends, Solve returns at once
// with the best solution so far and the context's error.
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

// A found is what the search has to tell: a solution, or the end of it.
type found struct {
	truth []bool // of the variables, if it is a solution
	last  bool
	panic any
}

// search runs gophersat in a goroutine of its own, since it has no way to be stopped. It
// tells of every constraint that it learns (as a certificate, which nobody reads); when
// the context has ended that channel is closed, and the next one ends the goroutine.
func (m *model) search(ctx context.Context, o Options) (problem.Solution, error) {
	news, certificate, done := make(chan found), make(chan string), make(chan struct{})
	defer close(done)
	go m.run(certificate, news, done)
	go drain(certificate, done)
	best := problem.Solution{Status: problem.Unknown, Bound: m.worst()}
	for {
		select {
		case <-ctx.Done():
			return best, ctx.Err()
		case f := <-news:
			switch {
			case f.panic != nil:
				return problem.Solution{}, fmt.Errorf("gophersat failed: %v", f.panic)
			case f.last && best.Values == nil:
				return problem.Solution{Status: problem.Infeasible}, nil
			case f.last:
				best.Status, best.Bound = problem.Optimal, best.Objective
				return best, nil
			}
			better, err := m.solution(f.truth, problem.Feasible)
			if err != nil {
				return problem.Solution{}, err
			}
			best = better
			if o.Incumbent != nil {
				o.Incumbent(best)
			}
		}
	}
}

// drain reads certificates until the search is over or given up; in the latter case the next
// one ends the search.
func drain(certificate chan string, done chan struct{}) {
	for {
		select {
		case <-certificate:
		case <-done:
			end(certificate)
			return
		}
	}
}

// run searches and tells news until done is closed.
func (m *model) run(certificate chan string, news chan<- found, done <-chan struct{}) {
	tell := func(f found) {
		select {
		case news <- f:
		case <-done:
		}
	}
	defer func() {
		if e := recover(); e != nil {
			tell(found{panic: e})
		}
	}()
	for bound := -1; ; {
		s := m.solver(bound)
		s.Certified, s.CertChan = true, certificate
		if s.Solve() != solver.Sat {
			tell(found{last: true})
			return
		}
		truth := s.Model()
		tell(found{truth: truth})
		if bound = m.cost(truth) - 1; bound < 0 {
			tell(found{last: true})
			return
		}
	}
}

// solver makes a solver for the constraints and, unless it is -1, a bound on the cost.
// Constraints are not added to one that has run: gophersat 1.4.0 then gives solutions that are
// none. It changes what it is given, so that is copied.
func (m *model) solver(bound int) *solver.Solver {
	list := make([]solver.PBConstr, 0, len(m.constraints)+1)
	for _, c := range m.constraints {
		list = append(list, solver.PBConstr{Lits: slices.Clone(c.Lits), Weights: slices.Clone(c.Weights), AtLeast: c.AtLeast})
	}
	literals := make([]solver.Lit, len(m.literals))
	negated, total := make([]int, len(m.literals)), 0
	for k, l := range m.literals {
		literals[k] = solver.IntToLit(int32(l))
		negated[k] = -l
		total += m.weights[k]
	}
	if least := total - bound; bound >= 0 && least > 0 {
		weights := slices.Clone(m.weights)
		for k := range weights {
			weights[k] = min(weights[k], least)
		}
		list = append(list, solver.PBConstr{Lits: negated, Weights: weights, AtLeast: least})
	}
	q := solver.ParsePBConstrs(list)
	if len(literals) > 0 {
		q.SetCostFunc(literals, slices.Clone(m.weights)) // for the values to try first
	}
	return solver.New(q)
}

// cost gives the whole number that is minimised.
func (m *model) cost(truth []bool) int {
	sum := 0
	for k, l := range m.literals {
		if truth[max(l, -l)-1] == (l > 0) {
			sum += m.weights[k]
		}
	}
	return sum
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
			return problem.Solution{}, fmt.Errorf("gophersat failed: its solution breaks row %q: %v is not within [%v, %v]", r.Name, sum, r.Lower, r.Upper)
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
