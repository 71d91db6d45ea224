package farbank

import (
	"context"
	"iter"

	"farbank/engine"
	"farbank/study/generate"
)

// GenerateOptions say what instances are wanted; see package generate.
type GenerateOptions = generate.Options

// Instance is a problem that was made, and how hard it is.
type Instance = generate.Instance

// Generate makes random instances of the problem in a text; name stands for it in
// messages. The last pair is an error if no more can be made.
func Generate(ctx context.Context, name, source string, o GenerateOptions) iter.Seq2[*Instance, error] {
	return instances(ctx, &generate.Generator{Options: o, Name: name, Source: source, Engines: Engines})
}

// GenerateFrom is Generate from a problem that was read, with the parameters and the data that it
// was given then, but for those that the options give or draw. The error is ErrNoText where there is
// nothing to read again.
func GenerateFrom(ctx context.Context, p *Problem, o GenerateOptions) iter.Seq2[*Instance, error] {
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
