package ask

import (
	"bytes"
	"errors"
	"farbank"
	"farbank/picture"
	"farbank/show/game"
	"farbank/show/render"
	"farbank/study/atlas"
	"farbank/study/compare"
	"fmt"
	"time"
)

// An ExplainedDocument is the JSON of an explanation, with its text.
type ExplainedDocument struct {
	*render.ExplanationJSON
	Others *render.OthersExplanationJSON `json:"others,omitempty" doc:"where others move or something is not seen: the only member"`
	Shown  string                        `json:"shown,omitempty"`
}

// explaining returns the options of an explanation.
func (a *asked) explaining() (farbank.ExplainOptions, error) {
	o := farbank.ExplainOptions{Limit: a.Limit, AtOnce: 2, Keep: a.Keep, Memory: a.share(), Workers: a.Workers}
	if o.Limit == 0 {
		o.Limit = 10
	}
	if a.Steps != nil {
		if o.Steps = *a.Steps; o.Steps == 0 {
			o.Steps = -1
		}
	}
	return o, o.Validate()
}

func (a *asked) explain(p *farbank.Problem) (any, error) {
	o, err := a.explaining()
	if err != nil {
		return nil, err
	}
	r, err := farbank.Explain(a.ctx, p, o)
	if errors.Is(err, farbank.ErrNoText) {
		return nil, refused("explain needs a .far file, not PDDL")
	}
	if err != nil {
		return nil, err
	}
	doc := &ExplainedDocument{ExplanationJSON: render.NewExplanation(r)}
	if a.Show != "" {
		doc.Shown, err = explained(r)
	}
	return doc, err
}

// refusal returns the document for an unsupported question.
func refusal(reason string) *render.Document {
	return &render.Document{Status: farbank.Unsupported.String(), Reason: reason}
}

func (a *asked) graph(p *farbank.Problem) (any, error) {
	to := a.To
	if to == "" {
		to = "svg"
	}
	writers := map[string]func(b *bytes.Buffer, g *picture.Graph) error{
		"svg": func(b *bytes.Buffer, g *picture.Graph) error { return picture.SVG(b, g, picture.Auto) },
		"dot": writeDOT,
		"mmd": writeMermaid,
	}
	write := writers[to]
	switch {
	case write == nil:
		return nil, refused("to: %q is not known; a graph is written as svg, dot or mmd", to)
	case len(p.Schemas) == 0:
		return refusal("the problem has no moves, so there is no graph of states"), nil
	}
	if p.Others() {
		return a.gameGraph(p, to, write)
	}
	d := atlas.Drawing{Picture: to == "svg", Symmetry: "auto", Memory: a.share(), Progress: a.progress}
	if a.Symmetry != nil {
		d.Symmetry = map[bool]string{true: "on", false: "off"}[*a.Symmetry]
	}
	m, err := atlas.Draw(a.ctx, p, d)
	var crowded *atlas.CrowdedError
	switch {
	case errors.As(err, &crowded):
		return refusal(crowded.Error()), nil
	case err != nil:
		return nil, err
	case m.Len() == 0:
		return &render.Document{Status: farbank.None.String(), Reason: "there is no state to begin in, so there is nothing to draw"}, nil
	}
	g, err := render.StateGraph(m, "plans")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := write(&b, g); err != nil {
		return nil, err
	}
	doc := render.NewGraph(m, len(g.Edges))
	doc["format"], doc["text"] = to, b.String()
	return doc, nil
}

// gameGraph draws the positions of a problem with others.
func (a *asked) gameGraph(p *farbank.Problem, to string, write func(*bytes.Buffer, *picture.Graph) error) (any, error) {
	limit := atlas.MostWritten
	if to == "svg" {
		limit = atlas.MostDrawn
	}
	guide := game.Guide{States: limit, Memory: a.share()}
	adviser, err := guide.Survey(a.ctx, p)
	if err != nil {
		return nil, err
	}
	if !adviser.Listed() {
		return refusal(fmt.Sprintf("there are more than %d positions", limit)), nil
	}
	g := render.GameGraph(p, adviser, "plans")
	var b bytes.Buffer
	if err := write(&b, g); err != nil {
		return nil, err
	}
	return map[string]any{"states": len(g.Nodes), "edges": len(g.Edges), "best": nil, "format": to, "text": b.String()}, nil
}

// gameSpace describes the positions of a problem with others.
func (a *asked) gameSpace(p *farbank.Problem) (any, error) {
	guide := game.Guide{States: 1_000_000, Memory: a.share()}
	adviser, err := guide.Survey(a.ctx, p)
	if err != nil {
		return nil, err
	}
	if !adviser.Listed() {
		return refusal("there are too many positions to list them"), nil
	}
	return render.NewGameSpace(adviser), nil
}

// A CompareDocument holds the results of all engines.
type CompareDocument struct {
	Engines       []map[string]any `json:"engines"`
	Disagreements []string         `json:"disagreements"`
}

func (a *asked) compare(p *farbank.Problem) (any, error) {
	q, err := a.question()
	if err != nil {
		return nil, err
	}
	each := a.limits.Time / time.Duration(2*len(farbank.Engines)) // so that each gets a turn
	doc := &CompareDocument{Engines: []map[string]any{}, Disagreements: []string{}}
	o := compare.Options{Timeout: each, Memory: a.limits.Memory, Done: func(r compare.Row) {
		row := render.NewRow(p, &r)
		doc.Engines = append(doc.Engines, row)
		a.tell(Event{Engine: row})
	}}
	r, err := compare.Run(a.ctx, p, q, farbank.Engines, o)
	if err != nil {
		return nil, err
	}
	if r.Ranges != nil {
		return &render.Document{Status: r.Ranges.Status.String(), Reason: r.Ranges.Reason}, nil
	}
	doc.Disagreements = append(doc.Disagreements, r.Disagreements...)
	return doc, nil
}
