package builtin

import (
	"math/big"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// rounding returns round, floor or ceil. The type of a call says how many digits its value has.
func rounding(name, manual string, examples []Example) Function {
	return Function{
		Name:  name,
		Forms: []Form{{Params: []Param{{Name: "x", Is: Real}}}, {Params: []Param{{Name: "x", Is: Real}, {Name: "step", Is: Real}}}},
		Fit: func(k Checking, e *syntax.CallExpr) bool {
			if len(e.Args) == 1 {
				return true
			}
			v, known, closed := k.Constant(e.Args[1])
			switch _, finite := v.DecimalDigits(); {
			case !closed:
				k.Errorf(e.Args[1], "%s needs a constant step", name)
			case known && (v.N <= 0 || !finite):
				k.Errorf(e.Args[1], "%s needs a step greater than 0 of at most %d digits after the point, not %s", name, syntax.MaxDigits, v.Written())
			default:
				return known
			}
			return false
		},
		Result: func(k Checking, e *syntax.CallExpr) *types.Type {
			if step := stepOf(k, e); step.Den != 0 {
				digits, _ := step.DecimalDigits()
				return types.Literal(digits)
			}
			return types.IntType
		},
		Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
			n, den := l.Fraction(args[0])
			step := types.IntValue(1)
			if len(args) == 2 {
				s, d := l.Fraction(args[1])
				step = types.IntValue(s.Value)
				if d != nil {
					step = types.FractionValue(s.Value, d.Value)
				}
			} else if t := l.TypeOf(e); t.Decimal {
				step = types.FractionValue(1, model.Power(t.Digits))
			}
			b := l.Builder()
			if den == nil {
				den = b.Const(1)
			}
			over := b.Const(max(step.Den, 1))
			n, den = b.Mul(n, over), b.Mul(den, b.Const(step.N)) // the number of steps is n / den
			var steps *model.Expr
			switch name {
			case "floor":
				steps = b.Div(n, den)
			case "ceil":
				steps = b.Neg(b.Div(b.Neg(n), den))
			default:
				half := b.Div(b.Sum(b.Mul(b.Abs(n), b.Const(2)), den), b.Mul(den, b.Const(2)))
				steps = b.If(b.Lt(n, b.Const(0)), b.Neg(half), half)
			}
			if step.Den == 0 {
				over = nil
			}
			return l.Quotient(b.Mul(steps, b.Const(step.N)), over)
		},
		Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
			step := types.IntValue(1)
			if len(args) == 2 {
				step = args[1]
			} else if t := j.TypeOf(e); t.Decimal {
				step = types.FractionValue(1, model.Power(t.Digits))
			}
			steps := rounded(name, new(big.Rat).Quo(args[0].Rat(), step.Rat()))
			v, ok := types.RatValue(new(big.Rat).Mul(new(big.Rat).SetInt(steps), step.Rat()))
			if !ok {
				return v, ErrOverflow
			}
			return v, nil
		},
		Manual:   manual,
		Examples: examples,
	}
}

// stepOf returns the step of a call: the second argument, or 1.
func stepOf(k Checking, e *syntax.CallExpr) types.Value {
	if len(e.Args) == 2 {
		v, _, _ := k.Constant(e.Args[1])
		return v
	}
	return types.IntValue(1)
}

// rounded returns the integer that round, floor or ceil yields for r.
func rounded(name string, r *big.Rat) *big.Int {
	n, d := new(big.Int).Set(r.Num()), r.Denom()
	switch name {
	case "ceil":
		return n.Neg(new(big.Int).Div(n.Neg(n), d)) // Div is floored for a positive divisor
	case "round":
		n.Abs(n).Mul(n, big.NewInt(2)).Add(n, d)
		n.Div(n, new(big.Int).Mul(d, big.NewInt(2)))
		if r.Sign() < 0 {
			n.Neg(n)
		}
		return n
	}
	return n.Div(n, d)
}
