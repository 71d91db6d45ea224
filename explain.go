package farbank

import (
	"context"
	"errors"

	"farbank/engine"
	"farbank/lang"
	"farbank/study/explain"
)

// ChangedLimit is explain.ChangedLimit.
const ChangedLimit = explain.ChangedLimit

// ExplainOptions are the options of an explanation; see package explain.
type ExplainOptions = explain.Options

// An Explanation explains why there is no plan and what would give one, or which rules matter.
type Explanation = explain.Result

// ErrNoText reports that a problem has no text that could be read again with changes: it was not read by
// Parse or Load from a text of the language, or it was changed since.
var ErrNoText = errors.New("the problem has no text to be read again: it is not of Parse or Load, or was changed since")

// Explain explains why a problem has no plan and what would give one, or which rules matter if there is a
// plan; see package explain. It reads the text of p again with changes, with the parameters and data of p. The
// error is ErrNoText if there is no text.
func Explain(ctx context.Context, p *Problem, o ExplainOptions) (*Explanation, error) {
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
	if err := engine.OnlyOurs(p); err != nil {
		return nil, err
	}
	from := lang.OriginOf(p)
	if from == nil || p.PDDL {
		return nil, ErrNoText
	}
	return from, nil
}
