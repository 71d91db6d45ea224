package strategy

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
	"farbank/solver"
)

// Turns looks for a state in which the moves do not fit the rules of games, among those that are reached first, at most
// about the given number. The error is an *engine.TurnError if there is one, or that of the context. If these are all states, the
// warnings are about moves of ours that are never known to apply, although they would apply.
func Turns(ctx context.Context, p *model.Problem, states int) ([]model.Warning, error) {
	s, err := newSpace(ctx, p)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil || len(s.starts) == 0 { // solve says why
		return nil, nil
	}
	if s.hidden {
		s.doubts = &doubts{known: map[*model.Schema]bool{}, unsure: map[*model.Schema]int{}}
	}
	defer s.close()
	s.left = int64(states) * 16
	x, err := game.Explore(ctx, s.rules(), game.Options{States: states})
	var wrong *engine.TurnError
	if err != nil {
		if err = s.located(err, x.Arena); errors.As(err, &wrong) {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if s.doubts == nil || x.Status != solver.Solved {
		return nil, nil
	}
	return s.doubtful(x.Arena), nil
}

// doubts are collected while beliefs are described.
type doubts struct {
	known  map[*model.Schema]bool // it applies in every state of some belief
	unsure map[*model.Schema]int  // the first belief in which it applies in some states, but not in all
}

// doubt records that a move of ours applies in some states of a belief, or in all of them.
func (d *doubts) doubt(s *model.Schema, belief int, all bool) {
	if all {
		d.known[s] = true
	} else if _, there := d.unsure[s]; !there {
		d.unsure[s] = belief
	}
}

// maybe records that a move of ours, which does not apply in every state of a belief, applies in one of them.
func (s *space) maybe(m *model.Move, here []model.State) error {
	if s.doubts == nil || s.doubts.known[m.Schema] {
		return nil
	}
	if _, there := s.doubts.unsure[m.Schema]; there {
		return nil
	}
	for _, w := range here {
		t, err := s.step.Turn(m, w, s.next)
		if err != nil {
			return err
		}
		if t.Enabled {
			s.doubts.doubt(m.Schema, s.number, false)
			break
		}
	}
	return nil
}

// doubtful returns warnings of moves of ours that are never known to apply.
func (s *space) doubtful(a *game.Arena) (list []model.Warning) {
	for _, sc := range s.p.Schemas {
		at, there := s.doubts.unsure[sc]
		if !there || s.doubts.known[sc] {
			continue
		}
		where := "at the start"
		if way := s.way(a, at); len(way) > 0 {
			where = "after " + strings.Join(way, ", ")
		}
		list = append(list, model.Warning{Kind: model.WarnNeverApplies, Pos: sc.Pos,
			Msg: fmt.Sprintf("the move %s is never made, since we never know that it can be: %s, for example, it can in some of the states that agree with what was seen, but not in all", sc.Name, where)})
	}
	return list
}
