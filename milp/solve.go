package milp

import (
	"context"
	"math"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

// Solver finds a solution of a problem in plain form. That there is none is a status and
// not an error.
type Solver func(ctx context.Context, p *problem.Problem) (problem.Solution, error)

// Option changes how [Model.Solve] works.
type Option func(*settings)

type settings struct {
	solver Solver
}

// With takes the solver in place of the default one, which is [branch.Solve] with no
// options.
func With(s Solver) Option {
	return func(o *settings) {
		if s != nil {
			o.solver = s
		}
	}
}

// WithOptions takes [branch.Solve] with the options.
func WithOptions(options branch.Options) Option {
	return With(func(ctx context.Context, p *problem.Problem) (problem.Solution, error) {
		return branch.Solve(ctx, p, options)
	})
}

// Solve finds the best values of the variables. The error tells all that is wrong with the
// model, or why the solver failed; whether there is a solution is told by the status.
func (m *Model) Solve(ctx context.Context, options ...Option) (*Solution, error) {
	var s settings
	WithOptions(branch.Options{})(&s)
	for _, option := range options {
		option(&s)
	}
	p, err := m.Problem()
	if err != nil {
		return nil, err
	}
	found, err := s.solver(ctx, p)
	if err != nil {
		return nil, err
	}
	return m.Solution(found), nil
}

// Solution is what a solver found, to be asked for the values of expressions.
type Solution struct {
	problem.Solution
	m *Model
}

// Solution reads what a solver found for [Model.Problem]. Values of integer variables are
// rounded.
func (m *Model) Solution(found problem.Solution) *Solution {
	s := &Solution{Solution: found, m: m}
	if found.Values == nil {
		return s
	}
	s.Values = make([]float64, len(found.Values))
	for i, v := range found.Values {
		if i < len(m.columns) && m.columns[i].Integer {
			v = math.Round(v)
		}
		s.Values[i] = v
	}
	return s
}

// Found says whether there are values.
func (s *Solution) Found() bool { return s.Values != nil }

// Value gives the value of the expression. Without a solution, and for expressions of
// another model or of variables added since, it is not a number.
func (s *Solution) Value(e Linear) float64 {
	x := linear(e)
	if x.err != nil || x.m != nil && x.m != s.m || s.Values == nil && !x.isConstant() {
		return math.NaN()
	}
	value := x.constant
	for _, t := range x.terms {
		if t.Column >= len(s.Values) {
			return math.NaN()
		}
		value += t.Coefficient * s.Values[t.Column]
	}
	return value
}

// Int gives the value of the expression, rounded to a whole number, and 0 where there is
// none.
func (s *Solution) Int(e Linear) int {
	v := s.Value(e)
	if math.IsNaN(v) {
		return 0
	}
	return int(math.Round(v))
}

// Holds says whether the truth value is 1.
func (s *Solution) Holds(t Truth) bool { return s.Value(t) > 0.5 }
