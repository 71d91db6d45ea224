package sweep

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"farbank"
	"farbank/distributed/problem"
	"farbank/engine"
	"farbank/internal/visible"
	"farbank/show/render"
)

// A Question holds the data and parameters of one question.
type Question struct {
	Data   *problem.Data   `json:"data,omitempty"`
	Params []problem.Param `json:"params,omitempty"`
}

// Asking holds what all questions have in common.
type Asking struct {
	Problem *problem.Problem `json:"problem"`
	Plans   string           `json:"plans"`
	Engine  string           `json:"engine,omitempty"` // "": automatic choice
	Count   bool             `json:"count,omitempty"`
	Each    time.Duration    `json:"each,omitempty"` // time limit of a question; 0: none
}

// head is the prefix of an answer, which identifies the question.
type head struct {
	Data   string            `json:"data,omitempty"`
	Params map[string]string `json:"params,omitempty"`
}

// answer returns the line of a question: its head and the document of farbank solve --json.
func (a *Asking) answer(ctx context.Context, q *Question) ([]byte, error) {
	h := head{}
	if q.Data != nil {
		h.Data = q.Data.Name
	}
	for _, p := range q.Params {
		if h.Params == nil {
			h.Params = map[string]string{}
		}
		h.Params[p.Name] = p.Value
	}
	first, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	doc, err := a.document(ctx, q)
	if ctx.Err() != nil { // the job ends: there is no answer
		return nil, context.Cause(ctx)
	}
	if err != nil {
		doc = render.NewErrors(err)
	}
	second, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	if len(first) > len("{}") {
		second = slices.Concat(first[:len(first)-1], []byte(","), second[1:])
	}
	return append(visible.JSON(second), '\n'), nil
}

// bug returns the error for a panic of an engine. The other questions are still answered.
func bug(r any) error {
	return &farbank.BugError{Err: fmt.Errorf("%v\n%s", r, debug.Stack())}
}

// document answers a question.
func (a *Asking) document(ctx context.Context, own *Question) (doc any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = bug(r)
		}
	}()
	if a.Each > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, a.Each)
		defer cancel()
	}
	text := *a.Problem
	text.Params = slices.Concat(text.Params, own.Params)
	if own.Data != nil {
		text.Data = append(slices.Clip(text.Data), *own.Data)
	}
	p, err := text.Read(ctx, nil)
	if why := engine.Stopped(ctx, err); why != "" {
		return &render.Document{Status: farbank.Unknown.String(), Reason: why}, nil
	}
	if err != nil {
		return nil, err
	}
	q, e, err := a.Question()
	if err != nil {
		return nil, err
	}
	answer, err := farbank.SolveWith(ctx, e, p, q, nil)
	switch {
	case err != nil:
		return nil, err
	case a.Count:
		return render.NewCount(answer), nil
	}
	return planned(p, answer)
}

// Question returns the question to ask and the engine; nil means automatic choice.
func (a *Asking) Question() (q farbank.Question, e farbank.Engine, err error) {
	q = farbank.Question{Workers: 1, Symmetry: true}
	if q.Plans, err = engine.ParseKind(a.Plans); err != nil {
		return q, nil, fmt.Errorf("--plans: %w", err)
	}
	if a.Count {
		q.Want = farbank.Count
	}
	if a.Engine != "" && a.Engine != "auto" {
		if e, err = farbank.Engines.Find(a.Engine); err != nil {
			return q, nil, fmt.Errorf("--engine: %w", err)
		}
	}
	return q, e, q.Validate()
}

// planned returns the document of an answer, with its plan if it has one.
func planned(p *farbank.Problem, a *farbank.Answer) (any, error) {
	doc := &render.Document{}
	if a.Best != nil {
		steps, cost, err := p.Verify(*a.Best)
		if err != nil {
			return nil, err
		}
		doc = render.PlanDocument(p, steps, cost)
	}
	doc.Status, doc.Reason, doc.Bound, doc.Stats = a.Status.String(), a.Reason, p.ValueNumber(a.Bound), render.NewStats(a.Stats)
	return doc, nil
}
