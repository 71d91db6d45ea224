package farbank

import (
	"context"
	"errors"

	"farbank/engine"
	"farbank/lang"
	"farbank/lang/syntax"
	"farbank/study/explain"
)

// ChangedLimit is explain.ChangedLimit.
const ChangedLimit = explain.ChangedLimit

// ExplainOptions are limits of an explanation; see package explain.
type ExplainOptions = explain.Options

// An Explanation says why there is no plan and what would give one, or which rules matter.
type Explanation = explain.Result

// ErrNoText is the error where a problem has no text that could be read again with changes: it
// was not read by Parse or Load from a text of the language, or it was changed since.
var ErrNoText = errors.New("the problem has no text to be read again: it is not of Parse or Load, or was changed since")

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

// ExplainProblem is Explain of a problem that was read, with the parameters and the data that it
// was given then. The error is ErrNoText where there is nothing to read again.
func ExplainProblem(ctx context.Context, p *Problem, o ExplainOptions) (*Explanation, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	from, err := originOf(p)
	if err != nil {
		return nil, err
	}
	return explain.Explain(engine.Lasting(ctx), explain.Case{File: from.File, Given: from.Options, Engines: Engines}, o)
}

func originOf(p *Problem) (*lang.Origin, error) {
	if p == nil {
		return nil, ErrNoProblem
	}
	from := lang.OriginOf(p)
	if from == nil || p.PDDL {
		return nil, ErrNoText
	}
	return from, nil
}
