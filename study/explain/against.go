package explain

import (
	"context"
	"errors"
	"slices"

	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/game"
	"farbank/model"
)

// An OthersResult explains the value of a problem in which others move or something is not seen.
type OthersResult struct {
	Problem *model.Problem
	Answer  *engine.Answer // of the given problem

	Helps []Help // changes that alone give a better value, in the order of the file
	Same  []Help // those that do not

	Positions int     // where the goal cannot be forced: the positions among which the others can keep us; 0 if not known
	Replies   []Reply // of them at our first moves

	Complete bool   // all changes were tried
	Reason   string // why Complete is false
	Asked    int    // problems solved
}

// A Help is one change of a problem and the answer that it gives.
type Help struct {
	Item   Item           // a rule, a requirement or a parameter; not set if Move is
	Move   *model.Schema  // a move that others no longer make
	Answer *engine.Answer // of the changed problem
}

// A Reply is what the others can do after a first move of ours, or at the start.
type Reply struct {
	Ours   string // our move; "" if others begin
	Theirs string // their move; "" if the play is over after ours, or we move again
}

// maxReplies is the maximum number of first moves in a result.
const maxReplies = 20

// maxTrapped is the maximum number of positions that are listed for the replies.
const maxTrapped = 300_000

// Others explains why a goal cannot be forced, or is not reached surely: it tries which rule, requirement, step of a
// parameter or move of others decides. A limit or a canceled context is not an error. The error is about the given
// problem, or is an *engine.TurnError.
func Others(ctx context.Context, c Case, o Options) (*OthersResult, error) {
	p, err := c.build(ctx, Change{})
	if err != nil {
		return nil, err
	}
	if err := checkKeep(p, c.File, o.Keep); err != nil {
		return nil, err
	}
	o.Whole = true
	x := &othersExplainer{ctx: ctx, c: c, o: o.defaults(true), r: &OthersResult{Problem: p}}
	if x.r.Answer, err = x.ask(p, false); err != nil {
		return nil, err
	}
	if x.r.Answer.Status == engine.Unsupported || x.r.Answer.Status == engine.Unknown {
		x.r.Reason = x.r.Answer.Reason
		return x.r, nil
	}
	err = x.run()
	if err == nil {
		err = x.replies()
	}
	if reason := engine.Stopped(ctx, err); err == nil {
		x.r.Complete = x.r.Reason == ""
	} else if reason != "" {
		x.r.Reason, err = reason, nil
	}
	return x.r, err
}

type othersExplainer struct {
	ctx context.Context
	c   Case
	o   Options
	r   *OthersResult
}

// ask solves a problem; a changed one within the time limit for one.
func (x *othersExplainer) ask(p *model.Problem, changed bool) (*engine.Answer, error) {
	e, err := x.c.Engines.Find("strategy")
	if err != nil {
		return nil, err
	}
	q := engine.Question{Memory: x.o.Memory}
	if err := e.Can(p, q); err != nil {
		return &engine.Answer{Status: engine.Unsupported, Reason: err.Error()}, nil
	}
	x.r.Asked++
	if !changed {
		return x.c.Engines.Solve(x.ctx, e, p, q, nil)
	}
	ctx, cancel := context.WithTimeout(x.ctx, x.o.Each)
	defer cancel()
	a, err := e.Solve(ctx, p, q, nil)
	if err == nil {
		err = x.ctx.Err()
	}
	return a, err
}

// run tries the changes one at a time.
func (x *othersExplainer) run() error {
	for _, it := range units(x.r.Problem, x.o) {
		p, err := x.without(it)
		if err := x.note(Help{Item: it}, p, err); err != nil {
			return err
		}
	}
	b := &blocked{session: &session{ctx: x.ctx, c: x.c, o: x.o}, r: &Result{Problem: x.r.Problem}}
	for _, ladder := range b.ladders() {
		p, err := x.c.build(x.ctx, Change{Settings: []Setting{{ladder[0].Name, ladder[0].To, ladder[0].Digits}}})
		if err := x.note(Help{Item: ladder[0]}, p, err); err != nil {
			return err
		}
	}
	for _, s := range x.r.Problem.Schemas {
		if s.By == model.ByUs || slices.Contains(x.o.Keep, s.Name) || slices.Contains(x.o.Keep, "moves") {
			continue
		}
		p := *x.r.Problem
		p.Judge = nil
		p.Moves = slices.DeleteFunc(slices.Clone(p.Moves), func(m *model.Move) bool { return m.Schema == s && m.When == nil })
		if len(p.Moves) == len(x.r.Problem.Moves) || len(p.Moves) == 0 {
			continue
		}
		if err := x.note(Help{Move: s}, &p, nil); err != nil {
			return err
		}
	}
	return nil
}

