package strategy

import (
	"context"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
)

// Arena returns the arena of the reachable states of a problem in which everything is seen, and the number of the first
// state. The label of a move is its number in p.Moves; if there are find variables with several values, the first state is
// one of ours whose labels number the choices. The payoff is that of the objective, nil without one. The error may be an
// *engine.TurnError or a limit.
func Arena(ctx context.Context, p *model.Problem, o game.Options) (*game.Arena, *engine.Payoff, int, error) {
	if p.Unseen() {
		return nil, nil, 0, &engine.Refusal{Engine: "strategy", Why: "something is not seen"}
	}
	s, err := newSpace(ctx, p)
	if err != nil {
		return nil, nil, 0, err
	}
	if len(s.starts) == 0 {
		return nil, nil, 0, &engine.Refusal{Engine: "strategy", Why: "no values meet the requirements"}
	}
	defer s.close()
	x, err := game.Explore(ctx, s.rules(), o)
	if err != nil {
		return nil, nil, 0, s.located(err, x.Arena)
	}
	if x.Reason != nil {
		return nil, nil, 0, x.Reason
	}
	if p.Goals == nil {
		return x.Arena, nil, x.Starts[0], nil
	}
	pay, err := s.payoff(x.Arena)
	return x.Arena, pay, x.Starts[0], err
}
