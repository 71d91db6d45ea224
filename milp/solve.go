package milp

import (
	"context"
	"math"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

// A Solver solves a problem in plain form. Infeasibility is a status and not an error.
type Solver func(ctx context.Context, p *problem.Problem) (problem.Solution, error)

// Option configures [Model.Solve].
type Option func(*settings)

type settings struct {
	solver   Solver // or nil for [branch.SolveObjectives] with the options
	options  branch.Options
	lazy     func(*Solution) []Comparison
	cuts     func(*Solution) []Comparison
	solution func(*Solution)
	branch   func(*Solution, []Expr) (int, bool)
}

// With selects a solver in place of the default one, which is [branch.Solve] without options. The
// other options do not apply to it.
func With(s Solver) Option {
	return func(o *settings) {
		if s != nil {
			o.solver = s
		}
	}
}

// WithOptions selects [branch.SolveObjectives] with the options. Options behind it in the list add to them.
func WithOptions(options branch.Options) Option {
	return func(o *settings) { o.solver, o.options = nil, options }
}

// Solve finds optimal values of the variables. The error holds all mistakes of the model, or the
// failure of the solver. The status of the solution says whether one exists.
func (m *Model) Solve(ctx context.Context, options ...Option) (*Solution, error) {
	p, err := m.Problem()
	if err != nil {
		return nil, err
	}
	return m.solve(ctx, p, settled(options))
}

func settled(options []Option) *settings {
	s := &settings{}
	for _, option := range options {
		option(s)
	}
	return s
}

func (m *Model) solve(ctx context.Context, p *problem.Problem, s *settings) (*Solution, error) {
	solver := s.solver
	var calls *callbacks
	if solver == nil {
		o := s.options
		calls = m.callbacks(p, s, &o)
		solver = func(ctx context.Context, p *problem.Problem) (problem.Solution, error) {
			return branch.SolveObjectives(ctx, p, o)
		}
	}
	found, err := solver(ctx, p)
	if calls != nil && calls.err != nil {
		err = calls.err
	}
	if err != nil {
		return nil, err
	}
	return m.Solution(found), nil
}

// Solution is the result of a solver, and evaluates expressions.
type Solution struct {
	problem.Solution
	m *Model
}

// Solution returns a solver's result for [Model.Problem]. It rounds the values of integer
// variables.
func (m *Model) Solution(found problem.Solution) *Solution {
	s := &Solution{Solution: found, m: m}
	if len(found.Then) > 0 {
		s.Then = append([]float64(nil), found.Then...)
		for k := range min(len(s.Then), len(m.then)) {
			if m.then[k].maximize != m.maximize {
				s.Then[k] = 0 - s.Then[k]
			}
		}
	}
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

// Found reports whether there are values.
func (s *Solution) Found() bool { return s.Values != nil }

// Value returns the value of the expression, or NaN without a solution, and for expressions of
// another model or of variables added since.
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

// Int returns the value of the expression, rounded to an integer, and 0 if it has no value.
func (s *Solution) Int(e Linear) int {
	v := s.Value(e)
	if math.IsNaN(v) {
		return 0
	}
	return int(math.Round(v))
}

// Holds reports whether the truth value is 1.
func (s *Solution) Holds(t Truth) bool { return s.Value(t) > 0.5 }
