package opb

import (
	"context"
	"io"

	"farbank/constraint"
	"farbank/constraint/proof"
)

// A Model is a problem as a model of package constraint.
type Model struct {
	constraint.Model
	problem   *Problem
	bools     []constraint.Bool
	products  map[string]constraint.Bool
	objective constraint.Sum
	asked     bool
}

// Model makes a model of a problem. Sums that could leave 64 bits are an error, here or when it is
// solved.
func (p *Problem) Model() (*Model, error) {
	m := &Model{problem: p, bools: make([]constraint.Bool, p.Variables), products: map[string]constraint.Bool{}, asked: p.Asked || p.Soft}
	for v := range m.bools {
		m.bools[v] = m.Bool("")
	}
	m.objective = m.sum(p.Objective)
	var weights []int64
	var broken []constraint.Bool
	for _, c := range p.Constraints {
		holds := m.condition(c)
		if c.Weight == 0 {
			m.Add(holds)
			continue
		}
		b := m.Bool("")
		m.When(b.Not(), holds)
		weights, broken = append(weights, c.Weight), append(broken, b)
	}
	if p.Soft {
		m.objective = constraint.Weighted(weights, broken...)
	}
	if p.Top > 0 {
		m.Add(m.objective.AtMost(p.Top - 1))
	}
	return m, m.Err()
}

func (m *Model) condition(c Constraint) constraint.Condition {
	s := m.sum(c.Terms)
	switch c.Is {
	case AtLeast:
		return s.AtLeast(c.Right)
	case AtMost:
		return s.AtMost(c.Right)
	}
	return s.Is(c.Right)
}

func (m *Model) literal(l int) constraint.Bool {
	if l < 0 {
		return m.bools[-l-1].Not()
	}
	return m.bools[l-1]
}

func (m *Model) sum(terms []Term) constraint.Sum {
	weights, bools := make([]int64, len(terms)), make([]constraint.Bool, len(terms))
	for i, t := range terms {
		weights[i], bools[i] = t.Coef, m.product(t.Literals)
	}
	return constraint.Weighted(weights, bools...)
}

// product is a Bool that holds where all literals do.
func (m *Model) product(literals []int) constraint.Bool {
	switch len(literals) {
	case 0:
		return constraint.True
	case 1:
		return m.literal(literals[0])
	}
	key := string(sum([]Term{{1, literals}}))
	b, ok := m.products[key]
	if !ok {
		parts := make([]constraint.Condition, len(literals))
		for i, l := range literals {
			parts[i] = m.literal(l)
		}
		b = m.Truth(constraint.And(parts...))
		m.products[key] = b
	}
	return b
}

// Solve looks for a best solution, or for one where there is no objective. improved, if not nil,
// is told of each better one. The answer and the error are as those of [constraint.Model.Solve]
// and [constraint.Model.Minimize]; the objective of a problem with weights is what is broken.
func (m *Model) Solve(ctx context.Context, improved func(*constraint.Solution)) (constraint.Answer, error) {
	if !m.asked {
		return m.Model.Solve(ctx)
	}
	return m.Improve(ctx, m.objective, m.problem.Maximize, func(s *constraint.Solution) bool {
		if improved != nil {
			improved(s)
		}
		return true
	})
}

// Check checks a proof that Proof got while the problem was solved, see [constraint.Model.CheckBound]; the model
// is to be made anew.
func (m *Model) Check(ctx context.Context, r io.Reader, name string) (constraint.Bound, proof.Report, error) {
	if !m.asked {
		return m.CheckBound(ctx, nil, false, r, name)
	}
	return m.CheckBound(ctx, m.objective, m.problem.Maximize, r, name)
}

// Value is the value of a variable in a solution.
func (m *Model) Value(s *constraint.Solution, variable int) bool {
	return s.True(m.bools[variable-1])
}
