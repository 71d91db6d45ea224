package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/model"
)

// A Registry lists engines in order of preference.
type Registry []Engine

// Names returns the names of the engines.
func (r Registry) Names() []string {
	names := make([]string, len(r))
	for i, e := range r {
		names[i] = e.Name()
	}
	return names
}

// Find returns the engine of that name.
func (r Registry) Find(name string) (Engine, error) {
	for _, e := range r {
		if e.Name() == name {
			return e, nil
		}
	}
	return nil, fmt.Errorf("there is no engine %q; there are auto, %s", name, strings.Join(r.Names(), ", "))
}

// Can asks an engine whether it can take a question. An engine that needs time to decide has a method CanContext
// in addition to Can; the error may then be the cause of the end of ctx.
func Can(ctx context.Context, e Engine, p *model.Problem, q Question) error {
	if p != nil && staged(p) { // the engine is asked about the problem of a stage
		if err := q.Validate(); err != nil {
			return err
		}
		if q.Improve {
			return &Refusal{Engine: e.Name(), Why: notStaged}
		}
		s := &stager{p: p, q: q, b: model.NewBuilder()}
		bare, bq := s.bare()
		if q.Plans == Shortest {
			var why string
			if bare, why = s.problem(s.list()[0]); why != "" {
				return &Refusal{Engine: e.Name(), Why: why}
			}
			bq = s.question(q.Want)
		}
		return Can(ctx, e, bare, bq)
	}
	if patient, ok := e.(interface {
		CanContext(context.Context, *model.Problem, Question) error
	}); ok {
		return patient.CanContext(ctx, p, q)
	}
	return e.Can(p, q)
}

// Choose returns the first engine that can take the question, or the refusal of the most preferred one. Engines with a
// method Prefers that reports true for the question come first.
func (r Registry) Choose(p *model.Problem, q Question) (Engine, error) {
	var first error
	for _, e := range r {
		if x, ok := e.(interface{ Prefers(Question) bool }); ok && x.Prefers(q) && e.Can(p, q) == nil {
			return e, nil
		}
	}
	for _, e := range r {
		err := e.Can(p, q)
		if err == nil {
			return e, nil
		}
		if first == nil {
			first = err
		}
	}
	if first == nil {
		first = &Refusal{Engine: "auto", Why: "there are no engines"}
	}
	return nil, first
}

// CheckCapabilities returns nil if c covers what q asks of p, else a *Refusal, or a *QuestionError if q is
// invalid. All engines call it in Can.
func CheckCapabilities(name string, c Capabilities, p *model.Problem, q Question) error {
	if err := q.Validate(); err != nil {
		return err
	}
	refuse := func(why string) error { return &Refusal{Engine: name, Why: why} }
	switch {
	case p.Others() && !c.Others:
		return refuse("some moves are not ours, or something is not seen; the engine strategy is for such problems")
	case !p.Others() && c.Others:
		return refuse("all moves are ours, and all is seen; it is for problems with a foe, with chance or with unknowns")
	case staged(p):
		return refuse("the objective of plans, soft rules and several objectives are solved in stages")
	case len(p.Moves) > 0 && !c.Moves:
		return refuse("the problem has moves")
	case p.NumFind > 0 && !c.Find:
		return refuse("the problem has unknowns to find")
	case p.Goals != nil && !c.Objective:
		return refuse("the problem has an objective")
	case q.Improve && !c.Improve:
		return refuse("it does not improve plans; the engine planning does, if the problem has a single initial state")
	case q.Prefer != NoPreference && !c.Prefer:
		return refuse("it cannot prefer one shortest plan to another")
	case q.Prefer != NoPreference && (q.Plans != Shortest || q.Want != One || q.Bounded):
		return refuse("a preference goes with one shortest plan of any length")
	case q.First != AnyFirst && (p.NumFind == 0 || len(p.Schemas) > 0):
		return refuse("a lexicographic order is one of unknowns, without moves")
	case q.First != AnyFirst && q.Want != One:
		return refuse("the lexicographically first solution is a single one")
	case q.First != AnyFirst && !c.First:
		return refuse("it does not give the lexicographically first solution; search and constraint do")
	case q.Strategy != DefaultStrategy && len(c.Strategy) == 0:
		return refuse("it has no strategies to choose from; search does")
	case q.Strategy != DefaultStrategy && len(p.Schemas) == 0:
		return refuse("a strategy is an order of states, and the problem has no moves")
	case q.Strategy != DefaultStrategy && !slices.Contains(c.Strategy, q.Strategy):
		return refuse("it does not have the strategy " + q.Strategy.String() + " yet")
	case q.Strategy != DefaultStrategy && (q.Plans != Shortest && q.Plans != Any || q.Want != One || q.Prefer != NoPreference):
		return refuse("a strategy goes with one plan, shortest or any, and without a preference")
	case q.Plans == Ends && !slices.Contains(c.Kinds, Ends):
		return refuse("it does not search for all last states")
	case !slices.Contains(c.Kinds, q.Plans):
		return refuse("it gives no " + q.Plans.String() + " plans")
	case !slices.Contains(c.Wants, q.Want):
		return refuse("it cannot give " + q.Want.String() + " of them")
	}
	return nil
}
