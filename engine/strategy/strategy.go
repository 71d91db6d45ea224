package strategy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
	"farbank/solver"
)

// Engine is the engine named strategy. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "strategy".
func (*Engine) Name() string { return "strategy" }

// About returns a one-line description of the engine.
func (*Engine) About() string {
	return "opponents, chance and the unknown: backward induction, exact probabilities, beliefs"
}

// Capabilities returns the questions that the engine can take: one strategy for a problem with others.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Others: true, Objective: true, Kinds: []engine.Kind{engine.Shortest, engine.Any, engine.Sure}, Wants: []engine.Want{engine.One}}
}

// Can returns nil if the engine can take the question, else the reason.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	switch {
	case !p.Others():
	case p.Goals != nil && engine.CanPay(p.Goals) != "":
		return refuse(engine.CanPay(p.Goals))
	case len(p.Soft) > 0:
		return refuse("soft rules in a problem with others are not supported")
	case q.Bounded:
		return refuse("a bound on the number of moves is a rule: always steps <= n")
	case q.FreeEnd:
		return refuse("a strategy without a goal has nothing to reach")
	case q.Want != engine.One:
		return refuse("strategies are not listed or counted; it gives one")
	case q.Plans == engine.Walks || q.Plans == engine.Simple || q.Plans == engine.Ends:
		return refuse("the kinds of plans for strategies are shortest, any and sure, not " + q.Plans.String())
	case len(p.Schemas) == 0:
		return refuse("there is no move with which something unknown could be found")
	}
	return engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q)
}

// Solve answers a question; see engine.Engine. The error may be an *engine.TurnError.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, _ func(model.Plan) bool) (*engine.Answer, error) {
	begun := time.Now()
	valued := p.Goals != nil
	if valued && q.Plans != engine.Shortest { // any strategy for which the objective has a value
		p = within(p, 1, math.MaxInt64)
	}
	s := &solving{ctx: ctx, p: p, q: q, a: &engine.Answer{}, begun: begun}
	s.a.Stats.Engine = e.Name()
	err := s.solve()
	if valued {
		s.a.Bound = nil // it is one on the cost
	}
	s.a.Stats.Elapsed = time.Since(begun)
	if errors.Is(err, solver.ErrMemory) {
		err = engine.ErrMemory
	}
	if _, err = s.a.Stop(ctx, err); err != nil {
		return nil, err
	}
	return s.a, nil
}

// solving answers one question.
type solving struct {
	ctx   context.Context
	p     *model.Problem
	q     engine.Question
	a     *engine.Answer
	begun time.Time
	space *space
}

// enough is the number of moves that are tried in states before a large game of beliefs is searched instead of explored.
const enough = 2_000_000

// fewTurns is the number of moves that are tried in states before a strategy that reaches the goal surely is searched as a
// policy.
const fewTurns = 300_000

// manyMoves is the number of ground moves, times worlds at the start, from which on beliefs are searched without a try to list
// them.
const manyMoves = 50_000

// many reports whether the beliefs are too many to list by the look of it.
func (s *space) many() bool { return len(s.p.Moves) > manyMoves/len(s.starts[0]) }

func (s *solving) solve() error {
	space, err := newSpace(s.ctx, s.p)
	if err != nil {
		return err
	}
	s.space = space
	defer space.close()
	if len(space.starts) == 0 {
		s.a.Status, s.a.Reason = engine.None, "no values of the unknowns meet the requirements"
		return nil
	}
	soon := s.q.Plans == engine.Any && s.greedyFits()
	if space.hidden && !space.foe {
		if space.left = enough; soon {
			space.left = fewTurns
		}
		if space.many() {
			return s.searchOr(soon)
		}
	}
	fits := s.q.Plans != engine.Shortest && s.policyFits()
	if fits {
		space.left = fewTurns
		space.machine.after = fewTurns + 1 // to compile would take longer
	}
	x, done, err := s.explore()
	if done {
		return err
	}
	if fits && errors.Is(err, errEnough) {
		if done, err := s.policy(); done || err != nil {
			return err
		}
		space.left, space.turns, space.machine.after = 0, 0, turnsBefore
		x, err = game.Explore(s.ctx, space.rules(), s.options())
	}
	s.a.Stats.Stored, s.a.Stats.Generated = int64(x.Arena.Explored()), int64(x.Arena.Size())
	if errors.Is(err, errEnough) {
		x.Arena = nil
		return s.searchOr(soon)
	}
	if err != nil {
		return space.located(err, x.Arena)
	}
	if x.Reason != nil {
		return x.Reason
	}
	start := x.Starts[0]
	if s.p.Goals != nil {
		return s.best(x.Arena, start)
	}
	if s.p.Chance() && !s.q.Worst {
		return s.chance(x.Arena, start)
	}
	f, err := game.Force(s.ctx, x.Arena, s.options())
	if err != nil || f.Reason != nil {
		return errors.Join(err, f.Reason)
	}
	if f.Cost[start] == game.Never {
		s.a.Status, s.a.Reason = engine.None, s.never()
		return nil
	}
	return s.forced(x.Arena, start, f.Move, f.Cost[start])
}

