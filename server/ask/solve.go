package ask

import (
	"bytes"
	"errors"
	"farbank"
	"farbank/engine"
	"farbank/model"
	"farbank/picture"
	"farbank/show/render"
	"strings"
)

// question returns the question for the engines.
func (a *asked) question() (q farbank.Question, err error) {
	q = farbank.Question{FreeEnd: a.FreeEnd, Horizon: a.Horizon, Workers: a.Workers, Symmetry: a.Symmetry == nil || *a.Symmetry,
		Memory: a.share(), Progress: a.progress}
	if a.Plans != "" {
		if q.Plans, err = engine.ParseKind(a.Plans); err != nil {
			return q, refused("plans: %v%s", err, near(a.Plans, engine.Kinds()))
		}
	}
	if q.Prefer, err = engine.ParsePreference(a.Prefer); err != nil {
		return q, refused("prefer: %v", err)
	}
	if a.Strategy != "" {
		if q.Strategy, err = engine.ParseStrategy(a.Strategy); err != nil {
			return q, refused("strategy: %v%s", err, near(a.Strategy, engine.StrategyNames()))
		}
	}
	if a.Length != nil {
		q.Bounded, q.Length = true, *a.Length
	}
	switch {
	case a.Do == "count":
		q.Want = farbank.Count
	case a.All:
		q.Want, q.Limit = farbank.All, a.Limit
	}
	if err := q.Validate(); err != nil {
		return q, refused("%v", err)
	}
	return q, nil
}

func (a *asked) engine() (farbank.Engine, error) {
	if a.Engine == "" || a.Engine == "auto" {
		return nil, nil
	}
	e, err := farbank.Engines.Find(a.Engine)
	if err != nil {
		return nil, refused("engine: %v", err)
	}
	return e, nil
}

func (a *asked) solve(p *farbank.Problem) (any, error) {
	q, err := a.question()
	if err != nil {
		return nil, err
	}
	e, err := a.engine()
	if err != nil {
		return nil, err
	}
	given := 0
	var failed error
	answer, err := farbank.SolveWith(a.ctx, e, p, q, func(pl farbank.Plan) bool {
		var doc *render.Document
		if doc, failed = a.planDocument(p, pl); failed != nil {
			return false
		}
		given++
		a.tell(Event{Plan: doc})
		return true
	})
	if err = errors.Join(failed, err); err != nil {
		return nil, err
	}
	if a.Do == "count" {
		return render.NewCount(answer), nil
	}
	doc := &render.Document{}
	if answer.Others != nil {
		doc = render.StrategyDocument(p, answer.Others)
	}
	if answer.Best != nil && !a.All {
		if doc, err = a.planDocument(p, *answer.Best); err != nil {
			return nil, err
		}
	}
	doc.Status, doc.Reason, doc.Bound, doc.Stats = answer.Status.String(), answer.Reason, p.ValueNumber(answer.Bound), render.NewStats(answer.Stats)
	if q.Prefer == engine.FewestSwitches && answer.Best != nil {
		n := engine.Switches(p, *answer.Best)
		doc.Switches = &n
	}
	if a.All {
		doc.Given = &given
	}
	if a.Show == "" || answer.Best == nil {
		return doc, nil
	}
	return a.shown(p, doc, *answer.Best)
}

func (a *asked) judged(p *farbank.Problem, pl farbank.Plan) ([]model.Step, int64, error) {
	if a.FreeEnd {
		return p.VerifyWalk(pl)
	}
	return p.Verify(pl)
}

func (a *asked) planDocument(p *farbank.Problem, pl farbank.Plan) (*render.Document, error) {
	steps, cost, err := a.judged(p, pl)
	if err != nil {
		return nil, err
	}
	return render.PlanDocument(p, steps, cost), nil
}

// A ShownDocument is the JSON of an answer, with its plan in a text format.
type ShownDocument struct {
	*render.Document
	Shown string          `json:"shown,omitempty"` // the plan in the requested format
	Film  []FrameDocument `json:"film,omitempty"`  // one picture for each state
}

// A FrameDocument is one state of a film.
type FrameDocument struct {
	SVG     string   `json:"svg"`
	Caption string   `json:"caption,omitempty"` // the move that leaves the state
	Lines   []string `json:"lines,omitempty"`   // the lines that the problem shows for the state
}

func (a *asked) shown(p *farbank.Problem, doc *render.Document, pl farbank.Plan) (any, error) {
	steps, _, err := a.judged(p, pl)
	if err != nil {
		return nil, err
	}
	if a.Show == "film" {
		var b strings.Builder
		err = render.Screen{}.Table(&b, p, steps)
		return &ShownDocument{Document: doc, Shown: b.String(), Film: film(p, steps)}, err
	}
	var b bytes.Buffer
	switch a.Show {
	case "table":
		err = render.Screen{}.Table(&b, p, steps)
	case "plan":
		err = render.Plan(&b, p, steps)
	case "svg":
		err = render.FilmStrip(&b, p, steps)
	case "html":
		err = render.FilmPage(&b, p, steps)
	default:
		err = a.write(&b, p, steps)
	}
	return &ShownDocument{Document: doc, Shown: b.String()}, err
}

func film(p *farbank.Problem, steps []model.Step) []FrameDocument {
	f := render.Film(p, steps)
	pictures := picture.Frames(f)
	list := make([]FrameDocument, len(pictures))
	for i := range list {
		list[i] = FrameDocument{pictures[i], f.Frames[i].Caption, render.StateLines(p, steps[i].State)}
	}
	return list
}
