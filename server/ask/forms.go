package ask

import (
	"bytes"
	"errors"
	"strings"

	"farbank"
	"farbank/exchange"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/picture"
	"farbank/show/render"
	"farbank/study/advice"
	"farbank/study/atlas"
	"farbank/study/certificate"
	"farbank/study/explain"
)

// Questions that programs ask, but not the page.

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
	v, err := farbank.CheckCertificate(a.ctx, p, strings.NewReader(a.Proof), farbank.CheckOptions{})
	var bad *certificate.Error
	switch {
	case errors.As(err, &bad):
		return render.NewFault(bad), nil
	case err != nil:
		return nil, err
	}
	return render.NewVerdict(v), nil
}

func (a *asked) space(p *farbank.Problem) (any, error) {
	if p.Others() {
		return a.gameSpace(p)
	}
	q := farbank.Question{Workers: a.Workers, Memory: a.share(), Survey: surveyed, Progress: a.progress}
	sp, err := farbank.Explore(a.ctx, p, q)
	if err != nil {
		return nil, err
	}
	safe, counted := atlas.CountSafe(a.ctx, p)
	return render.NewSpace(p, sp, atlas.CountPossible(p), safe, counted), nil
}

// surveyed is the maximum number of states of a space whose moves are analyzed too.
const surveyed = 1 << 20

// advise returns advice on formulations that are solved faster.
func (a *asked) advise(file *syntax.File, p *farbank.Problem) ([]advice.Advice, error) {
	return advice.Of(a.ctx, file, p), nil
}

// explained returns an explanation as text; the page renders the document itself.
func explained(r *explain.Result) (string, error) {
	var b strings.Builder
	err := render.Explanation(&b, r, render.ExplanationOptions{All: true})
	return b.String(), err
}

func writeDOT(b *bytes.Buffer, g *picture.Graph) error     { return picture.DOT(b, g) }
func writeMermaid(b *bytes.Buffer, g *picture.Graph) error { return picture.Mermaid(b, g) }

// write writes a plan in a format that the page does not use.
func (a *asked) write(b *bytes.Buffer, p *farbank.Problem, steps []model.Step) error {
	switch a.Show {
	case "steps":
		return render.Steps(b, p, steps)
	case "csv":
		return render.CSV(b, p, steps)
	}
	return render.Markdown(b, p, steps)
}
