package exercise

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"farbank/docs/exercises"
	"farbank/engine"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/plan"
	"farbank/lang/syntax"
	"farbank/model"
)

// A Status is the result of checking one question.
type Status string

const (
	Holds   Status = "holds"
	Missing Status = "missing"
	Unknown Status = "unknown" // a limit or an interrupt came first
	Waiting Status = "waiting" // not asked yet: an earlier question fails
)

// A Result is the result of one question.
type Result struct {
	Status   Status
	Asked    string // the question: n = 2
	Expected string // the correct answer: a shortest plan of 8 moves
	Found    string // the answer for the file if it differs, or why it is unknown
	Forgot   string // the probable mistake, if the answer differs
}

// A Checker checks files with a set of engines.
type Checker struct {
	Engines engine.Registry
	Limit   int64 // grounding steps; 0 means the default
	Memory  int64 // memory limit for a question in bytes; 0 means no limit

	// Report, if not nil, is called with each result as soon as it is known.
	Report func(Result)
}

// Check checks a file against the questions of a task; name is the name of the file in messages.
// The error is a syntax.ErrorList if the file itself is wrong, or an internal failure. When ctx is
// done, the remaining questions are Unknown.
func (c *Checker) Check(ctx context.Context, t *exercises.Task, name, source string) ([]Result, error) {
	tree, err := syntax.Parse(name, source)
	if err != nil {
		return nil, err
	}
	if err := c.loads(ctx, tree); err != nil {
		return nil, err
	}
	results := checkNames(tree, t.Check.Names)
	for _, r := range results {
		c.report(r)
	}
	if !allHold(results) {
		return results, nil
	}
	for i := range t.Check.Asks {
		a := &t.Check.Asks[i]
		r := Result{Status: Waiting, Asked: asked(a), Expected: "it is checked when the rest holds"}
		if !a.Late || allHold(results) {
			if r, err = c.ask(ctx, name, source, a); err != nil {
				return nil, err
			}
		}
		c.report(r)
		results = append(results, r)
	}
	return results, nil
}

func (c *Checker) report(r Result) {
	if c.Report != nil {
		c.Report(r)
	}
}

func allHold(results []Result) bool {
	return !slices.ContainsFunc(results, func(r Result) bool { return r.Status != Holds })
}

// loads returns the errors of the file itself. It does not check a file that requires data.
func (c *Checker) loads(ctx context.Context, tree *syntax.File) error {
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *syntax.ValueDecl:
			if d.Kind == syntax.Param && d.Value == nil {
				return nil
			}
		case *syntax.EnumDecl:
			if d.Param && d.Members == nil {
				return nil
			}
		}
	}
	_, err := lang.Problem(tree, lang.Options{Limit: c.Limit, Context: ctx})
	return err
}

// ask asks one question.
func (c *Checker) ask(ctx context.Context, name, source string, a *exercises.Ask) (Result, error) {
	r := Result{Status: Unknown, Asked: asked(a)}
	ctx, cancel := share(ctx)
	defer cancel()
	p, err := c.problem(ctx, name, source, a)
	if err == nil {
		r.Expected = expected(p, a)
		err = c.answer(ctx, p, a, &r)
	}
	var wrong syntax.ErrorList
	switch {
	case errors.As(err, &wrong):
		r.Status, r.Found = Missing, "the question does not fit the file: "+wrong[0].Msg
		if r.Expected == "" {
			r.Expected = "it can be asked"
		}
	case err != nil:
		if r.Found = engine.Stopped(ctx, err); r.Found == "" {
			return r, err
		}
	}
	if r.Status == Missing {
		r.Forgot = a.Forgot
	}
	return r, nil
}

// share returns a context that ends after half of the remaining time, so that a slow question leaves
// time for the others.
func share(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, time.Until(end)/2)
}

// problem builds the problem with the changes of the question.
func (c *Checker) problem(ctx context.Context, name, source string, a *exercises.Ask) (*model.Problem, error) {
	o := lang.Options{Limit: c.Limit, Context: ctx}
	for _, k := range slices.Sorted(maps.Keys(a.Params)) {
		o.Params = append(o.Params, check.Setting{Name: k, Value: a.Params[k]})
	}
	if a.Data != "" {
		b, _ := exercises.Data(a.Data)
		o.Data = append(o.Data, check.Data{Name: a.Data + ".json", JSON: b})
	}
	if a.Goal != "" {
		tree, err := syntax.Parse(name, source)
		if err != nil {
			return nil, err
		}
		o.Without = goals(tree)
		source += "\ngoal " + a.Goal
	}
	if a.Add != "" {
		source += "\n" + a.Add
	}
	return lang.Parse(name, source, o)
}

// goals returns the positions of the goals of a file.
func goals(tree *syntax.File) []model.Pos {
	var places []model.Pos
	for _, d := range tree.Decls {
		if r, ok := d.(*syntax.RuleDecl); ok && r.Kind == syntax.Goal {
			places = append(places, model.Pos{Line: r.Pos().Line, Col: r.Pos().Col})
		}
	}
	return places
}

// answer answers a question and sets the result.
func (c *Checker) answer(ctx context.Context, p *model.Problem, a *exercises.Ask, r *Result) error {
	if a.Moves != "" {
		return verify(ctx, p, a, r)
	}
	q, err := question(a)
	if err != nil {
		return err
	}
	q.Memory = c.Memory
	got, err := c.Engines.Solve(ctx, nil, p, q, nil)
	if err != nil {
		return err
	}
	switch got.Status {
	case engine.Solved, engine.None, engine.NoneWithinBound:
		r.Status, r.Found = Holds, found(ctx, p, a, got)
		if r.Found != r.Expected {
			r.Status = Missing
		}
	default:
		r.Found = got.Reason
	}
	return nil
}

// question converts an exercises.Ask to a question for engines.
func question(a *exercises.Ask) (engine.Question, error) {
	q := engine.Question{FreeEnd: a.Free, Symmetry: true}
	if a.Plans != "" {
		kind, err := engine.ParseKind(a.Plans)
		if err != nil {
			return q, err
		}
		q.Plans = kind
	}
	if a.Bound != nil {
		q.Length, q.Bounded = *a.Bound, true
	}
	if a.Count != "" {
		q.Want = engine.Count
	}
	return q, nil
}

// verify checks whether the moves of a question can be made.
func verify(ctx context.Context, p *model.Problem, a *exercises.Ask, r *Result) error {
	readings, err := plan.Read(p, "the question", a.Moves)
	if err != nil {
		return err
	}
	for _, reading := range readings {
		err := reading.Err
		if err == nil {
			_, _, err = p.VerifyContext(ctx, reading.Plan, !a.Free)
		}
		var bad *model.PlanError
		if err != nil && !errors.As(err, &bad) {
			return err
		}
		r.Status = Holds
		if (bad != nil) != a.None {
			r.Status, r.Found = Missing, "it can be done"
			if bad != nil {
				r.Found = bad.Error()
			}
			return nil
		}
	}
	return nil
}
