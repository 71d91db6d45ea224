package compare

import (
	"context"
	"fmt"

	"farbank/engine"
	"farbank/model"
)

// Strategies asks one engine with one control strategy after another, each with its own limits, and
// compares the answers like Run. It asks no peers. The rows are named after the strategies.
func Strategies(ctx context.Context, p *model.Problem, q engine.Question, e engine.Engine, o Options) (*Report, error) {
	r := &Report{}
	p, err := r.within(ctx, p, q, engine.Registry{e}, o)
	if err != nil || r.Ranges != nil {
		return r, err
	}
	for _, s := range engine.Strategies {
		q.Strategy = s
		row, err := ask(ctx, p, q, e, o)
		if err != nil {
			return r, fmt.Errorf("strategy %s: %w", s, err)
		}
		row.Name = s.String()
		r.add(p, q, row, o)
	}
	r.compare(p, q)
	return r, nil
}
