package farbank

import (
	"context"
	"iter"

	"farbank/engine"
	"farbank/study/generate"
)

// GenerateOptions are the options of Generate; see package generate.
type GenerateOptions = generate.Options

// Instance is a generated problem with measures of its difficulty.
type Instance = generate.Instance

// Generate yields random instances of a problem, with its parameters and data except those that the options set
// or draw. The last pair is an error if no more can be generated. The error is ErrNoText if p has no text to read
// again.
func Generate(ctx context.Context, p *Problem, o GenerateOptions) iter.Seq2[*Instance, error] {
	from, err := originOf(p)
	if err != nil {
		return func(yield func(*Instance, error) bool) { yield(nil, err) }
	}
	if o.Load == nil {
		o.Load = from.Options.Load
	}
	return instances(ctx, &generate.Generator{Options: o, Name: from.File.Name, Source: from.File.Source, Given: from.Options, Engines: Engines})
}

func instances(ctx context.Context, g *generate.Generator) iter.Seq2[*Instance, error] {
	ctx = engine.Lasting(ctx)
	return func(yield func(*Instance, error) bool) {
		for inst, err := range g.Instances(ctx) {
			if !yield(inst, noted(err)) {
				return
			}
		}
	}
}
