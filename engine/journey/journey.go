// Package journey is the engine that tells a plan as a journey: one move after another,
// each a choice; what breaks a rule fails, and what is left are the plans. It stands on
// package farbank/journey.
//
// Walks are moves repeated n times. Simple plans are moves repeated while no state comes
// again. Shortest plans are found level by level: on level n are the states that were
// first met after n moves, and it ends when there are none; then the plans are told
// through states of rising level that lead on to a goal.
package journey

import (
	"context"
	"math"
	"math/big"
	"time"

	"farbank/engine"
	"farbank/engine/states"
	"farbank/journey"
	"farbank/model"
)

// Engine is the engine named journey. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "journey".
func (*Engine) Name() string { return "journey" }

// About says in a line what the engine does.
func (*Engine) About() string {
	return "nondeterminism: choices and guards, listed one plan after another"
}

// Capabilities are those for problems with moves.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any, engine.Ends},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

// The engine lists plans one by one; what would take too long is refused beforehand.
const (
	maxWalkBits   = 34 // of the number of sequences of moves
	maxSimpleBits = 8  // of a state, for plans that repeat none
)

// Can refuses what the engine has no way to list, or would list without end.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	l := model.NewLayout(p)
	bits := 64*(l.Words-1) + l.Bits
	switch {
	case len(p.Schemas) == 0:
		return refuse("there are no moves to repeat")
	case q.Plans == engine.Walks && float64(q.Length)*math.Log2(float64(max(len(p.Moves), 1))) > maxWalkBits:
		return refuse("it lists walks one by one, and there are too many of that length")
	case (q.Plans == engine.Simple || q.Plans == engine.Any && q.Want != engine.One) && bits > maxSimpleBits:
		return refuse("it lists plans one by one, and with more than 256 possible states there are too many that repeat none")
	case q.Plans == engine.Shortest && !p.UnitCosts():
		return refuse("it deepens by moves, not by costs")
	}
	return nil
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	begun := time.Now()
	s := &solver{ctx: ctx, q: q, yield: yield, walker: states.NewWalker(states.New(ctx, p, q.FreeEnd), q.Memory), count: new(big.Int), a: &engine.Answer{}}
	defer s.walker.Close()
	complete := s.answer()
	if s.err == nil {
		s.err = s.walker.Err
	}
	s.a.Stats = engine.Stats{Engine: e.Name(), Nodes: s.walker.Visited, Stored: int64(len(s.level)), Elapsed: time.Since(begun)}
	return s.verdict(complete)
}

type solver struct {
	ctx    context.Context
	q      engine.Question
	yield  func(model.Plan) bool
	walker *states.Walker
	a      *engine.Answer
	count  *big.Int
	full   bool // as many plans as wanted
	err    error
	level  map[int]int  // shortest and ends: the number of moves after which a state was first met
	leads  map[int]bool // shortest: on to a goal of the last level
}

// answer tells the journey and takes the plans from it. It reports whether all that
// there is was looked at.
func (s *solver) answer() bool {
	roots := journey.Choose(s.walker.Roots()...)
	if s.q.Plans == engine.Walks {
		s.take(journey.Where(s.repeat(roots, s.q.Length, s.move), s.goal))
		return false
	}
	bound := math.MaxInt
	if s.q.Bounded {
		bound = s.q.Length
	}
	if s.q.Plans == engine.Simple || s.q.Plans == engine.Any && s.q.Want != engine.One {
		return s.simple(roots, bound)
	}
	if s.q.Plans == engine.Ends {
		return s.ends(roots, bound)
	}
	return s.shortest(roots, bound)
}

func (s *solver) goal(n *states.Node) bool { return s.walker.Goal(n.At) }

// move is the choice of a move.
func (s *solver) move(n *states.Node) journey.Journey[*states.Node] {
	return func(yield func(*states.Node) bool) {
		if s.ctx.Err() != nil {
			s.err = context.Cause(s.ctx)
			return
		}
		next := s.walker.Next(n)
		for k := range next {
			if !yield(&next[k]) {
				return
			}
		}
	}
}

func (s *solver) repeat(from journey.Journey[*states.Node], n int, step func(*states.Node) journey.Journey[*states.Node]) journey.Journey[*states.Node] {
	return journey.Then(from, func(x *states.Node) journey.Journey[*states.Node] { return journey.Repeat(n, x, step) })
}

// simple lists the plans that repeat no state and stop at the first goal, depth first.
func (s *solver) simple(roots journey.Journey[*states.Node], bound int) bool {
	cut := false
	step := func(n *states.Node) journey.Journey[*states.Node] {
		if s.goal(n) {
			return journey.Fail[*states.Node]()
		}
		if n.Moves >= bound {
			cut = true
			return journey.Fail[*states.Node]()
		}
		return journey.Where(s.move(n), func(m *states.Node) bool { return !m.Seen() })
	}
	s.take(journey.Where(journey.Then(roots, func(n *states.Node) journey.Journey[*states.Node] {
		return journey.Many(n, step)
	}), s.goal))
	return !cut
}

// take gives the results of a journey as plans, or counts them.
func (s *solver) take(j journey.Journey[*states.Node]) {
	one := big.NewInt(1)
	for n := range j {
		if s.walker.Err != nil || s.err != nil {
			return
		}
		if s.q.Want == engine.Count && s.a.Best != nil {
			s.count.Add(s.count, one)
			continue
		}
		plan, err := s.walker.PlanOf(n)
		if err != nil {
			s.err = err
			return
		}
		if s.a.Best == nil {
			s.a.Best = &plan
		}
		s.count.Add(s.count, one)
		if s.q.Want == engine.One {
			s.full = true
			return
		}
		if s.q.Want == engine.All {
			s.a.Given++
			if s.full = !s.yield(plan) || s.q.Limit > 0 && s.a.Given >= s.q.Limit; s.full {
				return
			}
		}
	}
}

// verdict says how it ended.
func (s *solver) verdict(complete bool) (*engine.Answer, error) {
	a := s.a
	stopped, err := a.Stop(s.ctx, s.err)
	if err != nil {
		return nil, err
	}
	if s.q.Want == engine.Count && (!stopped || a.Best != nil) {
		a.Count = s.count // of what was seen, if it was stopped
	}
	switch {
	case stopped:
	case a.Count != nil:
	case a.Best == nil && complete:
		a.Status = engine.None
		if s.level == nil && len(s.walker.Roots()) > 0 {
			a.Reason = "every way that repeats no state was followed to its end"
		}
	case a.Best == nil:
		a.NoneWithin()
	}
	if s.q.Plans == engine.Shortest && a.Status == engine.Solved && a.Best != nil {
		a.Bound = &a.Best.Cost
	}
	return a, nil
}
