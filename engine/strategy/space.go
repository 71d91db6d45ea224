package strategy

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"farbank/engine"
	"farbank/engine/search/assign"
	"farbank/game"
	"farbank/model"
)

// A space presents a problem as the rules of a game.
type space struct {
	ctx    context.Context
	p      *model.Problem
	layout *model.Layout
	step   *model.Stepper
	hidden bool // something is not seen
	foe    bool // a foe moves
	seen   []bool
	mask   []uint64     // the bits of the cells that we see
	starts [][][]uint64 // by choice of the find variables: the worlds that are possible
	turns  int64        // moves tried in states
	left   int64        // moves that may be tried before errEnough; not limited if 0 or less at first

	state, next model.State
	words       []uint64
	worlds      []model.State
	number      int // the position that is described
	index       *index
	only        int // if not -1: the only move of ours that counts; noMove excludes all
	others      *outcomes
	parts       []int32  // of a belief that is described: the fixed parts of its worlds
	flat        []uint64 // the words of the worlds after a move
	machine     machine  // describes states that are seen completely

	// doubt is called, if set, for a move of ours and the states of a belief, and whether it applies in all of them. It is a
	// function so that programs without Turns do not have the code.
	doubt func(m *model.Move, here []model.State, all bool)
}

// outcomes returns the tables of what moves do.
func (s *space) outcomes() *outcomes {
	if s.others == nil {
		s.others = newOutcomes(s)
	}
	return s.others
}

// errEnough ends an exploration of too many beliefs.
var errEnough = errors.New("there are too many beliefs to list them")

// maxStarts is the maximum number of initial states.
const maxStarts = 1 << 20

func newSpace(ctx context.Context, p *model.Problem) (*space, error) {
	s := &space{ctx: ctx, p: p, layout: model.NewLayout(p), step: p.NewStepper(), hidden: p.Unseen(), foe: p.Foe(), seen: p.Seen(),
		state: make(model.State, len(p.Cells)), next: make(model.State, len(p.Cells)), index: newIndex(p), only: -1}
	s.machine.after = turnsBefore
	s.words = make([]uint64, s.layout.Words)
	s.mask = make([]uint64, s.layout.Words)
	for i, f := range s.layout.Fields {
		if s.seen[i] {
			s.mask[f.Word] |= f.Mask << f.Shift
		}
	}
	return s, s.begin()
}

// begin computes the initial worlds for each choice of the find variables.
func (s *space) begin() error {
	groups := map[string]int{}
	var failed error
	add := func(find []int64) bool {
		state, ok, err := s.p.Begin(find)
		if err == nil && ok {
			chosen := ""
			for i, v := range find {
				if s.seen[i] {
					chosen += fmt.Sprintf("%d ", v)
				}
			}
			k, there := groups[chosen]
			if !there {
				k = len(s.starts)
				groups[chosen] = k
				s.starts = append(s.starts, nil)
			}
			s.layout.Pack(state, s.words)
			s.starts[k] = append(s.starts[k], slices.Clone(s.words))
			if len(groups)+len(s.starts[k]) > maxStarts {
				err = fmt.Errorf("there are more than %d initial states", maxStarts)
			}
		}
		failed = err
		return err == nil
	}
	if s.p.NumFind == 0 {
		broken, err := s.p.Required(nil)
		if err == nil && len(broken) == 0 {
			add(nil)
		}
		return errors.Join(err, failed)
	}
	return errors.Join(assign.Each(s.ctx, s.p, add), failed)
}

// rules returns the rules of the game. The first state is one of ours without a key if there is a choice of find variables: its moves
// choose the values.
func (s *space) rules() game.Rules {
	s.machine.forget()
	r := game.Rules{Look: s.look}
	if s.hidden {
		h := game.Hidden{View: s.view, Look: s.believe, Starts: s.starts[0]}
		inner := game.Believe(h)
		r = game.Rules{Starts: inner.Starts, Look: inner.Look}
		if len(s.starts) > 1 {
			r.Look = func(state []uint64, p *game.Position) error {
				if len(state) > 0 {
					return inner.Look(state, p)
				}
				for i, worlds := range s.starts {
					h.Starts = worlds
					p.Move(game.Believe(h).Starts[0], i, 0, 1)
				}
				return nil
			}
		}
	} else {
		r.Starts = [][]uint64{s.starts[0][0]}
	}
	if len(s.starts) > 1 {
		r.Starts = [][]uint64{{}}
	}
	return r
}

