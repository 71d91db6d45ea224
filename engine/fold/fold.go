// Package fold is the engine that unfolds a tree, of walks or of assignments, and folds it
// by the monoid of the question: the first plan, all plans, their number, the cheapest. It
// uses package farbank/fold.
//
// The tree of a problem with moves has a node for every walk that may become a plan. The
// subtree of a node depends only on its state and, if the length is bounded, the number of
// moves left, so most folds compute each of these once. The tree of a problem with unknowns
// has a node for every partial assignment that violates no requirement, and is folded by
// several workers.
package fold

import (
	"context"
	"errors"
	"time"

	"farbank/engine"
	"farbank/engine/states"
	"farbank/fold"
	"farbank/model"
)

// Engine is the engine named fold. The zero value is ready.
type Engine struct{}

// New returns the engine.
func New() *Engine { return &Engine{} }

// Name returns "fold".
func (*Engine) Name() string { return "fold" }

// About describes the engine in one line.
func (*Engine) About() string {
	return "a search tree unfolded and folded by a monoid: first, all, count, cheapest"
}

// Capabilities returns everything but preferences.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any, engine.Ends},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

// Limits above which Can refuses.
const (
	maxWords = 16 // of an assignment
	maxSpan  = 1 << 16
)

// Can refuses trees that are too large to traverse.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	if len(p.Schemas) > 0 {
		if q.Plans == engine.Walks && q.Want == engine.All && q.Length > fold.MaxDepth {
			return refuse("its tree has a level for each move, and there are too many")
		}
		return nil
	}
	switch {
	case q.Plans == engine.Walks:
		return refuse("there are no moves to walk")
	case model.NewLayout(p).Words > maxWords || p.NumFind == 0:
		return refuse("there are too many unknowns, or no unknowns")
	}
	for _, c := range p.Cells {
		if uint64(c.Hi)-uint64(c.Lo) >= maxSpan {
			return refuse("it tries every value of an unknown, and " + c.Name + " has more than 65,536")
		}
	}
	return nil
}

// Solve answers a question; see engine.Engine.
func (e *Engine) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	begun := time.Now()
	s := &solver{ctx: ctx, p: p, q: q, yield: yield, a: &engine.Answer{}}
	var cut bool
	var err error
	if len(p.Schemas) == 0 {
		err = s.assignments()
	} else {
		cut, err = s.moves()
	}
	s.a.Stats.Engine, s.a.Stats.Elapsed = e.Name(), time.Since(begun)
	var refusal *engine.Refusal
	if errors.As(err, &refusal) {
		s.a.Status, s.a.Reason = engine.Unsupported, refusal.Error()
		return s.a, nil
	}
	return s.verdict(cut, err)
}

type solver struct {
	ctx   context.Context
	p     *model.Problem
	q     engine.Question
	yield func(model.Plan) bool
	a     *engine.Answer
	w     *states.Walker // nil without moves
	roots []*states.Node
	bound int    // on the number of moves
	cut   bool   // the bound excluded some walks
	why   string // the reason for None, if the searched states do not give one
}

// verdict returns the answer with its status.
func (s *solver) verdict(cut bool, err error) (*engine.Answer, error) {
	a := s.a
	stopped, err := a.Stop(s.ctx, err)
	switch {
	case err != nil:
		return nil, err
	case stopped && a.Best == nil:
		a.Count = nil
	case stopped:
	case a.Count != nil || a.Best != nil:
	case cut:
		a.NoneWithin()
	default:
		a.Status, a.Reason = engine.None, s.why
	}
	return a, nil
}

// pass hands a plan to the caller and reports whether that is enough.
func (s *solver) pass(plan model.Plan) (enough bool) {
	if s.a.Best == nil {
		s.a.Best = &plan
	}
	if s.q.Want != engine.All {
		return true
	}
	s.a.Given++
	return !s.yield(plan) || s.q.Limit > 0 && s.a.Given >= s.q.Limit
}
