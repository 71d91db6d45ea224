package strategy

import (
	"errors"
	"fmt"
	"slices"

	"farbank/engine"
	engineplanning "farbank/engine/planning"
	"farbank/game"
	"farbank/model"
	"farbank/planning"
)

// policyFits reports whether a strategy that reaches the goal surely can be searched as a policy of a planning task: everything is
// seen, chance moves by weights that are not 0, and no rule can be broken.
func (s *solving) policyFits() bool {
	p := s.p
	if p.Unseen() || p.Foe() || !p.Chance() || s.q.Worst || len(p.Safety) > 0 || p.NumFind > 0 {
		return false
	}
	return !slices.ContainsFunc(p.Moves, func(m *model.Move) bool {
		return m.Schema.By == model.ByChance && m.Weight != nil && (!m.Weight.IsConst() || m.Weight.Value < 1)
	})
}

// wide reports whether a variable has too many values for a planning task. It adds a note, since the states are listed or
// searched without estimates then.
func (s *solving) wide() bool {
	for i := range s.p.Cells {
		if c := &s.p.Cells[i]; c.Span() > planning.MaxSize {
			s.a.Stats.Notes = append(s.a.Stats.Notes, fmt.Sprintf("%s has more than %d values, so plans cannot guide the search; a smaller range would help", c.Name, planning.MaxSize))
			return true
		}
	}
	return false
}

// alone returns the problem with all moves ours, and which of them chance makes.
func alone(p *model.Problem) (*model.Problem, []bool) {
	q := *p
	q.Judge, q.Moves, q.Schemas = nil, nil, nil
	schemas := map[*model.Schema]*model.Schema{}
	for _, s := range p.Schemas {
		c := *s
		c.By = model.ByUs
		schemas[s] = &c
		q.Schemas = append(q.Schemas, &c)
	}
	var chance []bool
	for _, m := range p.Moves {
		c := *m
		c.Schema, c.Weight = schemas[m.Schema], nil
		q.Moves = append(q.Moves, &c)
		chance = append(chance, m.Schema.By == model.ByChance)
	}
	return &q, chance
}

// policy searches a strategy that reaches the goal surely. It returns false if the problem cannot be searched in this way.
func (s *solving) policy() (done bool, err error) {
	if s.wide() {
		return false, nil
	}
	q, chance := alone(s.p)
	task, moves, err := engineplanning.Operators(s.ctx, q)
	if err != nil || task == nil || slices.Contains(moves, -1) {
		return false, err
	}
	byChance := make([]bool, len(moves))
	for op, m := range moves {
		byChance[op] = chance[m]
	}
	found, err := planning.StrongCyclic(s.ctx, task, byChance, planning.Options{Memory: s.q.Memory})
	if err != nil {
		return false, err
	}
	switch found.Status {
	case planning.Unknown:
		return true, found.Reason
	case planning.Infeasible:
		if s.q.Plans != engine.Sure {
			return false, nil // the goal may be reached with a smaller probability
		}
		s.a.Status, s.a.Reason = engine.None, "no strategy reaches the goal surely"
		return true, nil
	}
	x, err := s.followed(found, moves)
	if err != nil {
		return true, err
	}
	a := x.Arena
	s.a.Stats.Stored, s.a.Stats.Generated = int64(a.Len()), int64(a.Size())
	sure, err := game.Sure(s.ctx, a, s.options())
	if err != nil || sure.Reason != nil {
		return true, errors.Join(err, sure.Reason)
	}
	if !sure.In[x.Starts[0]] {
		return false, nil // the task is not the same as the problem
	}
	return true, s.surely(a, x.Starts[0], sure.Move)
}

// followed returns the arena of the states that a policy can lead to.
func (s *solving) followed(found *planning.Policy, moves []int) (game.Exploration, error) {
	r := s.space.rules()
	look := r.Look
	values := make([]int, len(s.p.Cells))
	r.Look = func(state []uint64, p *game.Position) error {
		s.space.layout.Unpack(state, s.space.state)
		for i, v := range s.space.state {
			values[i] = int(v - s.p.Cells[i].Lo)
		}
		s.space.only = -1
		if op, ok := found.Operator(values); ok {
			s.space.only = moves[op]
		}
		return look(state, p)
	}
	s.space.left = 0
	x, err := game.Explore(s.ctx, r, s.options())
	s.space.only = -1
	if err != nil {
		return x, s.space.located(err, x.Arena)
	}
	return x, x.Reason
}
