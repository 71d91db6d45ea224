package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/game"
	"farbank/internal/command"
	"farbank/model"
	"farbank/study/certificate"
)

// maxBounded is the maximum number of positions of a certificate.
const maxBounded = 2_000_000

// certifyStrategy answers the question and writes bounds that show that no strategy is better.
func (s *solution) certifyStrategy(ctx context.Context, clear func()) error {
	if s.q.Plans != farbank.Shortest {
		return errors.New("--certificate: bounds show that nothing is better, which --plans shortest asks for")
	}
	if err := distinct(s.flags.certify, s.p.File); err != nil {
		return err
	}
	answer, err := farbank.Solve(ctx, s.p, s.q)
	var b *model.Bounds
	none := err != nil || answer.Status != farbank.Solved && answer.Status != farbank.None
	if !none {
		b, err = s.bounds(ctx)
	}
	s.found()
	clear()
	var bug *farbank.BugError
	switch {
	case errors.As(err, &bug):
		return bugReport(bug)
	case answer == nil:
		return err
	}
	verdict := s.finish(answer)
	var refusal *engine.Refusal
	switch reason := engine.Stopped(ctx, err); {
	case none:
		fmt.Fprintln(s.err, "No certificate was written.")
		return verdict
	case reason != "":
		return &command.ExitError{Code: command.ExitUnknown, Msg: "No certificate was written: " + reason + "."}
	case errors.As(err, &refusal):
		return &command.ExitError{Code: command.ExitUnsupported, Msg: "No certificate was written: " + refusal.Why + "."}
	case err != nil:
		return err
	}
	if err := writeFile(s.flags.certify, func(w io.Writer) error { return certificate.WriteBounds(w, b) }); err != nil {
		return err
	}
	fmt.Fprintf(s.err, "A certificate of %s positions was written to %s.\n", grouped(int64(len(b.Positions))), s.flags.certify)
	return verdict
}

// bounds computes bounds and has them checked.
func (s *solution) bounds(ctx context.Context) (*model.Bounds, error) {
	adviser, err := strategy.NewAdviser(ctx, s.p, game.Options{Memory: s.q.Memory, States: maxBounded})
	if err != nil {
		return nil, err
	}
	luck := strategy.Lucky
	if s.q.Worst {
		luck = strategy.Unlucky
	}
	b, value, err := adviser.Bounds(ctx, luck)
	if err != nil {
		return nil, err
	}
	got, err := bound(ctx, s.p, b)
	if err == nil && (got == nil) != (value == nil) || got != nil && value != nil && got.Cmp(value) != 0 {
		err = errors.New("the bounds do not show the value")
	}
	var bad *model.BoundError
	if errors.As(err, &bad) {
		err = &engine.BugError{Engine: "strategy", Err: err}
	}
	return b, err
}

// bound checks bounds by the reference interpreter and returns that of the start.
func bound(ctx context.Context, p *farbank.Problem, b *model.Bounds) (*big.Rat, error) {
	if p.Judge == nil {
		return nil, engine.ErrNoJudge
	}
	j, ok := p.Judge.Within(ctx).(model.BoundsJudge)
	if !ok {
		return nil, engine.ErrNoJudge
	}
	return j.Bound(b)
}

// verifyBounds checks bounds of strategies and prints what they show.
func (a *app) verifyBounds(ctx context.Context, p *farbank.Problem, r io.Reader, asJSON bool) error {
	b, err := certificate.ReadBounds(r)
	var bad *certificate.Error
	if errors.As(err, &bad) {
		return a.invalidCertificate(bad, asJSON)
	}
	if err != nil {
		return err
	}
	if !p.Others() {
		return a.invalidCertificate(&certificate.Error{Why: "bounds of strategies go with problems in which others move or something is not seen"}, asJSON)
	}
	v, err := within(ctx, func() (*big.Rat, error) { return bound(ctx, p, b) })
	var wrong *model.BoundError
	if errors.As(err, &wrong) {
		return a.invalidCertificate(&certificate.Error{Line: wrong.Position + 4, Why: wrong.Why}, asJSON)
	}
	if err != nil {
		return during("while the certificate was checked", err)
	}
	text := "the goal cannot be forced"
	if v != nil && b.About.OfObjective() {
		v = new(big.Rat).Quo(v, new(big.Rat).SetInt64(model.Power(p.ValueDigits())))
	}
	beyond := "below"
	if p.Goals != nil && p.Goals.Maximize {
		beyond = "above"
	}
	switch {
	case v == nil:
	case b.About == model.WorstValue:
		text = fmt.Sprintf("no strategy has a value %s %s in the worst case", beyond, v.RatString())
	case b.About == model.MeanValue:
		text = fmt.Sprintf("no strategy that reaches the goal surely has a value %s %s on average", beyond, v.RatString())
	case b.About == model.LeastCost:
		text = fmt.Sprintf("no strategy costs less than %s in the worst case", v.RatString())
	case b.About == model.LeastExpected:
		text = fmt.Sprintf("no strategy that reaches the goal surely costs less than %s on average", v.RatString())
	default:
		text = fmt.Sprintf("no strategy reaches the goal with a probability above %s", v.RatString())
	}
	if !asJSON {
		_, err = fmt.Fprintf(a.out, "valid: %s; %s positions have bounds\n", text, grouped(int64(len(b.Positions))))
		return err
	}
	doc := map[string]any{"valid": true, "certificate": "bounds", "about": b.About.String(), "positions": len(b.Positions), "bound": nil}
	if v != nil {
		doc["bound"] = v.RatString()
	}
	return a.printJSON(doc)
}
