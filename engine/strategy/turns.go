package strategy

import (
	"context"
	"errors"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
)

// Turns looks for a state in which the moves do not fit the rules of games, among those that are reached first, at most
// about the given number. The error is an *engine.TurnError if there is one, or that of the context.
func Turns(ctx context.Context, p *model.Problem, states int) error {
	s, err := newSpace(ctx, p)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil || len(s.starts) == 0 { // solve says why
		return nil
	}
	defer s.close()
	s.left = int64(states) * 16
	x, err := game.Explore(ctx, s.rules(), game.Options{States: states})
	var wrong *engine.TurnError
	if err != nil {
		if err = s.located(err, x.Arena); errors.As(err, &wrong) {
			return err
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
