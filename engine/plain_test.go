package engine_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"testing"

	"farbank/engine"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/model"
)

// A plain is an engine that lists plans by their definition.
type plain struct{}

func (plain) Name() string  { return "plain" }
func (plain) About() string { return "lists plans" }
func (plain) Capabilities() engine.Capabilities {
	return engine.Capabilities{Moves: true, Find: true, Objective: true,
		Kinds: []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any},
		Wants: []engine.Want{engine.One, engine.All, engine.Count}}
}

func (e plain) Can(p *model.Problem, q engine.Question) error {
	return engine.CheckCapabilities(e.Name(), e.Capabilities(), p, q)
}

var errWork = errors.New("there is too much to list")

func (e plain) Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	l := &listing{p: p, q: q, on: map[string]bool{}}
	a := &engine.Answer{Status: engine.Solved, Stats: engine.Stats{Engine: e.Name()}}
	for s, err := range p.Starts(ctx) {
		if err == nil {
			err = l.from(s, 0)
		}
		if err == errWork {
			return &engine.Answer{Status: engine.Unsupported, Reason: err.Error()}, nil
		}
		if stopped, err := a.Stop(ctx, err); stopped || err != nil {
			return a, err
		}
	}
	for i, plan := range l.plans {
		if a.Best == nil || better(p, plan.Cost, a.Best.Cost) {
			a.Best = &l.plans[i]
		}
	}
	plans := l.plans
	if q.Plans == engine.Shortest {
		plans = nil
		for _, plan := range l.plans {
			if plan.Cost == a.Best.Cost {
				plans = append(plans, plan)
			}
		}
	}
	switch {
	case q.Want == engine.Count:
		a.Count = big.NewInt(int64(len(plans)))
	case len(plans) == 0 && q.Bounded:
		a.NoneWithin()
	case len(plans) == 0:
		a.Status = engine.None
	case q.Want == engine.All:
		for _, plan := range plans {
			if a.Given++; !yield(plan) {
				break
			}
		}
	}
	return a, nil
}

func better(p *model.Problem, a, b int64) bool {
	if p.Goals != nil && p.Goals.Maximize {
		return a > b
	}
	return a < b
}

// A listing enumerates plans depth first.
type listing struct {
	p     *model.Problem
	q     engine.Question
	on    map[string]bool // states on the current path
	moves []int
	plans []model.Plan
	work  int
}

func (l *listing) from(s model.State, cost int64) error {
	if l.work++; l.work > 2000 {
		return errWork
	}
	key := fmt.Sprint(s)
	if safe, err := l.p.Safe(s); !safe || err != nil || l.q.Plans != engine.Walks && l.on[key] {
		return err
	}
	goal, err := l.p.AtGoal(s)
	if err != nil {
		return err
	}
	walks := l.q.Plans == engine.Walks
	if (goal || l.q.FreeEnd) && (!walks || len(l.moves) == l.q.Length) {
		plan := model.Plan{Find: s[:l.p.NumFind:l.p.NumFind], Moves: append([]int(nil), l.moves...), Cost: cost}
		if l.p.Goals != nil {
			if _, plan.Cost, err = l.p.Verify(plan); err != nil {
				return err
			}
		}
		l.plans = append(l.plans, plan)
		if !walks {
			return nil
		}
	}
	if l.q.Bounded && len(l.moves) == l.q.Length {
		return nil
	}
	l.on[key] = true
	defer delete(l.on, key)
	for i, m := range l.p.Moves {
		o, err := l.p.Apply(m, s)
		if err != nil {
			return err
		}
		if o.Next == nil {
			continue
		}
		l.moves = append(l.moves, i)
		err = l.from(o.Next, cost+o.Cost)
		l.moves = l.moves[:len(l.moves)-1]
		if err != nil {
			return err
		}
	}
	return nil
}

// TestStagesAgainstListing compares answers about soft rules and objectives, by an engine that supports
// neither, with the text of the problems.
func TestStagesAgainstListing(t *testing.T) {
	for _, o := range []generated.Options{
		{States: 12, With: []string{"prefer", "several objectives"}},
		{States: 12, Moves: generated.Always, With: oracle.Staged},
	} {
		if n := oracle.Against(t, plain{}, 20, o); n < 40 {
			t.Errorf("only %d questions were asked", n)
		}
	}
}
