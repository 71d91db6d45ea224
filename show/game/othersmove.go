package game

import (
	"slices"

	"farbank/model"
)

// makeAgainst makes a choice of the person, and then the moves of the program.
func (g *Game) makeAgainst(number int) error {
	choices, err := g.Choices()
	if err != nil {
		return err
	}
	k := slices.IndexFunc(choices, func(c Choice) bool { return c.Move == number })
	switch {
	case k < 0:
		return &RefusedError{Choice{Move: number, Label: "this move", Why: "it is not among the choices"}}
	case !choices[k].Legal():
		return &RefusedError{choices[k]}
	}
	s := g.side
	s.back = nil
	if len(s.views) > 0 {
		g.enter(s.views[number-g.Draw()-1], true)
		return g.respond()
	}
	t, err := g.turn()
	if err != nil {
		return err
	}
	moves := t.of(number)
	if number == g.Draw() {
		moves = t.moves[g.drawn(t):][:1]
	}
	if t.by == model.ByUs {
		return g.after(moves, g.actual(moves), t.by)
	}
	return g.after(t.all(moves, g.Problem), moves, t.by)
}

// after makes a move of the person, and then the moves of the program.
func (g *Game) after(all, actual []possible, by model.Chooser) error {
	if err := g.carry(all, actual, by, true); err != nil {
		return err
	}
	return g.respond()
}

// all returns the moves that are possible for us if one of the moves was made: all moves of a foe that is not seen.
func (t *turn) all(moves []possible, p *model.Problem) []possible {
	if t.by == model.ByFoe && p.Unseen() {
		return t.moves
	}
	return moves
}

// drawn returns the index of a move that is drawn by its weight.
func (g *Game) drawn(t *turn) int {
	total := int64(0)
	for _, m := range t.moves {
		total += m.weight
	}
	pick := g.side.r.Int64N(max(1, total))
	for i, m := range t.moves {
		if pick -= m.weight; pick < 0 {
			return i
		}
	}
	return 0
}

// undoAgainst undoes the moves up to the last one of the person.
func (g *Game) undoAgainst() bool {
	s := g.side
	if len(s.views) > 0 && len(s.at) > 0 && !s.Others {
		s.views = nil
		return true
	}
	k := len(s.at) - 2
	for k >= 0 && !s.at[k].mine {
		k--
	}
	if k < 0 {
		return false
	}
	saved := slices.Clone(s.at[k:])
	s.back = append(s.back, saved)
	s.at = slices.Clone(s.at[:k+1])
	last := &s.at[k]
	last.step.Move, last.step.Label, last.step.Cost, last.mine = nil, "", 0, false
	s.views, s.here = nil, nil
	g.sync()
	return true
}

// redoAgainst makes the moves again that were undone last.
func (g *Game) redoAgainst() bool {
	s := g.side
	if len(s.back) == 0 || len(s.views) > 0 {
		return false
	}
	saved := s.back[len(s.back)-1]
	s.back = s.back[:len(s.back)-1]
	s.at = append(s.at[:len(s.at)-1:len(s.at)-1], saved...)
	s.here = nil
	g.sync()
	return true
}
