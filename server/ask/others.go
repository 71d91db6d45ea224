//go:build !js

package ask

import (
	"cmp"
	"errors"
	"math/big"
	"strings"

	"farbank"
	"farbank/engine"
	"farbank/lang"
	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/certificate"
	"farbank/study/explain"
)

// others answers explain, verify and simulate for a problem in which others move or something is not seen. It reports whether
// the request is one of these. The page leaves them out, since they would make it larger.
func (a *asked) others(p *farbank.Problem) (doc any, done bool, err error) {
	switch a.Do {
	case "explain":
		doc, err = a.explainOthers(p)
	case "verify":
		doc, err = a.verifyStrategy(p)
	case "simulate":
		doc, err = a.simulate(p)
	default:
		return nil, false, nil
	}
	return doc, true, err
}

func (a *asked) explainOthers(p *farbank.Problem) (any, error) {
	from := lang.OriginOf(p)
	if from == nil || p.PDDL {
		return nil, refused("explain needs a .far file, not PDDL")
	}
	o, err := a.explaining()
	if err != nil {
		return nil, err
	}
	r, err := explain.Others(engine.Lasting(a.ctx), explain.Case{File: from.File, Given: from.Options, Engines: farbank.Engines}, o)
	if err != nil {
		return nil, err
	}
	x := &ExplainedDocument{Others: render.NewOthersExplanation(r)}
	if a.Show != "" {
		var b strings.Builder
		err = render.OthersExplanation(&b, r)
		x.Shown = b.String()
	}
	return x, err
}

// verifyStrategy checks a strategy, as the JSON of solve gives it, or bounds.
func (a *asked) verifyStrategy(p *farbank.Problem) (any, error) {
	if a.Proof != "" {
		return a.verifyBounds(p)
	}
	s, err := plan.ReadStrategy(p, "plan", a.Plan)
	var o *engine.Others
	if err == nil {
		o, err = engine.ValueOf(a.ctx, p, engine.Question{}, s)
	}
	var bad *model.PlanError
	switch {
	case errors.As(err, &bad):
		return render.NewInvalid(bad), nil
	case err != nil:
		return nil, err
	}
	doc := map[string]any{"valid": (o.Cost != nil || o.Probability != nil && o.Probability.Low > 0) && (p.Goals == nil || o.Value != nil), "situations": len(s.Situations)}
	if o.Cost != nil {
		doc["cost"] = *o.Cost
	}
	for key, q := range map[string]*engine.Quantity{"probability": o.Probability, "expected": o.Expected, "value": o.Value} {
		if q != nil {
			doc[key] = render.QuantityJSON(q)
		}
	}
	return doc, nil
}

func (a *asked) verifyBounds(p *farbank.Problem) (any, error) {
	b, err := certificate.ReadBounds(strings.NewReader(a.Proof))
	var v *big.Rat
	if err == nil {
		j, ok := p.Judge.Within(a.ctx).(model.BoundsJudge)
		if !ok {
			return nil, engine.ErrNoJudge
		}
		v, err = j.Bound(b)
	}
	var bad *certificate.Error
	var wrong *model.BoundError
	switch {
	case errors.As(err, &wrong):
		return render.NewFault(&certificate.Error{Line: wrong.Position + 4, Why: wrong.Why}), nil
	case errors.As(err, &bad):
		return render.NewFault(bad), nil
	case err != nil:
		return nil, err
	}
	doc := map[string]any{"valid": true, "certificate": "bounds", "about": b.About.String(), "positions": len(b.Positions)}
	if v != nil {
		if b.About.OfObjective() {
			v = new(big.Rat).Quo(v, new(big.Rat).SetInt64(model.Power(p.ValueDigits())))
		}
		doc["bound"] = v.RatString()
	}
	return doc, nil
}

// simulate solves the problem and plays the strategy.
func (a *asked) simulate(p *farbank.Problem) (any, error) {
	q, err := a.question()
	if err != nil {
		return nil, err
	}
	answer, err := farbank.Solve(a.ctx, p, q)
	switch {
	case err != nil:
		return nil, err
	case answer.Others == nil || answer.Others.Strategy == nil:
		return &render.SimulationDocument{Status: answer.Status.String(), Reason: answer.Reason}, nil
	}
	runs, seed := cmp.Or(a.Runs, 10_000), uint64(cmp.Or(a.Seed, 1))
	s, err := engine.Simulate(a.ctx, p, answer.Others.Strategy, runs, seed)
	if err != nil {
		return nil, err
	}
	return render.NewSimulation(answer.Others, s, seed), nil
}
