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
	d := &doubts{space: s, known: map[*model.Schema]bool{}, unsure: map[*model.Schema]int{}}
	if s.hidden {
		s.doubt = d.doubt
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
	if x.Status != solver.Solved || d.off {
		return nil, nil
	}
	return d.warnings(x.Arena), nil
}

// doubts are collected while beliefs are described.
type doubts struct {
	*space
	known  map[*model.Schema]bool // it applies in every state of some belief
	unsure map[*model.Schema]int  // the first belief in which it applies in some states, but not in all
	spent  int64                  // turns that were computed for this
	off    bool                   // that were too many, or an error: there are no warnings
}

// doubt implements space.doubt.
func (d *doubts) doubt(m *model.Move, here []model.State, all bool) {
	if all {
		d.known[m.Schema] = true
	}
	if _, there := d.unsure[m.Schema]; d.off || there || d.known[m.Schema] || m.Schema.By != model.ByUs {
		return
	}
	for _, w := range here {
		t, err := d.step.Turn(m, w, d.next)
		if d.spent++; err != nil || d.spent > d.left {
			d.off = true // states that are never reached may have errors of their own
			return
		}
		if t.Enabled {
			d.unsure[m.Schema] = d.number
			return
		}
	}
}

// warnings returns warnings of moves of ours that are never known to apply.
func (d *doubts) warnings(a *game.Arena) (list []model.Warning) {
	for _, sc := range d.p.Schemas {
		at, there := d.unsure[sc]
		if !there || d.known[sc] {
			continue
		}
		where := "at the start"
		if way := d.way(a, at); len(way) > 0 {
			where = "after " + strings.Join(way, ", ")
		}
		list = append(list, model.Warning{Kind: model.WarnNeverApplies, Pos: sc.Pos,
			Msg: fmt.Sprintf("the move %s is never made, since we never know that it can be: %s, for example, it can in some of the states that agree with what was seen, but not in all", sc.Name, where)})
	}
	return list
}
