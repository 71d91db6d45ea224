// Package journey is the engine that describes a plan as a journey: each move is a choice,
// choices that break a rule fail, and the results are the plans. It uses package
// farbank/journey.
//
// Walks repeat a choice of moves n times. Simple plans repeat it while no state occurs twice.
// Shortest plans are found level by level: level n has the states first reached after n
// moves, and the search ends at the first level with a goal or without states. The plans are
// then listed through states of increasing level that lead to a goal.
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

// About describes the engine in one line.
func (*Engine) About() string {
	return "nondeterminism: choices and guards, listed one plan after another"
}

// Capabilities returns those for problems with moves.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any, engine.Ends},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

// Limits above which Can refuses, because the engine lists plans one by one.
const (
	maxWalkBits   = 34 // of the number of sequences of moves
	maxSimpleBits = 8  // of a state, for plans that repeat none
)

// Can refuses questions that the engine cannot answer or that would take too long.
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
		return refuse("it lists plans one by one, and more than 256 possible states give too many")
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
	full   bool // the caller has all plans it asked for
	err    error
	level  map[int]int  // shortest and ends: the number of moves after which a state was first reached
	leads  map[int]bool // shortest: whether a goal of the last level is reachable
}

// answer takes the plans from the journey of the question. It reports whether the search was
// complete.
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

// move chooses a move.
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

// repeat applies step n times from each result of from.
func (s *solver) repeat(from journey.Journey[*states.Node], n int, step func(*states.Node) journey.Journey[*states.Node]) journey.Journey[*states.Node] {
	return journey.Then(from, func(x *states.Node) journey.Journey[*states.Node] { return journey.Repeat(n, x, step) })
}

// simple lists the plans that repeat no state and stop at the first goal, depth first. It
// reports whether the bound excluded none.
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

// take passes the results of a journey as plans, or counts them.
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

// verdict returns the answer with its status.
func (s *solver) verdict(complete bool) (*engine.Answer, error) {
	a := s.a
	stopped, err := a.Stop(s.ctx, s.err)
	if err != nil {
		return nil, err
	}
	if s.q.Want == engine.Count && (!stopped || a.Best != nil) {
		a.Count = s.count // of the plans found so far, if it was stopped
	}
	switch {
	case stopped:
	case a.Count != nil:
	case a.Best == nil && complete:
		a.Status = engine.None
		if s.level == nil && len(s.walker.Roots()) > 0 {
			a.Reason = "all plans that repeat no state were tried"
		}
	case a.Best == nil:
		a.NoneWithin()
	}
	if s.q.Plans == engine.Shortest && a.Status == engine.Solved && a.Best != nil {
		a.Bound = &a.Best.Cost
	}
	return a, nil
}
