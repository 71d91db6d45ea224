package strategy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"farbank/engine"
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

// Compiled lists the states of a problem by the interpreter and by machine code, and returns an error if the lists differ. It
// reports whether there was code.
func Compiled(p *model.Problem) (bool, error) {
	var all [2]*game.Arena
	var faults [2]string
	var used bool
	for i := range all {
		s, err := newSpace(context.Background(), p)
		if err != nil {
			return false, err
		}
		s.machine.tried, s.machine.after = i == 0, 0
		x, err := game.Explore(context.Background(), s.rules(), game.Options{})
		if err != nil {
			faults[i] = s.located(err, x.Arena).Error()
		}
		used = s.machine.x != nil
		s.close()
		all[i] = x.Arena
	}
	if faults[0] != faults[1] {
		return used, fmt.Errorf("the error is %q, not %q", faults[1], faults[0])
	}
	if faults[0] != "" {
		return used, nil
	}
	for n := range all[0].Len() {
		if !slices.Equal(all[0].Key(n), all[1].Key(n)) || all[0].Kind(n) != all[1].Kind(n) || !slices.Equal(all[0].Moves(n), all[1].Moves(n)) {
			return used, fmt.Errorf("state %d differs: %v %v", n, all[0].Moves(n), all[1].Moves(n))
		}
	}
	return used, nil
}

// Proved answers a question by a search for a proof alone.
func Proved(p *model.Problem, q engine.Question) (*engine.Answer, error) {
	s, err := newSpace(context.Background(), p)
	if err != nil {
		return nil, err
	}
	defer s.close()
	o := &solving{ctx: context.Background(), p: p, q: q, a: &engine.Answer{}, space: s}
	found := o.prove(context.Background(), 0)
	if found.err != nil || found.proof.Reason != nil {
		return nil, errors.Join(found.err, found.proof.Reason)
	}
	return o.a, o.decided(found)
}

// Improved answers a question for the best value of the objective by one search after another.
func Improved(p *model.Problem) (*engine.Answer, error) {
	s := &solving{ctx: context.Background(), p: p, a: &engine.Answer{}}
	return s.a, s.improve()
}
