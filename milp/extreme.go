package milp

import (
	"math"
	"slices"
)

// Abs returns the absolute value of e. If the bounds L and U of e allow both signs, a binary z is 1
// iff e > 0, and
//
//	e <= y <= e - 2L(1-z),  -e <= y <= 2U·z - e
//
// which is the convex hull of both branches. For integers -e <= y becomes 2z - e <= y, so that z is
// the truth value of e >= 1. A one-hot encoding of e is used instead if it exists.
func (m *Model) Abs(e Linear) Expr {
	x := linear(e)
	o := m.operation("abs", x)
	low, high := x.Bounds()
	switch {
	case o.err != nil:
		return o.done(Expr{})
	case low >= 0:
		return x
	case high <= 0:
		return x.Neg()
	}
	low, high = o.bounds(x)
	key := "abs" + x.key()
	if y, ok := m.results[key]; ok {
		return y
	}
	if x.isWhole() && m.encodings[x.normalised().p.key()] != nil {
		return m.Function("abs", x, func(v int) float64 { return math.Abs(float64(v)) })
	}
	y := o.column("", 0, max(-low, high), x.isWhole())
	var z Truth
	if x.isWhole() && o.err == nil {
		z = m.Truth(x.AtLeast(1))
		o.atMost(z.Times(2).Minus(x), y)
	} else {
		z = o.binary("positive")
		o.atMost(x.Neg(), y)
	}
	o.atMost(x, y)
	o.atMost(y, x.Minus(z.Not().Times(2*low)))
	o.atMost(y, z.Times(2*high).Minus(x))
	m.results[key] = y
	return o.done(y)
}

// Max returns the maximum of the expressions. With the result y and a choice z among them,
//
//	y >= e_i,  y <= e_i + M_i (1-z_i),  sum z_i = 1
//
// where M_i bounds the amount by which another expression can exceed e_i, from the bounds of their
// differences. Expressions that are never the maximum are left out. For truth values the result is
// an [Model.Or].
func (m *Model) Max(es ...Linear) Expr { return m.extreme("max", expressions(es), 1) }

// Min returns the minimum of the expressions; see [Model.Max].
func (m *Model) Min(es ...Linear) Expr { return m.extreme("min", expressions(es), -1) }

// extreme returns sign times the maximum of sign times the expressions.
func (m *Model) extreme(kind string, es []Expr, sign float64) Expr {
	o := m.operation(kind, es...)
	if o.err == nil && len(es) == 0 {
		o.fail("of nothing")
	}
	if o.err != nil {
		return o.done(Expr{})
	}
	if truths, ok := allTruths(es); ok && sign > 0 {
		return m.or(truths).Expr
	} else if ok {
		return m.and(truths).Expr
	}
	xs := make([]Expr, len(es))
	for i, e := range es {
		xs[i] = e.Times(sign)
	}
	xs = undominated(xs)
	if len(xs) == 1 {
		return xs[0].Times(sign)
	}
	return o.greatest(xs, sign)
}

func allTruths(es []Expr) ([]Truth, bool) {
	ts := make([]Truth, len(es))
	for i, e := range es {
		if !e.isTruth() {
			return nil, false
		}
		ts[i] = Truth{e}
	}
	return ts, true
}

// undominated removes expressions that are never above another one.
func undominated(xs []Expr) []Expr {
	xs = slices.Clone(xs)
	for i := 0; i < len(xs); i++ {
		for j := range xs {
			if j == i {
				continue
			}
			if least, _ := xs[j].Minus(xs[i]).Bounds(); least >= 0 {
				xs = slices.Delete(xs, i, i+1)
				i--
				break
			}
		}
	}
	return xs
}

// greatest adds the rows of Max over at least two expressions, for sign·y.
func (o *operation) greatest(xs []Expr, sign float64) Expr {
	low, high, whole := math.Inf(-1), math.Inf(-1), true
	for _, x := range xs {
		least, most := x.Bounds()
		low, high, whole = max(low, least), max(high, most), whole && x.isWhole()
	}
	lower, upper := low, high
	if sign < 0 {
		lower, upper = -high, -low
	}
	y := o.column("", lower, upper, whole)
	z := o.pick(len(xs))
	for i, x := range xs {
		excess := 0.0
		for j := range xs {
			if j != i && o.err == nil {
				_, most := o.bounds(xs[j].Minus(x))
				excess = max(excess, most)
			}
		}
		o.atMost(x, y.Times(sign))
		o.atMost(y.Times(sign), x.Plus(z[i].Not().Times(excess)))
	}
	return o.done(y)
}

// pick returns n truth values of which exactly one is 1. Of two, one is the negation of the other.
func (o *operation) pick(n int) []Truth {
	if n == 2 {
		z := o.binary("first")
		return []Truth{z, z.Not()}
	}
	z := o.choice(n, func(i int) string { return "pick" + safeNumber(float64(i+1)) })
	o.row(1, Sum(z...), 1)
	return z
}