// without returns the problem without a rule or a requirement.
func (x *othersExplainer) without(it Item) (*model.Problem, error) {
	if it.Kind == Requirement {
		return x.c.build(x.ctx, Change{Without: []model.Pos{it.Rule.Pos}})
	}
	p := *x.r.Problem
	p.Judge = nil
	there := func(r model.Rule) bool { return r.Pos == it.Rule.Pos }
	p.Safety = slices.DeleteFunc(slices.Clone(p.Safety), there)
	p.Require = slices.DeleteFunc(slices.Clone(p.Require), there)
	return &p, nil
}

// note solves a changed problem and adds the change to the result. A change that gives no valid problem is left out.
func (x *othersExplainer) note(h Help, p *model.Problem, err error) error {
	if err == nil {
		h.Answer, err = x.ask(p, true)
	}
	switch {
	case x.ctx.Err() != nil:
		return context.Cause(x.ctx)
	case err != nil, h.Answer.Status == engine.Unsupported:
		return nil
	case h.Answer.Status == engine.Unknown:
		x.r.Reason = "a changed problem was not solved: " + h.Answer.Reason
		return nil
	}
	if better(h.Answer, x.r.Answer, p.Goals) {
		x.r.Helps = append(x.r.Helps, h)
	} else {
		x.r.Same = append(x.r.Same, h)
	}
	return nil
}

// better reports whether an answer is better for us than another one. The objective may be nil.
func better(a, b *engine.Answer, o *model.Objective) bool {
	if a.Others == nil || b.Others == nil {
		return a.Others != nil && b.Others == nil
	}
	x, y := a.Others, b.Others
	sure := func(o *engine.Others) bool { return o.Probability == nil || o.Probability.Low == 1 }
	switch {
	case sure(x) != sure(y):
		return sure(x)
	case !sure(x):
		return less(y.Probability, x.Probability)
	case o != nil && x.Value != nil && y.Value != nil:
		return less(x.Value, y.Value) != o.Maximize && !same(x.Value, y.Value)
	case x.Expected != nil && y.Expected != nil:
		return less(x.Expected, y.Expected)
	case x.Cost != nil && y.Cost != nil:
		return *x.Cost < *y.Cost
	}
	return false
}

// same reports whether the values of two strategies are not known to differ.
func same(x, y *engine.Quantity) bool { return !less(x, y) && !less(y, x) }

func less(x, y *engine.Quantity) bool {
	if x.Exact != nil && y.Exact != nil {
		return x.Exact.Cmp(y.Exact) < 0
	}
	return x.High < y.Low
}

// replies sets what the others can do where the goal cannot be forced.
func (x *othersExplainer) replies() error {
	p := x.r.Problem
	if x.r.Answer.Status != engine.None || p.Chance() || p.Unseen() || p.NumFind > 0 || p.Goals != nil {
		return nil
	}
	a, err := strategy.NewAdviser(x.ctx, p, game.Options{Memory: x.o.Memory, States: maxTrapped})
	var refusal *engine.Refusal
	if errors.As(err, &refusal) || err == nil && !a.Listed() {
		return nil
	}
	if err != nil {
		return err
	}
	b, _, err := a.Bounds(x.ctx, strategy.Lucky)
	if err != nil {
		return err
	}
	x.r.Positions = len(b.Positions)
	arena, start := a.Arena(), a.Start()
	name := func(n, k int) string {
		m := p.Moves[arena.Moves(n)[k].Label]
		worlds, _ := a.Worlds(n)
		if out, err := p.Apply(m, worlds[0]); err == nil && out.Next != nil {
			return out.Label
		}
		return m.String()
	}
	theirs := func(n int) string {
		if arena.Kind(n) != game.Foe || a.Best(n) < 0 {
			return ""
		}
		return name(n, a.Best(n))
	}
	if arena.Kind(start) == game.Foe {
		x.r.Replies = append(x.r.Replies, Reply{Theirs: theirs(start)})
		return nil
	}
	for k, m := range arena.Moves(start) {
		if k == maxReplies {
			break
		}
		x.r.Replies = append(x.r.Replies, Reply{Ours: name(start, k), Theirs: theirs(int(m.To))})
	}
	return nil
}
