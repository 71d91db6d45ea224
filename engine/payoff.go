package engine

import (
	"context"
	"errors"
	"math"
	"math/big"

	"farbank/game"
	"farbank/model"
)

// A Payoff is the objective of a problem with others, as costs of the moves of a game. The play goes on from each goal
// by a last move that costs the value of the goal, or less the greater it is if the objective is maximised.
type Payoff struct {
	o    *model.Objective
	sign int64
	base int64 // the least signed value of a goal

	Cost, Steps int64       // what a move costs: Cost times its cost, plus Steps; not negative
	Arena       *game.Arena // with the last moves
}

// errPayoff reports a value that does not fit 64 bits.
var errPayoff = errors.New("a value of the objective does not fit 64 bits")

// CanPay returns the reason why the objective of a problem with others is not supported, or "".
func CanPay(o *model.Objective) string {
	sign := signOf(o)
	switch {
	case o.Then != nil:
		return "several objectives in a problem with others are not supported, one is"
	case o.Time != 0:
		return "time in the objective of a problem with others is not supported"
	case sign*o.Cost < 0 || sign*o.Steps < 0:
		return "an objective that is better for a longer play is not supported in a problem with others"
	}
	return ""
}

func signOf(o *model.Objective) int64 {
	if o.Maximize {
		return -1
	}
	return 1
}

// NewPayoff returns the payoff of the goals of an arena. The function value returns the value of the objective in a state
// of the kind Goal, or false if it is undefined, and moves the number of moves that a move of the arena stands for, 0 or 1.
func NewPayoff(a *game.Arena, o *model.Objective, value func(s int) (int64, bool, error), moves func(s int, m game.Move) int64) (*Payoff, error) {
	sign := signOf(o)
	f := &Payoff{o: o, sign: sign, Cost: sign * o.Cost, Steps: sign * o.Steps, base: math.MaxInt64}
	values, most := map[int]int64{}, int64(math.MinInt64)
	for s := range a.Len() {
		if a.Kind(s) != game.Goal {
			continue
		}
		v, ok, err := value(s)
		switch {
		case err != nil:
			return nil, err
		case !ok:
			continue
		case v == math.MinInt64:
			return nil, errPayoff
		}
		values[s] = sign * v
		f.base, most = min(f.base, sign*v), max(most, sign*v)
	}
	if most > f.base && most-f.base < 0 {
		return nil, errPayoff
	}
	over := false
	f.Arena = a.WithLastMoves(func(s int) (int64, bool) {
		v, ok := values[s]
		return v - f.base, ok
	}, func(s int, m game.Move) int64 {
		c := new(big.Int).Mul(big.NewInt(f.Cost), big.NewInt(m.Cost))
		if c.Add(c, big.NewInt(f.Steps*moves(s, m))); !c.IsInt64() {
			over = true
			return 0
		}
		return c.Int64()
	})
	if over {
		return nil, errPayoff
	}
	return f, nil
}

// Terms returns how a cost of Arena gives the value of the objective in units of its last digit: it is sign times the sum of
// base and the cost. The sign is 1 or -1.
func (f *Payoff) Terms() (sign, base int64) { return f.sign, f.base }

// Plain reports whether the objective depends on the last state alone.
func (f *Payoff) Plain() bool { return f.Cost == 0 && f.Steps == 0 }

// NewValue returns a value of an objective as it is shown: with its digits after the point.
func NewValue(o *model.Objective, value int64) *Quantity {
	return exactly(shown(o, new(big.Rat).SetInt64(value)))
}

// Raw returns the value of the objective for a cost of Arena, in units of its last digit.
func (f *Payoff) Raw(cost *big.Rat) *big.Rat {
	y := new(big.Rat).Add(cost, new(big.Rat).SetInt64(f.base))
	return y.Mul(y, big.NewRat(f.sign, 1))
}

func shown(o *model.Objective, value *big.Rat) *big.Rat {
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(o.Digits)), nil)
	return new(big.Rat).Quo(value, new(big.Rat).SetInt(scale))
}

func exactly(x *big.Rat) *Quantity {
	v := outward(x)
	return &Quantity{Exact: x, Low: v[0], High: v[1]}
}

// Of returns the value of the objective for a cost of Arena, as it is shown.
func (f *Payoff) Of(cost *Quantity) *Quantity {
	of := func(x *big.Rat) *big.Rat { return shown(f.o, f.Raw(x)) }
	if cost.Exact != nil {
		return exactly(of(cost.Exact))
	}
	// the sums are exact; only the results are rounded, away from the value
	around := func(x float64) [2]float64 {
		if math.IsInf(x, 0) { // a bound too large for a float
			return [2]float64{float64(f.sign) * x, float64(f.sign) * x}
		}
		return outward(of(new(big.Rat).SetFloat64(x)))
	}
	low, high := around(cost.Low), around(cost.High)
	if f.sign < 0 {
		low, high = high, low
	}
	return &Quantity{Low: low[0], High: high[1]}
}

// outward returns two floats around x.
func outward(x *big.Rat) [2]float64 {
	v, exact := x.Float64()
	if exact {
		return [2]float64{v, v}
	}
	return [2]float64{math.Nextafter(v, math.Inf(-1)), math.Nextafter(v, math.Inf(1))}
}

// value computes the value of the objective in a game in which no move is ours, from the state root.
func (f *Payoff) value(ctx context.Context, root int, chance bool) (*Quantity, error) {
	if !chance {
		forced, err := game.Force(ctx, f.Arena, game.Options{})
		if err != nil || forced.Reason != nil || forced.Cost[root] == game.Never {
			return nil, errors.Join(err, forced.Reason)
		}
		return f.Of(&Quantity{Exact: new(big.Rat).SetInt64(forced.Cost[root])}), nil
	}
	v, err := game.Expected(ctx, f.Arena, game.Options{})
	if err != nil || v.Low == nil {
		return nil, errors.Join(err, v.Reason)
	}
	if math.IsInf(v.Low[root], 1) {
		return nil, nil
	}
	q := &Quantity{Low: v.Low[root], High: v.High[root]}
	if v.Exact != nil {
		q.Exact = v.Exact[root]
	}
	return f.Of(q), nil
}