// fault is an error about a move in the state that is described.
type fault struct {
	at     model.Pos
	why    string
	number int
}

// Error returns the reason.
func (f *fault) Error() string { return f.why }

// located returns the error of an exploration with the moves that lead to its state.
func (s *space) located(err error, a *game.Arena) error {
	var f *fault
	if !errors.As(err, &f) {
		return err
	}
	file, at := s.p.Place(f.at)
	e := &engine.TurnError{File: file, Pos: at, Why: f.why}
	if a == nil {
		return e
	}
	e.Way = s.way(a, f.number)
	return e
}

// way returns the moves that lead to a state.
func (s *space) way(a *game.Arena, number int) (way []string) {
	path := a.Path(number)
	for i, n := range path[:len(path)-1] {
		for _, m := range a.Moves(n) {
			if int(m.To) == path[i+1] {
				if m.Label >= 0 && len(a.Key(n)) > 0 {
					way = append(way, s.p.Moves[m.Label].String())
				}
				break
			}
		}
	}
	return way
}

// A made is a move that is enabled in a state.
type made struct {
	number int
	turn   model.Turn
}

// enabled calls f for each enabled move in s.state, with the state after it in s.next. All enabled moves have one chooser.
func (s *space) enabled(f func(m made) error) (by model.Chooser, any bool, err error) {
	var first *model.Move
	for _, i := range s.index.of(s.state) {
		m := s.p.Moves[i]
		if s.only != -1 && int(i) != s.only {
			continue
		}
		s.turns++
		t, err := s.step.Turn(m, s.state, s.next)
		if err != nil {
			return by, any, err
		}
		if t.Fault != nil {
			return by, any, s.wrong(m, t.Fault)
		}
		if t.Odd != "" {
			return by, any, &fault{m.Schema.Pos, fmt.Sprintf("%s cannot be made: %s", m, t.Odd), s.number}
		}
		if !t.Enabled {
			continue
		}
		if first != nil && t.By != by {
			return by, any, &fault{m.Schema.Pos, fmt.Sprintf("%s by %s and %s by %s are enabled in the same state", first, by, m, t.By), s.number}
		}
		if first == nil {
			first, by, any = m, t.By, true
		}
		if err := f(made{int(i), t}); err != nil {
			return by, any, err
		}
	}
	if s.left > 0 && s.turns > s.left {
		return by, any, errEnough
	}
	return by, any, s.ctx.Err()
}

// wrong returns the error of a move that is not ours and leaves a range or needs a value that does not exist.
func (s *space) wrong(m *model.Move, st *model.Stmt) error {
	what := "a value would leave the range of its variable: " + st.Text
	if st.Undefined || st.Kind != model.Guard {
		what = st.Text + " has no value or leaves its range"
	}
	return &fault{st.Pos, fmt.Sprintf("%s, which is not ours, cannot be made: %s; a require would say that it does not apply", m, what), s.number}
}

var kinds = [...]game.Kind{model.ByUs: game.Ours, model.ByFoe: game.Foe, model.ByChance: game.Chance}

// look describes a state that is seen completely.
func (s *space) look(state []uint64, p *game.Position) error {
	s.number = p.Number
	if len(state) == 0 {
		for i, worlds := range s.starts {
			p.Move(worlds[0], i, 0, 1)
		}
		return nil
	}
	if done, err := s.compiled(state, p); done || err != nil {
		return err
	}
	kind, err := s.interpret(state, p.Move)
	p.Kind = kind
	return err
}

// interpret describes a state by the reference interpreter.
func (s *space) interpret(state []uint64, move func(next []uint64, label int, cost, weight int64)) (game.Kind, error) {
	s.layout.Unpack(state, s.state)
	safe, err := s.step.Holds(s.p.Safety, s.state)
	if err != nil || !safe { // a rule is broken: an end without the goal
		return game.Ours, err
	}
	goal, err := s.step.Holds(s.p.Goal, s.state)
	if err != nil {
		return game.Ours, err
	}
	if goal {
		return game.Goal, nil
	}
	by, any, err := s.enabled(func(m made) error {
		if m.turn.By == model.ByUs {
			if safe, err := s.step.Holds(s.p.Safety, s.next); err != nil || !safe {
				return err
			}
		}
		s.layout.Pack(s.next, s.words)
		move(s.words, m.number, m.turn.Cost, m.turn.Weight)
		return nil
	})
	if any {
		return kinds[by], err
	}
	return game.Ours, err
}
