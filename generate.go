package farbank

import (
	"context"
	"iter"

	"farbank/generate"
	"farbank/model"
)

// GenerateOptions say what instances are wanted; see package generate.
type GenerateOptions = generate.Options

// Instance is a problem that was made, and how hard it is.
type Instance = generate.Instance

// Generate makes random instances of the problem in a text; name stands for it in
// messages. The last pair is an error if no more can be made.
func Generate(ctx context.Context, name, source string, o GenerateOptions) iter.Seq2[*Instance, error] {
	ctx = lasting(ctx)
	g := &generate.Generator{Options: o, Source: source, Tools: generate.Tools{
		Load: func(source string, data []byte) (*model.Problem, error) {
			return Parse(name, source, WithContext(ctx), WithData("the parameters drawn", data))
		},
		Solve: func(ctx context.Context, p *model.Problem, q Question, yield func(Plan) bool) (*Answer, error) {
			return SolveWith(ctx, nil, p, q, yield)
		},
		Explore: Explore,
	}}
	return g.Instances(ctx)
}
