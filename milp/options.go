package milp

import (
	"errors"
	"math"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

// Explained adds dual values and reduced costs to the solution of a linear program, and a proof to
// an infeasible or unbounded one; see [problem.Duality].
func Explained() Option { return func(o *settings) { o.options.Duals = true } }

// Several finds the n best solutions that differ in an integer variable; see [Solution.Solutions].
func Several(n int) Option { return func(o *settings) { o.options.Solutions = n } }

// Within finds the solutions whose objectives are within the fraction of the best, all of them
// unless Several limits their number.
func Within(gap float64) Option {
	return func(o *settings) { o.options.PoolGap = max(gap, 1e-9) }
}

// OnSolution calls f with each better solution while the search goes on.
func OnSolution(f func(s *Solution)) Option { return func(o *settings) { o.solution = f } }

// OnProgress calls f from time to time, never twice at once. To stop the search, end its context.
func OnProgress(f func(p branch.Progress)) Option {
	return func(o *settings) { o.options.Progress = f }
}

// Lazy calls f with each solution before it counts. f returns comparisons that the solution
// violates, or nil if it is a solution indeed: constraints that are too many to be posted. Each must
// be one range of an expression over variables that exist already.
func Lazy(f func(s *Solution) []Comparison) Option { return func(o *settings) { o.lazy = f } }

// Cuts calls f with solutions of relaxations, in which integer variables may have fractional values.
// f returns comparisons that hold in every solution, but not there.
func Cuts(f func(s *Solution) []Comparison) Option { return func(o *settings) { o.cuts = f } }

// Branch calls f where the search would branch on one of several integer variables, with the solution
// of the relaxation and the variables whose values there are fractional. f returns the index of one
// of them, and whether the part above its value is searched first, or -1 to leave the choice to the
// solver.
func Branch(f func(s *Solution, candidates []Expr) (k int, up bool)) Option {
	return func(o *settings) { o.branch = f }
}

var errLazy = errors.New("milp: a comparison from a callback is not one range of an expression of the model")

// callbacks are the functions of the options over plain values.
type callbacks struct {
	m   *Model
	n   int // columns of the program
	err error
}

// callbacks adds hints, priorities and callbacks to the options.
func (m *Model) callbacks(p *problem.Problem, s *settings, o *branch.Options) *callbacks {
	c := &callbacks{m: m, n: len(p.Columns)}
	if o.Start == nil && len(m.hints) > 0 {
		o.Start = make([]float64, c.n)
		for j := range o.Start {
			o.Start[j] = math.NaN()
		}
		for j, v := range m.hints {
			o.Start[j] = v
		}
	}
	if o.Priority == nil && len(m.priorities) > 0 {
		o.Priority = make([]int, c.n)
		for j, v := range m.priorities {
			o.Priority[j] = v
		}
	}
	if s.solution != nil {
		before := o.Incumbent
		o.Incumbent = func(values []float64, objective float64) {
			if before != nil {
				before(values, objective)
			}
			s.solution(m.Solution(problem.Solution{Status: problem.Feasible, Objective: objective, Values: values}))
		}
	}
	if s.lazy != nil {
		o.Lazy = func(values []float64) []problem.Row {
			return c.rows(s.lazy(m.Solution(problem.Solution{Status: problem.Feasible, Values: values})))
		}
	}
	if s.cuts != nil {
		o.Cuts = func(values []float64) []problem.Row {
			return c.rows(s.cuts(&Solution{Solution: problem.Solution{Values: values}, m: m}))
		}
	}
	if s.branch != nil {
		o.Branch = func(values []float64, candidates []int) (int, bool) {
			list := make([]Expr, len(candidates))
			for i, j := range candidates {
				list[i] = Expr{m: m, terms: []problem.Term{{Column: j, Coefficient: 1}}}
			}
			k, up := s.branch(&Solution{Solution: problem.Solution{Values: values}, m: m}, list)
			if k < 0 || k >= len(candidates) {
				return -1, up
			}
			return candidates[k], up
		}
	}
	return c
}

// rows converts comparisons to rows.
func (c *callbacks) rows(list []Comparison) []problem.Row {
	var out []problem.Row
	for _, k := range list {
		if k.e.err != nil || k.e.m != nil && k.e.m != c.m {
			c.err = errors.Join(errLazy, k.e.err)
			continue
		}
		n, in, _ := k.sides(c.m.gap)
		sound := len(in) == 1
		for _, t := range n.p.terms {
			sound = sound && t.Column < c.n
		}
		if !sound {
			c.err = errLazy
			continue
		}
		out = append(out, problem.Row{Lower: in[0].low, Upper: in[0].high, Terms: n.p.terms})
	}
	return out
}

// Solutions returns all solutions that were found if several were requested, the best first;
// otherwise the one solution, or nil without a solution.
func (s *Solution) Solutions() []*Solution {
	if s.Values == nil {
		return nil
	}
	if len(s.Pool) == 0 {
		return []*Solution{s}
	}
	list := make([]*Solution, len(s.Pool))
	for k, p := range s.Pool {
		list[k] = s.m.Solution(problem.Solution{Status: problem.Feasible, Objective: p.Objective, Bound: s.Bound, Values: p.Values, Then: p.Then})
	}
	list[0].Status = s.Status
	return list
}
