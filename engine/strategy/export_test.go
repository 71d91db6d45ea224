package strategy

import (
	"context"

	"farbank/game"
	"farbank/model"
)

// Costs returns the least cost that can be forced in a problem with hidden values, computed from the list of all beliefs,
// and by a search with bounds, which is left out if the goal cannot be forced: it might not end. The regular moves are counted.
func Costs(p *model.Problem) (listed, searched int64, regular int, err error) {
	s, err := newSpace(context.Background(), p)
	if err != nil {
		return 0, 0, 0, err
	}
	x, err := game.Explore(context.Background(), s.plain(), game.Options{})
	if err != nil {
		return 0, 0, 0, err
	}
	f, err := game.Force(context.Background(), x.Arena, game.Options{})
	if err != nil {
		return 0, 0, 0, err
	}
	b, err := newBound(context.Background(), s)
	if err != nil {
		return 0, 0, 0, err
	}
	for i := range p.Moves {
		if s.outcomes().of(i).reduced != nil {
			regular++
		}
	}
	listed = f.Cost[x.Starts[0]]
	if listed == game.Never {
		return listed, listed, regular, nil
	}
	found, err := game.Search(context.Background(), s.rules(), b.options(game.Options{}))
	if found.Cost != found.Bound {
		return listed, -2, regular, err
	}
	return listed, found.Cost, regular, err
}

// plain returns rules without tables of what moves do.
func (s *space) plain() game.Rules {
	o := newOutcomes(s)
	for i := range o.moves {
		o.moves[i] = &regular{}
	}
	s.others = o
	r := s.rules()
	return game.Rules{Starts: r.Starts, Look: func(state []uint64, p *game.Position) error {
		s.others = o
		defer func() { s.others = nil }()
		return r.Look(state, p)
	}}
}
