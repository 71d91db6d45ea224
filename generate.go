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
	ctx = engine.Lasting(ctx)
	g := &generate.Generator{Options: o, Name: name, Source: source, Engines: Engines}
	return func(yield func(*Instance, error) bool) {
		for inst, err := range g.Instances(ctx) {
			if !yield(inst, noted(err)) {
				return
			}
		}
	}
}
