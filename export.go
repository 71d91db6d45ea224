package farbank

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/engine"
	"farbank/exchange"
)

// ExportOptions are the options of Export; see package exchange.
type ExportOptions struct {
	Horizon    int    // maximum number of moves, if HasHorizon
	HasHorizon bool   // otherwise the horizon is the length of an optimal plan, found by solving first
	Best       *int64 // the optimal cost or value if it is known; otherwise it is found by solving first
	All        bool   // the solutions of the export are exactly the optimal plans
	Memory     int64  // memory limit for solving in bytes; 0 means no limit
}

// Export writes a problem in another system's language; see exchange.Languages. If the language needs a
// horizon or the optimal cost and o does not give it, Export solves the problem first. A construct that the
// language cannot express is an *exchange.Refusal.
func Export(ctx context.Context, p *Problem, language string, o ExportOptions, w io.Writer) error {
	lang, err := exchange.Find(language)
	switch {
	case err != nil:
		return err
	case p == nil:
		return ErrNoProblem
	case o.Horizon < 0:
		return fmt.Errorf("the horizon is %d; it must not be negative", o.Horizon)
	}
	ctx = engine.Lasting(ctx)
	if p.Unit > 0 && !lang.Times { // the least time is the cost of the lowered problem
		whole := p
		if p, err = engine.StageOf(p, nil); err != nil {
			return &exchange.Refusal{Language: language, Construct: err.Error()}
		}
		if p.CostDigits = 0; len(whole.Soft) == 0 {
			p.CostDigits = whole.Goals.Digits
		}
	}
	opts := exchange.Options{Horizon: o.Horizon, Best: o.Best, All: o.All}
	if err := complete(ctx, p, lang, o, &opts); err != nil {
		return err
	}
	return lang.Write(ctx, p, opts, w)
}

// complete finds the horizon and the optimal cost if they are needed and not given.
func complete(ctx context.Context, p *Problem, lang *exchange.Language, o ExportOptions, opts *exchange.Options) error {
	if p.Others() {
		return nil // no plan is needed
	}
	moving := len(p.Schemas) > 0
	horizon := lang.Bounded && moving && !o.HasHorizon
	best := o.Best == nil && (lang.NeedsBest || o.All) && (p.Goals != nil || moving && (o.All || !p.UnitCosts()))
	if !horizon && !best {
		return nil
	}
	q := Question{Symmetry: true, Memory: o.Memory, Bounded: o.HasHorizon && moving, Length: o.Horizon}
	a, err := Solve(ctx, p, q)
	switch {
	case err != nil:
		return err
	case a.Best == nil && ctx.Err() != nil: // a limit or an interrupt
		return fmt.Errorf("solving it first: %w", context.Cause(ctx))
	case a.Best == nil && a.Reason == engine.ErrMemory.Error():
		return fmt.Errorf("solving it first: %w", engine.ErrMemory)
	case a.Best == nil && best && !horizon:
		return fmt.Errorf("there is no plan to take the best cost from; give --best")
	case a.Best == nil:
		return errNoHorizon(a)
	}
	if horizon {
		opts.Horizon = len(a.Best.Moves)
	}
	if best {
		opts.Best = &a.Best.Cost
	}
	return nil
}

func errNoHorizon(a *Answer) error {
	if a.Status == None {
		return errors.New("no plan exists, so there is no length to take for a horizon; give --horizon")
	}
	return fmt.Errorf("no plan is known to take a horizon from (%s); give --horizon", a.Reason)
}
