package farbank

import (
	"context"

	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/study/explain"
)

// ChangedLimit is explain.ChangedLimit.
const ChangedLimit = explain.ChangedLimit

// Explain says why a problem has no plan and what would give it one, or which rules
// matter where there is a plan; see package explain. The problem is given as to Parse.
func Explain(ctx context.Context, name, source string, o explain.Options, opts ...Option) (*explain.Result, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	file, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	c := explain.Case{File: file, Given: optionsOf(opts), Engines: Engines}
	return explain.Explain(engine.Lasting(ctx), c, o)
}
