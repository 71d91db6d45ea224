//go:build !page

package ask

import (
	"bytes"
	"errors"
	"strings"

	"farbank"
	"farbank/exchange"
	"farbank/show/render"
	"farbank/study/certificate"
)

// What is about other languages than that of Farbank: programs ask it, and no page does.

func (a *asked) parsePDDL(opts []farbank.Option) (*farbank.Problem, error) {
	return farbank.ParsePDDL("domain.pddl", a.Domain, "problem.pddl", a.PDDL, opts...)
}

func (a *asked) export(p *farbank.Problem) (any, error) {
	lang, err := exchange.Find(a.To)
	if err != nil {
		return nil, refused("to: %v%s", err, near(a.To, exchange.Names()))
	}
	var b bytes.Buffer
	o := farbank.ExportOptions{Horizon: a.Horizon, HasHorizon: a.Horizon > 0, Memory: a.share()}
	err = farbank.Export(a.ctx, p, lang.Name, o, &b)
	var not *exchange.Refusal
	switch {
	case errors.As(err, &not):
		return refusal(not.Error()), nil
	case err != nil:
		return nil, err
	}
	return map[string]any{"language": lang.Name, "text": b.String()}, nil
}

func (a *asked) verifyProof(p *farbank.Problem) (any, error) {
	if a.FreeEnd {
		return nil, refused("freeEnd goes with a plan, not with a certificate")
	}
	v, err := farbank.CheckCertificate(a.ctx, p, strings.NewReader(a.Proof))
	var bad *certificate.Error
	switch {
	case errors.As(err, &bad):
		return render.NewFault(bad), nil
	case err != nil:
		return nil, err
	}
	return render.NewVerdict(v), nil
}
