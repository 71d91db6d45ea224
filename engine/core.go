package engine

import (
	"context"
	"errors"
	"fmt"

	"farbank/model"
)

// A BugError says that an engine gave a plan that is not valid, or that the two readings
// of the language do not agree: a mistake of ours, whatever the problem.
type BugError struct {
	Engine string // "" where no engine was asked yet
	Err    error
}

func (e *BugError) Error() string {
	if e.Engine == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("the engine %s gave a plan that is not valid: %v", e.Engine, e.Err)
}

func (e *BugError) Unwrap() error { return e.Err }

// ErrNoProblem is the error where a problem is nil.
var ErrNoProblem = errors.New("there is no problem: it is nil")

// Askable returns what is wrong with a question about a problem, whoever is asked: nil,
// ErrNoProblem or a *QuestionError.
func Askable(p *model.Problem, q Question) error {
	if p == nil {
		return ErrNoProblem
	}
	return q.Validate()
}

// Lasting is ctx, or where that is nil a context without an end.
func Lasting(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// Solve answers a question: it is the one way to an answer. It asks the engine e, or where
// that is nil the first of the registry that can take the question; what e cannot take is
// an Answer with Status Unsupported. With Want All each plan goes to yield as it is found,
// until yield returns false. Every plan that leaves here was run by the text of its
// problem. The error is that of Askable, a *BugError, or an overflow of the model.
func (r Registry) Solve(ctx context.Context, e Engine, p *model.Problem, q Question, yield func(model.Plan) bool) (*Answer, error) {
	err := Askable(p, q)
	if err != nil {
		return nil, err
	}
	ctx = Lasting(ctx)
	if a, err := r.CheckRanges(ctx, p, q); a != nil || err != nil {
		return a, err
	}
	if p.Strict {
		within := *p
		within.Strict = false
		p = &within
	}
	if staged(p) {
		if q.First != AnyFirst {
			return &Answer{Status: Unsupported, Reason: "soft rules and several objectives are solved in stages, which give no lexicographically first solution"}, nil
		}
		return r.solveStages(ctx, e, p, q, yield)
	}
	if e == nil {
		if e, err = r.Choose(p, q); err == nil {
			if racers := r.racers(e, p, q); len(racers) > 1 {
				return r.Race(ctx, racers, p, q)
			}
		}
	} else {
		err = Can(ctx, e, p, q)
	}
	if reason := Stopped(ctx, err); reason != "" {
		return &Answer{Status: Unknown, Reason: reason}, nil
	}
	if err != nil {
		return &Answer{Status: Unsupported, Reason: err.Error()}, nil
	}
	return solve(ctx, e, p, q, yield)
}

// solve asks an engine that can take the question, and judges what it gives.
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

// unjudged is the answer where a plan did not pass: without it, if it was the context that
// ended the judge.
func unjudged(ctx context.Context, e Engine, err error) (*Answer, error) {
	if reason := Stopped(ctx, err); reason != "" {
		return &Answer{Status: Unknown, Reason: reason, Stats: Stats{Engine: e.Name()}}, nil
	}
	return nil, err
}

// Judge runs a plan of an engine by the text of its problem. An overflow is the model's,
// and not the engine's mistake, and the end of ctx is nobody's: a judge has a moment more, so
// that what was found by then is told. Else the error is a *BugError.
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

// Explore describes the reachable space of a problem, by the first engine that can. The error
// is that of Askable, an overflow of the model, or of a strict problem a *RangeError.
func (r Registry) Explore(ctx context.Context, p *model.Problem, q Question) (*Space, error) {
	if err := Askable(p, q); err != nil {
		return nil, err
	}
	ctx = Lasting(ctx)
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

// Prove answers which plan is the shortest, with the reasons, by the first engine that can.
func (r Registry) Prove(ctx context.Context, p *model.Problem, q Question) (*Proof, error) {
	if err := Askable(p, q); err != nil {
		return nil, err
	}
	if staged(p) {
		return &Proof{Answer: &Answer{Status: Unsupported, Reason: "it proves what a plan costs, not an objective"}}, nil
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
