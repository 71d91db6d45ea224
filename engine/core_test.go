package engine_test

import (
	"context"
	"testing"

	"farbank/engine"
	"farbank/model"
)

// A slow judge takes until its context is done, or no time if kind is set.
type slow struct {
	ctx    context.Context
	kind   bool
	begins func() // called when judging begins
}

func (j slow) Within(ctx context.Context) model.Judge { j.ctx = ctx; return j }
func (j slow) Without([]model.Pos) model.Judge        { return j }
func (j slow) Verify(find []int64, _ []*model.Move, _ bool) ([]model.Step, int64, error) {
	j.begins()
	if j.kind {
		return nil, find[0], j.ctx.Err()
	}
	<-j.ctx.Done()
	return nil, 0, j.ctx.Err()
}

// TestJudgeEnds checks that a slow judge ends soon after the caller's context, and that plans it did not
// judge are not reported.
func TestJudgeEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := digit(t)
	p.Judge = slow{begins: cancel}
	e := &runner{name: "a", solve: solved(9)}
	a, err := engine.Registry{e}.Solve(ctx, e, p, engine.Question{}, nil)
	if err != nil || a.Status != engine.Unknown || a.Best != nil || a.Reason != "it was interrupted" {
		t.Errorf("%+v, %v", a, err)
	}
}

// TestJudgedLate checks that plans found by the end of the context are judged after it.
func TestJudgedLate(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p := digit(t)
	p.Judge = slow{kind: true, begins: func() {}}
	e := &runner{name: "a", solve: func(context.Context, engine.Question) (*engine.Answer, error) {
		cancel()
		return &engine.Answer{Status: engine.Feasible, Best: taking(5), Reason: "it was interrupted"}, nil
	}}
	a, err := engine.Registry{e}.Solve(ctx, e, p, engine.Question{}, nil)
	if err != nil || a.Status != engine.Feasible || a.Best == nil {
		t.Errorf("%+v, %v", a, err)
	}
}
