package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"farbank/model"
	"farbank/model/canonical"
)

// A BugError reports that an engine returned an invalid plan, or that the two interpretations of the
// language disagree: a fault of this program.
type BugError struct {
	Engine string // "" if no engine was asked yet
	Err    error
}

// Error returns the error of the plan, with the name of the engine.
func (e *BugError) Error() string {
	if e.Engine == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("the engine %s gave a plan that is not valid: %v", e.Engine, e.Err)
}

// Unwrap returns the error of the plan.
func (e *BugError) Unwrap() error { return e.Err }

// ErrNoProblem reports that a problem is nil.
var ErrNoProblem = errors.New("there is no problem: it is nil")

// Askable returns an error if a question about a problem is invalid for any engine: ErrNoProblem or a
// *QuestionError.
func Askable(p *model.Problem, q Question) error {
	if p == nil {
		return ErrNoProblem
	}
	return q.Validate()
}

// Lasting returns ctx, or the background context if ctx is nil.
func Lasting(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// Solve answers a question; every answer comes from here. It asks the engine e, or if that is nil the
// first of the registry that can take the question. If e cannot take it, the Answer has Status
// Unsupported. With Want All, it calls yield with each plan as it is found, until yield returns false.
// Every plan is validated by the text of its problem. The error is that of Askable, a *BugError, or an
// overflow of the model.
func (r Registry) Solve(ctx context.Context, e Engine, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	err := Askable(p, q)
	if err != nil {
		return nil, err
	}
	ctx = Lasting(ctx)
	if p.Others() {
		return r.solveOthers(ctx, e, p, q)
	}
	if q.Plans == Sure { // nothing can go wrong
		q.Plans = Any
	}
	if a, err := r.CheckRanges(ctx, p, q); a != nil || err != nil {
		return a, err
	}
	if p.Strict {
		within := *p
		within.Strict = false
		p = &within
	}
	if p.Unit > 0 {
		return r.solveTimed(ctx, e, p, q, yield)
	}
	if staged(p) {
		if q.First != AnyFirst {
			return &Answer{Status: Unsupported, Reason: "soft rules and several objectives are solved in stages, which give no lexicographically first solution"}, nil
		}
		return r.solveStages(ctx, e, p, q, yield)
	}
	if q.Want == One && (q.Plans == Shortest || q.Plans == Any) && q.Prefer == NoPreference {
		p = canonical.WithoutIrrelevant(p)
	}
	if q.Want == Count {
		p = canonical.Choices(p)
	}
	if e == nil {
		return r.solveAny(ctx, p, q, yield)
	}
	err = Can(ctx, e, p, q)
	if reason := Stopped(ctx, err); reason != "" {
		return &Answer{Status: Unknown, Reason: reason}, nil
	}
	if err != nil {
		return &Answer{Status: Unsupported, Reason: err.Error()}, nil
	}
	return solve(ctx, e, p, q, yield)
}

// solveAny asks the engines that can take the question, together if several of them race. Can has little time, so an
// engine may discover only in Solve that it cannot answer; the next one is then asked.
func (r Registry) solveAny(ctx context.Context, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	e, err := r.Choose(p, q)
	if reason := Stopped(ctx, err); reason != "" {
		return &Answer{Status: Unknown, Reason: reason}, nil
	}
	if err != nil {
		return &Answer{Status: Unsupported, Reason: err.Error()}, nil
	}
	if racers := r.racers(e, p, q); len(racers) > 1 {
		if q.Want == All && q.Plans == Shortest && p.Goals != nil && !p.Goals.Value.Wide {
			return r.listOptima(ctx, racers, p, q, yield)
		}
		return r.Race(ctx, racers, p, q, yield)
	}
	a, err := solve(ctx, e, p, q, yield)
	if err != nil || a.Status != Unsupported {
		return a, err
	}
	others := slices.DeleteFunc(slices.Clone(r), func(other Engine) bool { return other == e })
	if next, err := others.solveAny(ctx, p, q, yield); err != nil || next.Status != Unsupported {
		return next, err
	}
	return a, nil
}

// solve asks an engine that can take the question, and judges its answer.
func solve(ctx context.Context, e Engine, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	var bug error
	a, err := e.Solve(ctx, p, q, func(plan model.Plan) bool {
		if bug = Judge(ctx, p, q, e, plan); bug != nil {
			return false
		}
		return yield == nil || yield(plan)
	})
	if bug == nil && err == nil && a.Best != nil {
		bug = Judge(ctx, p, q, e, *a.Best)
	}
	switch {
	case err != nil && bug == nil:
		return nil, err
	case bug != nil:
		return unjudged(ctx, e, bug)
	}
	if q.Want == Count {
		a.Status, a.Count = Counted(a.Status, a.Count)
	}
	return a, nil
}

// unjudged returns the answer if a plan was not validated: an answer without it if the context ended the judge,
// else the error.
func unjudged(ctx context.Context, e Engine, err error) (*Answer, error) {
	if reason := Stopped(ctx, err); reason != "" {
		return &Answer{Status: Unknown, Reason: reason, Stats: Stats{Engine: e.Name()}}, nil
	}
	return nil, err
}

// Judge validates a plan of an engine by the text of its problem. An overflow is reported as such. If ctx
// has ended, the judge gets a moment more, so that plans found by then are reported. Any other error is a
// *BugError.
func Judge(ctx context.Context, p *model.Problem, q Question, e Engine, plan model.Plan) error {
	ctx, stop := late(ctx, lastWord)
	defer stop()
	_, cost, err := p.VerifyContext(ctx, plan, !q.FreeEnd)
	if err == nil && cost != plan.Cost {
		err = fmt.Errorf("it costs %d, not %d", cost, plan.Cost)
	}
	var overflow *model.OverflowError
	if err == nil || errors.As(err, &overflow) || Stopped(ctx, err) != "" {
		return err
	}
	return &BugError{Engine: e.Name(), Err: err}
}

// Explore describes the reachable state space of a problem, using the first engine that can. The error is that
// of Askable, an overflow of the model, or a *RangeError for a strict problem.
func (r Registry) Explore(ctx context.Context, p *model.Problem, q Question) (*Space, error) {
	if err := Askable(p, q); err != nil {
		return nil, err
	}
	if p.Unit > 0 {
		return nil, &Refusal{Engine: "search", Why: "where moves take time, the states are not counted"}
	}
	ctx = Lasting(ctx)
	if err := OnlyOurs(p); err != nil {
		return nil, err
	}
	if a, err := r.CheckRanges(ctx, p, q); err != nil {
		return nil, err
	} else if a != nil {
		return &Space{Reason: a.Reason, FirstGoal: -1, Stats: a.Stats}, nil
	}
	for _, e := range r {
		if x, ok := e.(Explorer); ok {
			return x.Explore(ctx, p, q)
		}
	}
	return nil, errors.New("no engine explores")
}

// Prove answers the question for a shortest plan with a proof, using the first engine that can.
func (r Registry) Prove(ctx context.Context, p *model.Problem, q Question) (*Proof, error) {
	if err := Askable(p, q); err != nil {
		return nil, err
	}
	if p.Others() {
		return &Proof{Answer: &Answer{Status: Unsupported, Reason: "some moves are not ours, or something is not seen"}}, nil
	}
	if staged(p) {
		return &Proof{Answer: &Answer{Status: Unsupported, Reason: "it proves the cost of a plan, not the value of an objective"}}, nil
	}
	for _, e := range r {
		x, ok := e.(Prover)
		if !ok {
			continue
		}
		proof, err := x.Prove(Lasting(ctx), p, q)
		if err == nil && proof.Answer.Best != nil {
			err = Judge(Lasting(ctx), p, Question{}, e, *proof.Answer.Best)
		}
		if err != nil {
			proof.giveBack(Stopped(ctx, err) != "")
		}
		return proof, err
	}
	return nil, errors.New("no engine proves")
}
