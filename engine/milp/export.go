package milp

import (
	"context"
	"errors"
	"math"

	"farbank/engine"
	"farbank/milp/problem"
	"farbank/model"
)

// A Program is the mixed-integer program of a problem's plans or solutions.
type Program struct {
	Problem *problem.Problem
	of      *program
}

// NewProgram returns the program of the cheapest plans of at most horizon moves, or, for a problem
// without moves, of its solutions. If ctx ends before, the error is that of ctx.
func NewProgram(ctx context.Context, p *model.Problem, horizon int) (*Program, error) {
	pr, err := newProgram(ctx, p, horizon)
	var u *unsupported
	if errors.As(err, &u) {
		err = &engine.Refusal{Engine: "milp", Why: u.what}
	}
	return pr, err
}

func newProgram(ctx context.Context, p *model.Problem, horizon int) (pr *Program, err error) {
	defer catch(ctx, &err)
	pl, err := newPlanner(ctx, p)
	if err != nil {
		return nil, err
	}
	pr = &Program{}
	if len(p.Schemas) == 0 {
		pr.of = pl.unknowns()
	} else {
		pr.of = pl.horizon(horizon, true)
	}
	if err := pr.of.fault(); err != nil {
		return nil, err
	}
	if pr.Problem, err = pr.of.m.Problem(); err != nil {
		return nil, err
	}
	if o := p.Goals; o != nil { // the objective is relative to its base
		b := baseOf(o.Value)
		if math.Abs(float64(b)) > 1<<53 {
			return nil, refused("the objective may be too large for floating point")
		}
		pr.Problem.Offset += float64(b)
	}
	return pr, nil
}

// Plan returns the plan of a solution. It is not validated.
func (pr *Program) Plan(s problem.Solution) model.Plan { return pr.of.plan(pr.of.m.Solution(s)) }
