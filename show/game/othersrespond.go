package game

import (
	"context"
	"errors"
	"slices"

	"farbank/model"
)

// respond makes the moves of the program until the person can choose.
func (g *Game) respond() error {
	s := g.side
	for range maxAlone {
		if err := s.ctx.Err(); err != nil || len(s.views) > 0 {
			return err
		}
		t, err := g.turn()
		if err != nil {
			return err
		}
		if t.end != model.Goes || t.by == model.ByChance || (t.by == model.ByUs) != s.Others {
			return nil
		}
		if err := g.alone(t); err != nil {
			return err
		}
	}
	return nil
}

// alone makes a move of the program.
func (g *Game) alone(t *turn) error {
	s := g.side
	if t.by == model.ByFoe && g.Problem.Unseen() {
		return g.carry(t.moves, g.actual(t.moves), t.by, false)
	}
	var moves []possible
	if s.Adviser != nil && !(t.by == model.ByFoe && s.Random) {
		ctx, stop := context.WithTimeout(s.ctx, thinkTime)
		a, err := s.Adviser.Ask(ctx, g.Worlds())
		stop()
		if err != nil {
			return err
		}
		moves = t.of(a.Move)
	}
	if len(moves) == 0 {
		moves = t.of(t.moves[s.r.IntN(len(t.moves))].number)
	}
	return g.carry(moves, g.actual(moves), t.by, false)
}

// actual returns those of the moves that can be made in the state that was drawn; all if what we see of the unknown is not drawn.
func (g *Game) actual(moves []possible) []possible {
	if g.side.Worst || g.side.Others {
		return moves
	}
	state := g.State()
	return slices.DeleteFunc(slices.Clone(moves), func(m possible) bool { return !slices.Equal(m.from, state) })
}

// of returns the possible moves with a number.
func (t *turn) of(number int) []possible {
	var out []possible
	for _, m := range t.moves {
		if m.number == number {
			out = append(out, m)
		}
	}
	return out
}

// carry makes one of the actual moves. We take all moves for possible. mine says whether the person made it.
func (g *Game) carry(all, actual []possible, by model.Chooser, mine bool) error {
	s := g.side
	hidden := by == model.ByFoe && g.Problem.Unseen()
	label := "a move that is not seen"
	if !hidden {
		var err error
		if label, err = g.label(g.Problem.Moves[all[0].number], all); err != nil {
			return err
		}
	}
	var views []view
	for _, v := range g.split(all) {
		v.ends = slices.DeleteFunc(v.ends, func(m possible) bool {
			return !slices.ContainsFunc(actual, func(x possible) bool {
				return x.number == m.number && slices.Equal(x.from, m.from) && slices.Equal(x.to, m.to)
			})
		})
		if v.label, v.by = label, by; len(v.ends) > 0 {
			views = append(views, v)
		}
	}
	switch {
	case len(views) == 0:
		return errors.New("no move is possible in the state that was drawn")
	case len(views) > 1 && s.Others && !hidden:
		s.views = views
		return nil
	}
	g.enter(views[g.pick(views, by)], mine)
	return nil
}

// pick returns the number of the view that comes: the worst for us, or one that is drawn.
func (g *Game) pick(views []view, by model.Chooser) int {
	s := g.side
	if s.Adviser != nil && len(views) > 1 && (s.Worst || by == model.ByFoe && !s.Random) {
		groups := make([][]model.State, len(views))
		for i := range views {
			groups[i] = views[i].worlds
		}
		return s.Adviser.Worst(groups)
	}
	total := 0
	for _, v := range views {
		total += len(v.ends)
	}
	n := s.r.IntN(total)
	for i, v := range views {
		if n -= len(v.ends); n < 0 {
			return i
		}
	}
	return 0
}
