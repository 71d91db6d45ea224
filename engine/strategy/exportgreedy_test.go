//go:build !wasm

package strategy

import (
	"context"

	"farbank/engine"
	"farbank/model"
)

// Greedily answers a question by greedy search in beliefs alone. The answer is nil if the problem does not fit or nothing was found.
func Greedily(p *model.Problem) (*engine.Answer, error) {
	s, err := newSpace(context.Background(), p)
	if err != nil || len(s.starts) == 0 {
		return nil, err
	}
	o := &solving{ctx: context.Background(), p: p, q: engine.Question{Plans: engine.Any}, a: &engine.Answer{}, space: s}
	if !o.greedyFits() {
		return nil, nil
	}
	if done, err := o.soon(); err != nil || !done {
		return nil, err
	}
	return o.a, nil
}
