package strategy

import (
	"context"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
)

// Arena returns the arena of the reachable states of a problem in which everything is seen, and the number of the first
// state. The label of a move is its number in p.Moves; if there are find variables with several values, the first state is
// one of ours whose labels number the choices. The error may be an *engine.TurnError or a limit.
func Arena(ctx context.Context, p *model.Problem, o game.Options) (*game.Arena, int, error) {
	if p.Unseen() {
		return nil, 0, &engine.Refusal{Engine: "strategy", Why: "something is not seen"}
	}
	s, err := newSpace(ctx, p)
	if err != nil {
		return nil, 0, err
	}
	if len(s.starts) == 0 {
		return nil, 0, &engine.Refusal{Engine: "strategy", Why: "no values meet the requirements"}
	}
	defer s.close()
	x, err := game.Explore(ctx, s.rules(), o)
	if err != nil {
		return nil, 0, s.located(err, x.Arena)
	}
	if x.Reason != nil {
		return nil, 0, x.Reason
	}
	return x.Arena, x.Starts[0], nil
}