// never returns why the goal cannot be forced.
func (s *solving) never() string {
	switch {
	case s.p.Foe() || s.p.Chance():
		return "the others can always prevent the goal"
	case s.p.Unseen():
		return "no strategy reaches the goal for all that is not known"
	}
	return "the goal cannot be reached"
}

func (s *solving) options() game.Options {
	o := game.Options{Memory: s.q.Memory}
	if s.q.Progress != nil {
		reported := time.Time{}
		o.Progress = func(p game.Progress) {
			if now := time.Now(); now.Sub(reported) > 200*time.Millisecond {
				reported = now
				s.q.Progress(engine.Progress{Phase: p.Phase, Engine: "strategy", States: p.States, Memory: p.Memory, Elapsed: now.Sub(s.begun)})
			}
		}
	}
	return o
}

// search solves a game of beliefs that is too large to be explored.
func (s *solving) search() error {
	if s.p.Goals != nil {
		return s.improve()
	}
	s.space.left = -1
	b, err := newBound(s.ctx, s.space)
	if err != nil {
		return err
	}
	found, err := game.Search(s.ctx, s.space.rules(), b.options(s.options()))
	s.a.Stats.Stored = found.States
	s.a.Stats.Notes = append(s.a.Stats.Notes, "depth first with increasing costs: the beliefs are too many to list")
	switch {
	case err != nil:
		return s.space.located(err, nil)
	case found.Reason != nil:
		if found.Bound > 0 {
			s.a.Bound = &found.Bound
		}
		return found.Reason
	case found.Status == solver.Infeasible:
		s.a.Status, s.a.Reason = engine.None, s.never()
		return nil
	}
	move := make([]int32, found.Arena.Len())
	return s.forced(found.Arena, 0, move, found.Cost)
}

// forced sets the answer to a strategy of a known cost in the worst case.
func (s *solving) forced(a *game.Arena, start int, move []int32, cost int64) error {
	s.a.Status, s.a.Bound = engine.Solved, &cost
	s.a.Others = &engine.Others{Cost: &cost}
	return s.strategy(a, start, move)
}

// surely sets the answer to a strategy that reaches the goal with probability 1.
func (s *solving) surely(a *game.Arena, start int, move []int32) error {
	s.a.Status = engine.Solved
	s.a.Others = &engine.Others{Probability: &engine.Quantity{Exact: big.NewRat(1, 1), Low: 1, High: 1}}
	return s.strategy(a, start, move)
}

// chance answers questions about probabilities.
func (s *solving) chance(a *game.Arena, start int) error {
	sure, err := game.Sure(s.ctx, a, s.options())
	if err != nil || sure.Reason != nil {
		return errors.Join(err, sure.Reason)
	}
	if s.q.Plans == engine.Sure && !sure.In[start] {
		s.a.Status, s.a.Reason = engine.None, "no strategy reaches the goal surely"
		return nil
	}
	s.a.Others = &engine.Others{}
	if sure.In[start] {
		s.a.Others.Probability = &engine.Quantity{Exact: big.NewRat(1, 1), Low: 1, High: 1}
		if s.q.Plans != engine.Shortest {
			return s.surely(a, start, sure.Move)
		}
	}
	solve := game.Reach
	if sure.In[start] {
		solve = game.Expected
	}
	v, err := solve(s.ctx, a, s.options())
	if err != nil || v.Status == solver.Unknown {
		return errors.Join(err, v.Reason)
	}
	value := &engine.Quantity{Low: v.Low[start], High: v.High[start]}
	if v.Exact != nil {
		value.Exact = v.Exact[start]
	}
	s.a.Status = engine.Solved
	switch {
	case sure.In[start]:
		s.a.Others.Expected = value
	case v.High[start] == 0:
		s.a.Others = nil
		s.a.Status, s.a.Reason = engine.None, "the goal is reached with probability 0"
		return nil
	default:
		s.a.Others.Probability = value
	}
	if v.Status == solver.Feasible {
		s.a.Status, s.a.Reason = engine.Feasible, fmt.Sprintf("the interval is %.3g wide", value.High-value.Low)
	}
	return s.strategy(a, start, v.Move)
}
