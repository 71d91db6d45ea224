package strategy

import (
	"context"
	"errors"
	"math/big"

	"farbank/engine"
	"farbank/game"
	"farbank/model"
)

// Bounds returns bounds that show that no strategy is better than the best one, and the value of the start; nil means
// that the goal cannot be forced. A value of the objective is in units of its last digit. If w is Unlucky, chance counts
// as a foe. The error is an *engine.Refusal if the positions are too many to list or the values are not known exactly.
func (a *Adviser) Bounds(ctx context.Context, w Luck) (*model.Bounds, *big.Rat, error) {
	refuse := func(why string) error { return &engine.Refusal{Engine: "strategy", Why: why} }
	if a.arena == nil {
		return nil, nil, refuse("there are too many positions to list their bounds")
	}
	b := &bounds{a: a, out: &model.Bounds{}, arena: a.arena, reach: a.reach}
	if a.pay != nil { // a goal where the objective is undefined does not count
		b.arena = a.pay.Arena
	}
	if w == Unlucky || !a.p.Chance() {
		if err := b.forced(ctx); err != nil {
			return nil, nil, err
		}
		b.payoff(model.WorstValue)
		return b.out, b.value(a.start), b.list(ctx)
	}
	if a.pay != nil {
		var err error
		if b.reach, err = game.Reach(ctx, b.arena, game.Options{}); err != nil || b.reach.Low == nil {
			return nil, nil, errors.Join(err, b.reach.Reason)
		}
	}
	b.move = b.reach.Move
	switch {
	case b.reach.Exact == nil, a.sure[a.start] && a.average.Exact == nil:
		return nil, nil, refuse("the values are known as intervals only")
	case a.sure[a.start]:
		b.out.About = model.LeastExpected
		b.expected()
		b.payoff(model.MeanValue)
	default:
		b.out.About = model.MostProbable
		b.value = func(n int) *big.Rat { return b.reach.Exact[n] }
	}
	return b.out, b.value(a.start), b.list(ctx)
}

// forced sets the values to the costs that can be forced.
func (b *bounds) forced(ctx context.Context) error {
	f, err := game.Force(ctx, b.arena, game.Options{})
	if err != nil || f.Reason != nil {
		return errors.Join(err, f.Reason)
	}
	b.move = f.Move
	b.value = func(n int) *big.Rat {
		if f.Cost[n] == game.Never {
			return nil
		}
		return new(big.Rat).SetInt64(f.Cost[n])
	}
	return nil
}

// payoff converts values to those of the objective if there is one.
func (b *bounds) payoff(about model.Bounded) {
	pay, cost := b.a.pay, b.value
	if pay == nil {
		return
	}
	b.out.About = about
	b.value = func(n int) *big.Rat {
		if x := cost(n); x != nil {
			return pay.Raw(x)
		}
		return nil
	}
}

// Luck says what chance counts as.
type Luck uint8

const (
	Lucky   Luck = iota // it draws by its weights
	Unlucky             // it counts as a foe
)

// bounds collects the bounds of positions.
type bounds struct {
	a     *Adviser
	out   *model.Bounds
	arena *game.Arena // with the last moves of the objective
	reach game.Values // of arena
	value func(n int) *big.Rat
	move  []int32 // of the foe
}

// expected sets the values of expected costs. A position in which the goal is not sure gets a multiple of the probability
// that it is not reached: so large that it is never worth going there. The expected values need these.
func (b *bounds) expected() {
	a := b.a
	most, least := new(big.Rat), big.NewRat(1, 1)
	for n := range a.arena.Len() {
		if a.sure[n] {
			if x := a.average.Exact[n]; most.Cmp(x) < 0 {
				most = x
			}
		} else if x := new(big.Rat).Sub(big.NewRat(1, 1), b.reach.Exact[n]); x.Cmp(least) < 0 {
			least = x
		}
	}
	factor := new(big.Rat).Quo(most, least)
	b.value = func(n int) *big.Rat {
		if a.sure[n] {
			return a.average.Exact[n]
		}
		x := new(big.Rat).Sub(big.NewRat(1, 1), b.reach.Exact[n])
		return x.Mul(x, factor)
	}
	b.move = make([]int32, a.arena.Len())
	for n := range b.move {
		if b.move[n] = b.reach.Move[n]; a.sure[n] {
			b.move[n] = a.average.Move[n]
		}
	}
}

// list adds the positions that the bounds need: those after all moves of ours and of chance, and after a best move of the foe.
func (b *bounds) list(ctx context.Context) error {
	arena := b.a.arena
	worst := b.out.About == model.LeastCost || b.out.About == model.WorstValue
	seen := map[int]bool{b.a.start: true}
	queue := []int{b.a.start}
	for i := 0; i < len(queue); i++ {
		if i%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := queue[i]
		worlds, belief := b.a.Worlds(n)
		if v := b.value(n); belief && len(worlds) > 0 && !b.implied(v) {
			b.out.Positions = append(b.out.Positions, model.BoundedPosition{Worlds: worlds, Value: v})
		}
		kind, moves := arena.Kind(n), arena.Moves(n)
		if kind == game.Goal || len(moves) == 0 {
			continue
		}
		if k := b.move[n]; kind == game.Foe && k >= 0 || kind == game.Chance && worst && k >= 0 {
			moves = moves[k : k+1]
		}
		for _, m := range moves {
			if to := int(m.To); !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
	}
	return nil
}

// implied reports whether a value is that of a position that is not listed.
func (b *bounds) implied(v *big.Rat) bool {
	switch {
	case b.out.About.OfObjective():
		return false
	case b.out.About == model.MostProbable:
		return v.Cmp(big.NewRat(1, 1)) == 0
	}
	return v != nil && v.Sign() == 0
}
