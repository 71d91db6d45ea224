package engine_test

import (
	"context"
	"testing"

	"farbank/engine"
	"farbank/model"
)

// A slow judge takes until its context is done, or no time at all where it is kind.
type slow struct {
	ctx    context.Context
	kind   bool
	begins func() // called when it is asked
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

// TestJudgeEnds: a judge that takes long ends soon after the context of the caller, and
// what it did not judge is not told.
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

// TestJudgedLate: what was found by the end of the context is judged after it.
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
