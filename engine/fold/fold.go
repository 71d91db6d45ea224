// Package fold is the engine that unfolds a tree, of walks or of assignments, and folds
// it by the monoid that the question asks for: the first plan, all, their number, the
// cheapest. It stands on package farbank/fold.
//
// The tree of a problem with moves has a node for every walk that may become a plan. What
// is below a node depends only on the state, and perhaps on the moves that are left, so
// that most folds need each of these once. The tree of a problem with unknowns has a node
// for every beginning of an assignment that breaks no requirement, and is folded by
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

// About says in a line what the engine does.
func (*Engine) About() string {
	return "a search tree unfolded and folded by a monoid: first, all, count, cheapest"
}

// Capabilities are everything but preferences.
func (*Engine) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any, engine.Ends},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

// What would take too long is refused beforehand.
const (
	maxWords = 16 // of an assignment
	maxSpan  = 1 << 16
)

// Can refuses trees that are too large to be walked.
func (e *Engine) Can(p *model.Problem, q engine.Question) error {
	if err := engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q); err != nil {
		return err
	}
	refuse := func(why string) error { return &engine.Refusal{Engine: e.Name(), Why: why} }
	if len(p.Schemas) > 0 {
		if q.Plans == engine.Walks && q.Want == engine.All && q.Length > fold.MaxDepth {
			return refuse("it goes down a tree that has a level for every move, and there are too many")
		}
		return nil
	}
	switch {
	case q.Plans == engine.Walks:
		return refuse("there are no moves to walk")
	case model.NewLayout(p).Words > maxWords || p.NumFind == 0:
		return refuse("there are too many unknowns, or none")
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
	w     *states.Walker // where there are moves
	roots []*states.Node
	bound int    // on moves
	cut   bool   // the bound kept something away
	why   string // why there is none, where the states that were met do not tell
}

// verdict says how it ended.
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

// pass gives a plan to the caller and reports whether that is enough.
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
