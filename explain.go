package farbank

import (
	"context"
	"strconv"

	"farbank/explain"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/syntax"
	"farbank/model"
)

// ChangedLimit bounds the steps of writing out a problem that was changed to explain
// another: without its requirements a move can have very many choices.
const ChangedLimit = 5_000_000

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
	given := optionsOf(opts)
	given.Parts = true
	return explain.Explain(lasting(ctx), explain.Case{
		Make: func(ctx context.Context, c explain.Change) (*model.Problem, error) {
			changed := given
			changed.Context, changed.Without = ctx, c.Without
			if len(c.Without)+len(c.Settings) > 0 && (changed.Limit <= 0 || changed.Limit > ChangedLimit) {
				changed.Limit = ChangedLimit
			}
			changed.Params = append([]check.Setting(nil), given.Params...)
			for _, s := range c.Settings {
				changed.Params = append(changed.Params, check.Setting{Name: s.Name, Value: strconv.FormatInt(s.Value, 10)})
			}
			return lang.Problem(file, changed)
		},
		Ask: func(ctx context.Context, p *model.Problem, q Question) (*Answer, error) {
			return SolveWith(ctx, nil, p, q, nil)
		},
		Explore: Explore,
	}, o)
}
