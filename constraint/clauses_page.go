//go:build page

package constraint

import "context"

// A clauseSolver is none: on a page models of nothing but clauses are left to the solver of all others, since the
// one for them is another as large.
type clauseSolver struct{}

func (*Model) onlyClauses(context.Context) (*clauseSolver, error) { return nil, nil }

func (*Model) solveClauses(context.Context, *clauseSolver, func(Stats)) (Answer, error) {
	return Answer{}, nil
}

func (*crew) clauses(context.Context) error { return nil }
