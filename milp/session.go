package milp

import (
	"context"
	"math"
	"slices"

	lp "farbank/milp/linear"
	"farbank/milp/problem"
)

// Session solves a model again and again while it changes: bounds ([Model.SetBounds]), sides
// ([Model.SetSides]), the objective, new variables and new constraints. A linear program starts from
// the basis of the last solve, which takes a few steps after a small change, and is always
// explained. An integer program starts from the last solution.
type Session struct {
	m    *Model
	lp   *lp.Program
	p    *problem.Problem // that lp has
	last []float64        // values of the last solution
}

// NewSession returns a session for the model, which may change further.
func NewSession(m *Model) *Session { return &Session{m: m} }

// Solve solves the model as it is now; see [Model.Solve].
func (s *Session) Solve(ctx context.Context, options ...Option) (*Solution, error) {
	p, err := s.m.Problem()
	if err != nil {
		return nil, err
	}
	set := settled(options)
	if set.solver == nil && set.lazy == nil && set.cuts == nil && linearOnly(p) {
		return s.relax(ctx, p)
	}
	if set.solver == nil && set.options.Start == nil && s.last != nil {
		start := slices.Clone(s.last)
		for len(start) < len(p.Columns) {
			start = append(start, math.NaN())
		}
		for j, v := range s.m.hints {
			start[j] = v
		}
		set.options.Start = start
	}
	found, err := s.m.solve(ctx, p, set)
	if err == nil && found.Found() {
		s.last = found.Values
	}
	return found, err
}

// linearOnly reports whether a program is linear.
func linearOnly(p *problem.Problem) bool {
	return len(p.Sets)+len(p.Indicators) == 0 && p.Plain() && !slices.ContainsFunc(p.Columns, func(c problem.Column) bool { return c.Integer || c.Semi })
}

// relax solves a linear program from the last basis.
func (s *Session) relax(ctx context.Context, p *problem.Problem) (*Solution, error) {
	if !s.update(p) {
		fresh, err := lp.New(p)
		if err != nil {
			return nil, err
		}
		s.lp = fresh
	}
	s.p = p
	r := s.lp.Solve(ctx)
	found := problem.Solution{Status: r.Status, Reason: r.Reason, Objective: r.Objective, Bound: r.Objective, Values: r.Values}
	found.Duality = problem.Duality{Duals: r.Duals, Reduced: r.Reduced, Farkas: r.Farkas, Ray: r.Ray}
	found.Iterations = r.Iterations
	if r.Status == problem.Unknown {
		found.Bound = math.Inf(-1)
		if p.Maximize {
			found.Bound = math.Inf(1)
		}
		found.Objective = -found.Bound
	}
	return s.m.Solution(found), nil
}

// update changes the linear program to p. It returns false before the first solve, or if more has
// changed than it can follow.
func (s *Session) update(p *problem.Problem) bool {
	q := s.p
	if q == nil || len(p.Columns) != len(q.Columns) || len(p.Rows) < len(q.Rows) || p.Maximize != q.Maximize || p.Offset != q.Offset {
		return false
	}
	for i, r := range q.Rows {
		if !slices.Equal(r.Terms, p.Rows[i].Terms) {
			return false
		}
	}
	for j, c := range p.Columns {
		if old := q.Columns[j]; c.Lower != old.Lower || c.Upper != old.Upper {
			s.lp.SetBounds(j, c.Lower, c.Upper)
		}
		if c.Cost != q.Columns[j].Cost {
			s.lp.SetCost(j, c.Cost)
		}
	}
	for i, r := range q.Rows {
		if now := p.Rows[i]; now.Lower != r.Lower || now.Upper != r.Upper {
			s.lp.SetSides(i, now.Lower, now.Upper)
		}
	}
	return s.lp.AddRows(p.Rows[len(q.Rows):]...) == nil
}
