package engine_test

import (
	"context"
	"testing"

	"farbank/engine"
	"farbank/model"
)

// A prover is an engine whose proof is on disk.
type prover struct {
	*runner
	proof engine.Proof
	err   error
}

func (p *prover) Prove(context.Context, *model.Problem, engine.Question) (*engine.Proof, error) {
	return &p.proof, p.err
}

// TestProofGivenBack checks that nothing of an unused proof stays on disk, unless an interrupt was the reason.
func TestProofGivenBack(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	wrong := &engine.Answer{Status: engine.Solved, Best: taking(5)}
	wrong.Best.Cost = 7
	for name, c := range map[string]struct {
		ctx    context.Context
		answer *engine.Answer
		err    error
		want   string
	}{
		"refused":     {t.Context(), wrong, nil, "released"},
		"failed":      {t.Context(), &engine.Answer{}, &model.OverflowError{}, "released"},
		"interrupted": {over, &engine.Answer{}, context.Canceled, "kept"},
	} {
		got := ""
		e := &prover{&runner{name: "a"}, engine.Proof{Answer: c.answer}, c.err}
		e.proof.Release, e.proof.Keep = func() { got += "released" }, func() { got += "kept" }
		if _, err := (engine.Registry{e}).Prove(c.ctx, digit(t), engine.Question{}); err == nil || got != c.want {
			t.Errorf("%s: %v, %q", name, err, got)
		}
	}
}
