package farbank

import (
	"context"
	"errors"
	"fmt"
	"io"

	"farbank/engine"
	"farbank/exchange"
)

// ExportOptions are what an export may be told; see package export.
type ExportOptions struct {
	Horizon    int    // the most moves, if HasHorizon
	HasHorizon bool   // else it is the length of a best plan, found by solving first
	Best       *int64 // the best cost or value, where it is known; else it is found by solving
	All        bool   // the solutions are to be the best plans and no others
	Memory     int64  // bytes that solving may use; 0: no limit
}

// Export writes a problem in another system's language; see exchange.Languages. Where
// the language needs a horizon or the best cost and o has none, the problem is solved
// first. A construct that the language cannot express is an *exchange.Refusal.
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
	opts := exchange.Options{Horizon: o.Horizon, Best: o.Best, All: o.All}
	if err := complete(ctx, p, lang, o, &opts); err != nil {
		return err
	}
	return lang.Write(ctx, p, opts, w)
}

// complete finds the horizon and the best cost where they are needed and not given.
func complete(ctx context.Context, p *Problem, lang *exchange.Language, o ExportOptions, opts *exchange.Options) error {
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
	case a.Best == nil && ctx.Err() != nil: // a limit or an interrupt; nothing is wrong with the problem
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
