package ask

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/examples"
	"farbank/lang/syntax"
	"farbank/lsp"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/advice"
)

// An Event is sent while a question is being answered.
type Event struct {
	Progress *ProgressDocument `json:"progress,omitempty"`
	Plan     *render.Document  `json:"plan,omitempty"`   // solve with all: a plan
	Engine   map[string]any    `json:"engine,omitempty"` // compare: the result of one engine
}

// ProgressDocument is the progress of the work.
type ProgressDocument struct {
	Phase   string  `json:"phase,omitempty"`
	States  int64   `json:"states"`
	Nodes   int64   `json:"nodes"`
	Depth   int64   `json:"depth"`
	Best    *int64  `json:"best,omitempty"`
	Bound   *int64  `json:"bound,omitempty"`
	Memory  int64   `json:"memory"`
	Seconds float64 `json:"seconds"`
}

// Answer answers a request. The document is the JSON of the corresponding command. If the last
// argument is not nil, it is called with each event before the end, one after another. The error is
// a [*RequestError] if the request is invalid, a [syntax.ErrorList] if the problem has errors, a
// [*farbank.BugError], or that of ctx if it ended before anything was known.
func Answer(ctx context.Context, r *Request, tell func(Event)) (any, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	if tell == nil {
		tell = func(Event) {}
	}
	limits := engine.Limits{Time: time.Duration(r.Timeout * float64(time.Second)), Memory: r.Memory}
	ctx, end := limits.Begin(ctx)
	defer end()
	a := &asked{Request: r, ctx: ctx, tell: tell, limits: &limits}
	doc, err := a.answer()
	if why := engine.Stopped(ctx, err); why != "" {
		return &render.Document{Status: farbank.Unknown.String(), Reason: why}, nil
	}
	return doc, err
}

// asked is a request that is being answered.
type asked struct {
	*Request
	ctx    context.Context
	tell   func(Event)
	limits *engine.Limits
}

// share returns the memory limit of a question in bytes; 0 means no limit.
func (a *asked) share() int64 {
	if a.limits.Memory == 0 {
		return a.Share
	}
	return a.limits.Share()
}

func (a *asked) answer() (any, error) {
	switch a.Do {
	case "format":
		return a.format()
	case "complete":
		return a.complete()
	}
	p, err := a.read()
	if err != nil {
		return nil, err
	}
	if p.Others() {
		if doc, done, err := a.others(p); done {
			return doc, err
		}
	}
	if a.Do == "simulate" && !p.Others() {
		return nil, refused("%v; solve returns it", engine.ErrAllOurs)
	}
	if p.Others() && !slices.Contains([]string{"check", "solve", "play", "graph", "space", "export"}, a.Do) {
		return nil, refused("%v", engine.ErrOthers)
	}
	switch a.Do {
	case "check":
		return a.check(p)
	case "solve", "count":
		return a.solve(p)
	case "explain":
		return a.explain(p)
	case "graph":
		return a.graph(p)
	case "compare":
		return a.compare(p)
	case "verify":
		return a.verify(p)
	case "space":
		return a.space(p)
	case "export":
		return a.export(p)
	}
	return a.play(p)
}

// read reads the problem.
func (a *asked) read() (*farbank.Problem, error) {
	opts := []farbank.Option{farbank.WithContext(a.ctx), farbank.WithLimit(a.Problem.Limit), farbank.WithLoader(a.load),
		farbank.WithProgress(a.progress)}
	if a.Strict {
		opts = append(opts, farbank.WithStrict())
	}
	if a.DeadEnd {
		opts = append(opts, farbank.WithDeadEnd())
	}
	given, err := a.data()
	if err != nil {
		return nil, err
	}
	opts = append(opts, given...)
	if a.Domain != "" {
		return a.parsePDDL(opts)
	}
	name, source, err := a.text()
	if err != nil {
		return nil, err
	}
	return farbank.Parse(name, source, opts...)
}

func (a *asked) progress(p farbank.Progress) {
	a.tell(Event{Progress: &ProgressDocument{p.Phase, p.States, p.Nodes, p.Depth, p.Best, p.Bound, p.Memory, p.Elapsed.Seconds()}})
}

func (a *asked) format() (any, error) {
	name, source, err := a.text()
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	return &FormatDocument{syntax.Format(tree), params(tree)}, nil
}

// A CompleteDocument lists the completions at a position, the best first.
type CompleteDocument struct {
	From  int              `json:"from" doc:"the number of characters before the replaced word"`
	Items []lsp.Completion `json:"items"`
}

func (a *asked) complete() (any, error) {
	_, source, err := a.text()
	if err != nil {
		return nil, err
	}
	from, items := lsp.Complete(source, a.At)
	return &CompleteDocument{from, append([]lsp.Completion{}, items...)}, nil
}

func (a *asked) check(p *farbank.Problem) (any, error) {
	doc := &CheckDocument{}
	var list []advice.Advice
	if a.Domain == "" {
		name, source, err := a.text()
		if err != nil {
			return nil, err
		}
		file, err := syntax.Parse(name, source)
		if err != nil {
			return nil, err
		}
		doc.Params = params(file)
		if a.Advice {
			if list, err = a.advise(file, p); err != nil {
				return nil, err
			}
		}
	}
	p.Warnings = append(p.Warnings, engine.Inapplicable(a.ctx, p)...)
	slices.SortStableFunc(p.Warnings, func(x, y model.Warning) int { return x.Pos.Line - y.Pos.Line })
	doc.CheckDocument = render.NewCheck(p, list)
	return doc, nil
}

// data returns options for the parameters and the data set.
func (a *asked) data() ([]farbank.Option, error) {
	var opts []farbank.Option
	if a.DataSet != "" {
		name := strings.TrimSuffix(a.DataSet, ".json") + ".json"
		b, ok := examples.Data(name)
		if !ok || !slices.Contains(examples.DataSets(strings.TrimSuffix(a.Example, ".far")), name) {
			return nil, refused("dataSet: the example %s has no data set %s", a.Example, a.DataSet)
		}
		opts = append(opts, farbank.WithData(a.DataSet, b))
	}
	if len(a.Params) > 0 {
		b, err := json.Marshal(a.Params)
		if err != nil {
			return nil, refused("params: %v", err)
		}
		opts = append(opts, farbank.WithData("params", b))
	}
	return opts, nil
}
