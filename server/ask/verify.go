package ask

import (
	"errors"
	"farbank"
	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
)

func (a *asked) verify(p *farbank.Problem) (any, error) {
	if a.Proof != "" {
		return a.verifyProof(p)
	}
	plans, err := plan.Read(p, "plan", a.Plan)
	if err != nil {
		return nil, err
	}
	if len(plans) != 1 {
		return nil, refused("plan: there are %d plans; one is verified at a time", len(plans))
	}
	pl, err := plans[0].Plan, plans[0].Err
	cost := int64(0)
	if err == nil {
		_, cost, err = a.judged(p, pl)
	}
	var bad *model.PlanError
	switch {
	case errors.As(err, &bad):
		return render.NewInvalid(bad), nil
	case err != nil:
		return nil, err
	}
	return render.NewValid(p, pl, cost), nil
}
