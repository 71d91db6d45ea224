package judge

import (
	"math/big"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// decimal evaluates a number with a decimal point.
func (m *machine) decimal(n *node) (types.Value, *Undefined) {
	e := n.at.(*syntax.DecimalLit)
	return types.DecimalValue(e.Value, e.Digits), nil
}

// fraction returns the value of r, or fails with an Overflow of e.
func fraction(r *big.Rat, e syntax.Node) types.Value {
	v, ok := types.RatValue(r)
	if !ok {
		fail(&Overflow{Node: e})
	}
	return v
}

func (m *machine) negateFraction(n *node) (types.Value, *Undefined) {
	v, u := m.eval(n.x)
	if u != nil {
		return v, u
	}
	r := v.Rat()
	return fraction(r.Neg(r), n.at), nil
}

// reckon evaluates x op y, where x or y need not be whole.
func (m *machine) reckon(n *node) (types.Value, *Undefined) {
	x, u := m.eval(n.x)
	y, w := m.eval(n.y)
	if u = first(u, w); u != nil {
		return types.Value{}, u
	}
	r, s := x.Rat(), y.Rat()
	switch n.op {
	case syntax.Plus:
		r.Add(r, s)
	case syntax.Minus:
		r.Sub(r, s)
	case syntax.Star:
		r.Mul(r, s)
	case syntax.Slash, syntax.Percent:
		if s.Sign() == 0 {
			return types.Value{}, &Undefined{Node: n.at, Why: "a division by zero"}
		}
		q := new(big.Rat).Quo(r, s)
		if n.op == syntax.Slash {
			r = q
			break
		}
		whole := new(big.Int).Div(q.Num(), q.Denom()) // floored, since the denominator is positive
		r.Sub(r, s.Mul(s, new(big.Rat).SetInt(whole)))
	default:
		bug(n.at, "%s is not an operator on numbers", n.op)
	}
	return fraction(r, n.at), nil
}

// addedFractions evaluates a sum of numbers that need not be whole.
func (m *machine) addedFractions(n *node) (types.Value, *Undefined) {
	sum := new(big.Rat)
	var why *Undefined
	m.choose(n.choice, n.y, func(u *Undefined) bool {
		if u == nil {
			var v types.Value
			v, u = m.eval(n.x)
			sum.Add(sum, v.Rat())
		}
		why = first(why, u)
		return true
	})
	if why != nil {
		return types.Value{}, why
	}
	return fraction(sum, n.at), nil
}

// leafOf returns the integer that stores a number, a name or a truth value of type t. It reports
// false if v needs more digits after the point than the type has.
func leafOf(v types.Value, t *types.Type) (int64, bool) { return v.Scaled(t.Scale()) }

// ofLeaf returns the value of type t that an integer stores.
func ofLeaf(n int64, t *types.Type) types.Value {
	if digits := t.Scale(); digits > 0 {
		return types.DecimalValue(n, digits)
	}
	return types.Value{Kind: t.Kind, N: n}
}

// A decimalSpan is an interval of decimals with a number of digits after the point.
type decimalSpan struct {
	lo, hi int64
	digits int
}

// decimalRange evaluates lo..hi, where an end is a decimal. The type says how fine its steps are.
func (m *machine) decimalRange(n *node) (domain, *Undefined) {
	lo, u := m.eval(n.x)
	hi, w := m.eval(n.y)
	if u = first(u, w); u != nil {
		return nil, u
	}
	t := n.static.Elem()
	d := decimalSpan{digits: max(t.Digits, t.Scale())}
	p := new(big.Rat).SetInt64(model.Power(d.digits))
	from, to := lo.Rat(), hi.Rat()
	from.Mul(from, p)
	to.Mul(to, p)
	least := new(big.Int).Neg(new(big.Int).Div(new(big.Int).Neg(from.Num()), from.Denom()))
	most := new(big.Int).Div(to.Num(), to.Denom())
	if !least.IsInt64() || !most.IsInt64() {
		fail(&Overflow{Node: n.at})
	}
	d.lo, d.hi = least.Int64(), most.Int64()
	return d, nil
}

func (d decimalSpan) each(f func(types.Value) bool) bool {
	return span{types.Int, d.lo, d.hi}.each(func(v types.Value) bool { return f(types.DecimalValue(v.N, d.digits)) })
}

// Has reports whether a number lies in the interval and has not more digits.
func (d decimalSpan) Has(v types.Value) bool {
	n, ok := v.Scaled(d.digits)
	return ok && d.lo <= n && n <= d.hi
}

func (d decimalSpan) Size() (uint64, bool) { return span{types.Int, d.lo, d.hi}.Size() }

// worth returns the value of an objective as a multiple of 10 to the power of minus its digits.
func (m *machine) worth(o *syntax.ObjectiveDecl, n *node) (int64, bool) {
	v, u := m.eval(n)
	if u != nil {
		return 0, false
	}
	k, ok := v.Scaled(m.info.Digits[o])
	if !ok {
		fail(&Overflow{Node: n.at})
	}
	return k, true
}
