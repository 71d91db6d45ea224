package opb

import (
	"context"
	"io"

	"farbank/constraint"
	"farbank/constraint/proof"
)

// A Model is a problem converted to package constraint.
type Model struct {
	constraint.Model
	problem   *Problem
	bools     []constraint.Bool
	products  map[string]constraint.Bool
	objective constraint.Linear
	asked     bool
}

// Model converts a problem. If a sum may overflow, Model or solving returns an error.
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
		m.objective = constraint.Dot(weights, broken...)
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

func (m *Model) sum(terms []Term) constraint.Linear {
	weights, bools := make([]int64, len(terms)), make([]constraint.Bool, len(terms))
	for i, t := range terms {
		weights[i], bools[i] = t.Coef, m.product(t.Literals)
	}
	return constraint.Dot(weights, bools...)
}

// product returns a Bool that is true if and only if all literals are.
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

// Solve searches for an optimal solution, or for any solution if there is no objective. It calls improved, if not nil,
// with each better solution. The answer and the error are as those of [constraint.Model.Solve] and
// [constraint.Model.Minimize]. The objective of a weighted problem is the total weight of the violated constraints.
func (m *Model) Solve(ctx context.Context, improved func(*constraint.Solution)) (constraint.Answer, error) {
	if !m.asked {
		return m.Model.Solve(ctx)
	}
	return m.Optimize(ctx, m.objective, m.direction(), func(s *constraint.Solution) bool {
		if improved != nil {
			improved(s)
		}
		return true
	})
}

// Check checks a proof that was written to Proof while an identical model was solved, see
// [constraint.Model.CheckBound]. m must be a new model of the problem.
func (m *Model) Check(ctx context.Context, r io.Reader, name string) (constraint.Bound, proof.Report, error) {
	if !m.asked {
		return m.CheckBound(ctx, nil, constraint.Minimizing, r, name)
	}
	return m.CheckBound(ctx, m.objective, m.direction(), r, name)
}

func (m *Model) direction() constraint.Direction {
	if m.problem.Maximize {
		return constraint.Maximizing
	}
	return constraint.Minimizing
}

// Value returns the value of a variable in a solution.
func (m *Model) Value(s *constraint.Solution, variable int) bool {
	return s.True(m.bools[variable-1])
}
