package strategy

import (
	"errors"
	"fmt"
	"slices"

	"farbank/game"
	"farbank/model"
)

// view appends the cells of a world that we see.
func (s *space) view(world, seen []uint64) []uint64 {
	for i, w := range world {
		seen = append(seen, w&s.mask[i])
	}
	return seen
}

// unpack sets s.worlds to the states of a belief, and the belief of the stepper to them.
func (s *space) unpack(worlds [][]uint64) {
	for len(s.worlds) < len(worlds) {
		s.worlds = append(s.worlds, make(model.State, len(s.p.Cells)))
	}
	for i, w := range worlds {
		s.layout.Unpack(w, s.worlds[i])
	}
	s.step.Believe(s.worlds[:len(worlds)])
}

// all reports whether rules hold in all worlds of the belief.
func (s *space) all(rules []model.Rule, worlds []model.State) (bool, error) {
	for _, w := range worlds {
		if ok, err := s.step.Holds(rules, w); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// A common is a move of ours that is enabled in all worlds looked at so far.
type common struct {
	cost   int64
	worlds [][]uint64
}

// believe describes a belief.
func (s *space) believe(worlds [][]uint64, p *game.BeliefPosition) error {
	s.number = p.Number
	s.unpack(worlds)
	here := s.worlds[:len(worlds)]
	safe, err := s.all(s.p.Safety, here)
	if err != nil || !safe {
		return err
	}
	goal, err := s.all(s.p.Goal, here)
	if err != nil {
		return err
	}
	if goal {
		p.Kind = game.Goal
		return nil
	}
	if !s.foe {
		return s.ours(worlds, here, p)
	}
	return s.withFoe(here, p)
}

// ours adds the moves of a belief if all moves are ours: those that are enabled in every world.
func (s *space) ours(worlds [][]uint64, here []model.State, p *game.BeliefPosition) error {
	if err := s.fixedParts(worlds); err != nil {
		return err
	}
	after := make([][]uint64, len(here))
	size := s.layout.Words
	s.flat = slices.Grow(s.flat[:0], len(here)*size)[:len(here)*size]
	for i := range after {
		after[i] = s.flat[i*size : (i+1)*size]
	}
	added := 0
	p.Rest = 0
	for i := p.From; i < len(s.p.Moves); i++ {
		if p.Most > 0 && added >= p.Most {
			p.Rest = i
			break
		}
		if s.only != -1 && i != s.only {
			continue
		}
		s.turns += int64(len(here))
		cost, enabled, err := s.after(i, worlds, here, after)
		if err != nil {
			return err
		}
		if s.doubt != nil {
			s.doubt(s.p.Moves[i], here, enabled)
		}
		if !enabled {
			continue
		}
		added++
		if err := s.add(i, cost, here, after, p); err != nil {
			return err
		}
	}
	if s.left > 0 && s.turns > s.left {
		return errEnough
	}
	return s.ctx.Err()
}

// fixedParts sets s.parts.
func (s *space) fixedParts(worlds [][]uint64) error {
	s.parts = s.parts[:0]
	for _, w := range worlds {
		part, ok := s.outcomes().part(w)
		if !ok {
			return errors.New("a state has values that are not possible at the start")
		}
		s.parts = append(s.parts, part)
	}
	return nil
}

// after sets the worlds after a move of ours, and returns its cost and whether it is enabled in every world.
func (s *space) after(i int, worlds [][]uint64, here []model.State, after [][]uint64) (cost int64, enabled bool, err error) {
	m := s.p.Moves[i]
	var r *regular
	for k, w := range here {
		if k == 1 {
			r = s.outcomes().of(i)
		}
		if k > 0 && r.reduced != nil {
			o, err := s.others.outcome(r, s.parts[k])
			if err != nil || o == disabled {
				return 0, false, err
			}
			s.others.apply(r, o, worlds[k], after[0], after[k])
			continue
		}
		t, err := s.step.Turn(m, w, s.next)
		if err != nil || !t.Enabled {
			return 0, false, err
		}
		cost = max(cost, t.Cost)
		s.layout.Pack(s.next, after[k])
	}
	return cost, true, nil
}

// packed returns s.next packed.
func (s *space) packed() []uint64 {
	s.layout.Pack(s.next, s.words)
	return slices.Clone(s.words)
}

// add adds a move of ours, unless it breaks a rule in a world after it.
func (s *space) add(number int, cost int64, here []model.State, after [][]uint64, p *game.BeliefPosition) error {
	if len(s.p.Safety) > 0 {
		keeps, err := s.keeps(after)
		s.step.Believe(here)
		if err != nil || !keeps {
			return err
		}
	}
	p.Move(number, cost, after)
	return nil
}

// keeps reports whether the rules hold after a move, in each belief that it can lead to.
func (s *space) keeps(after [][]uint64) (bool, error) {
	groups := map[string][]model.State{}
	for _, w := range after {
		k := fmt.Sprint(s.view(w, nil))
		state := make(model.State, len(s.p.Cells))
		s.layout.Unpack(w, state)
		groups[k] = append(groups[k], state)
	}
	for _, g := range groups {
		s.step.Believe(g)
		if ok, err := s.all(s.p.Safety, g); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// withFoe adds the moves of a belief if a foe may move. Whose turn it is must be the same in all worlds.
func (s *space) withFoe(here []model.State, p *game.BeliefPosition) error {
	var by model.Chooser
	turn := false
	moves := map[int]*common{}
	for _, w := range here {
		copy(s.state, w)
		s.step.Believe(here)
		who, any, err := s.enabled(func(m made) error {
			c := moves[m.number]
			if c == nil {
				c = &common{}
				moves[m.number] = c
			}
			c.cost = max(c.cost, m.turn.Cost)
			c.worlds = append(c.worlds, s.packed())
			return nil
		})
		if err != nil {
			return err
		}
		if any && turn && who != by {
			return &fault{s.p.Schemas[0].Pos, fmt.Sprintf("whose turn it is is not known: by %s in one state that agrees with what was seen, by %s in another", by, who), s.number}
		}
		if any && !turn {
			by, turn = who, true
		}
	}
	p.Kind = game.Ours
	if turn {
		p.Kind = kinds[by]
	}
	for i := range s.p.Moves {
		c := moves[i]
		if c != nil && by == model.ByUs && s.doubt != nil {
			s.doubt(s.p.Moves[i], here, len(c.worlds) == len(here))
		}
		switch {
		case c == nil:
		case by == model.ByUs && len(c.worlds) == len(here):
			if err := s.add(i, c.cost, here, c.worlds, p); err != nil {
				return err
			}
		case by == model.ByFoe:
			p.Move(i, c.cost, c.worlds)
		}
	}
	return nil
}
