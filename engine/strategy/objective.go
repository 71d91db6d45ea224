package strategy

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
	"farbank/solver"
)

// worst returns the value of the objective that we can be sure of, as far as it depends on the state, if the given states
// are possible; or false if it is undefined in one of them.
func worst(p *model.Problem, worlds []model.State) (int64, bool, error) {
	value := int64(0)
	for i, w := range worlds {
		v, ok, err := p.Eval(p.Goals.Value, w)
		if err != nil || !ok {
			return 0, false, err
		}
		if i == 0 || p.Goals.Maximize == (v < value) {
			value = v
		}
	}
	return value, true, nil
}

// worldsOf returns the states of a belief, or the state.
func (s *space) worldsOf(key []uint64) []model.State {
	packed := [][]uint64{key}
	if s.hidden {
		packed, _ = game.Worlds(key, s.layout.Words)
	}
	worlds := make([]model.State, len(packed))
	for i, w := range packed {
		worlds[i] = make(model.State, len(s.p.Cells))
		s.layout.Unpack(w, worlds[i])
	}
	return worlds
}

// payoff returns the objective as costs of an arena.
func (s *space) payoff(a *game.Arena) (*engine.Payoff, error) {
	return engine.NewPayoff(a, s.p.Goals, func(n int) (int64, bool, error) {
		return worst(s.p, s.worldsOf(a.Key(n)))
	}, func(n int, m game.Move) int64 {
		if key := a.Key(n); len(key) == 0 || s.hidden && !game.Settled(key) { // a choice of find variables, or of what we see
			return 0
		}
		return 1
	})
}

// best answers a question for the best value of the objective from a list of all states.
func (s *solving) best(a *game.Arena, start int) error {
	f, err := s.space.payoff(a)
	if err != nil {
		return err
	}
	if s.p.Chance() && !s.q.Worst {
		return s.expected(a, f, start)
	}
	forced, err := game.Force(s.ctx, f.Arena, s.options())
	if err != nil || forced.Reason != nil {
		return errors.Join(err, forced.Reason)
	}
	least := forced.Cost[start]
	if least == game.Never {
		s.a.Status, s.a.Reason = engine.None, s.never()
		return nil
	}
	s.a.Status = engine.Solved
	s.a.Others = &engine.Others{Value: f.Of(whole(least))}
	move := forced.Move
	if f.Plain() { // among the strategies with this value, one of the least cost
		goals := a.WithLastMoves(func(n int) (int64, bool) {
			m := f.Arena.Moves(n)
			return 0, len(m) > 0 && m[0].Cost <= least
		}, func(_ int, m game.Move) int64 { return m.Cost })
		cheap, err := game.Force(s.ctx, goals, s.options())
		if err != nil || cheap.Reason != nil {
			return errors.Join(err, cheap.Reason)
		}
		move = cheap.Move
		s.a.Others.Cost = &cheap.Cost[start]
	}
	return s.strategy(a, start, move)
}

func whole(n int64) *engine.Quantity {
	return &engine.Quantity{Exact: new(big.Rat).SetInt64(n), Low: float64(n), High: float64(n)}
}

// expected answers a question for the best expected value of the objective, of strategies that reach the goal surely.
func (s *solving) expected(a *game.Arena, f *engine.Payoff, start int) error {
	sure, err := game.Sure(s.ctx, f.Arena, s.options())
	if err != nil || sure.Reason != nil {
		return errors.Join(err, sure.Reason)
	}
	if !sure.In[start] {
		s.a.Status, s.a.Reason = engine.None, "no strategy reaches the goal surely, and the objective is that of such strategies"
		return nil
	}
	v, err := game.Expected(s.ctx, f.Arena, s.options())
	if err != nil || v.Status == solver.Unknown {
		return errors.Join(err, v.Reason)
	}
	s.a.Status = engine.Solved
	s.a.Others = &engine.Others{Probability: &engine.Quantity{Exact: big.NewRat(1, 1), Low: 1, High: 1}, Value: f.Of(quantityOf(&v, start))}
	if v.Status == solver.Feasible {
		s.a.Status, s.a.Reason = engine.Feasible, fmt.Sprintf("the interval is %.3g wide", s.a.Others.Value.High-s.a.Others.Value.Low)
	}
	return s.strategy(a, start, v.Move)
}

// improve answers a question for the best value of the objective where the beliefs are too many to list: it searches a
// strategy of the least cost, and again one with a better value, until none exists.
func (s *solving) improve() error {
	if o := s.p.Goals; o.Cost != 0 || o.Steps != 0 {
		return errors.New("the positions are too many to list, and the objective counts moves or their costs")
	}
	sign := int64(1)
	if s.p.Goals.Maximize {
		sign = -1
	}
	var found *solving
	most := int64(math.MaxInt64)
	for {
		next := &solving{ctx: s.ctx, p: within(s.p, sign, most), q: s.q, a: &engine.Answer{}, begun: s.begun}
		err := next.solve()
		s.a.Stats.Stored += next.a.Stats.Stored
		s.a.Stats.Notes = next.a.Stats.Notes
		switch {
		case found == nil && (err != nil || next.a.Status != engine.Solved):
			s.a.Status, s.a.Reason = next.a.Status, next.a.Reason
			return err
		case err != nil:
			reason, failure := solver.Split(s.ctx, err)
			if reason != nil {
				s.a.Status, s.a.Reason = engine.Feasible, reason.Error()
			}
			return failure
		case next.a.Status != engine.Solved:
			s.a.Status = engine.Solved
			return nil
		}
		found = next
		value, err := s.valueOf(next.a.Others.Strategy)
		if err != nil {
			return err
		}
		s.a.Others = next.a.Others
		s.a.Others.Value = engine.NewValue(s.p.Goals, value)
		most = sign*value - 1
	}
}

// valueOf returns the worst value of the objective at the ends of a strategy that reaches the goal.
func (s *solving) valueOf(st *model.Strategy) (int64, error) {
	var ends []model.State
	for i := range st.Situations {
		if x := &st.Situations[i]; x.End == model.Reached {
			ends = append(ends, x.Worlds...)
		}
	}
	v, ok, err := worst(s.p, ends)
	if err == nil && !ok {
		err = errors.New("the objective has no value where the goal is reached")
	}
	return v, err
}

// within returns a problem without the objective whose goal is to reach a value of the objective, times sign, of at most most. A
// goal of p with another value ends the play.
func within(p *model.Problem, sign, most int64) *model.Problem {
	b := model.NewBuilder()
	value := p.Goals.Value
	if sign < 0 {
		value = b.Neg(value)
	}
	good := b.Le(value, b.Const(most))
	var goal []*model.Expr
	for _, r := range p.Goal {
		goal = append(goal, r.Cond)
	}
	ended := b.And(goal...)
	if p.Unseen() {
		ended = b.And(ended, b.Known(ended))
	}
	q := *p
	q.Judge, q.Goals = nil, nil
	q.Goal = append(append([]model.Rule{}, p.Goal...), model.Rule{Cond: good, Pos: p.Goals.Pos})
	q.Safety = append(append([]model.Rule{}, p.Safety...), model.Rule{Cond: b.Or(b.Not(ended), good), Pos: p.Goals.Pos})
	return &q
}
