package milp

import "math"

// Div gives the quotient of the whole number e and k, rounded down: the q with
// e = k·q + r and 0 <= r < k, or k < r <= 0 for a negative k. With a variable q this is
//
//	0 <= e - k·q <= k-1
//
// and the rows that cut the two ends of the staircase off, together the convex hull of
// e and q. Both bounds of e are relied on. If e has a one-hot encoding, q is told by it.
func (m *Model) Div(e Linear, k int) Expr {
	x := linear(e)
	kind := "div" + safeNumber(float64(k))
	o := m.operation(kind, x)
	low, high := o.whole(x)
	switch {
	case o.err != nil:
		return o.done(Expr{})
	case k == 0:
		o.fail("division by zero")
		return o.done(Expr{})
	case tooLarge(float64(k)):
		o.fail("the divisor %d exceeds 2^53", k)
		return o.done(Expr{})
	case k < 0:
		return m.Div(x.Neg(), -k)
	case k == 1:
		return x
	}
	step := float64(k)
	first, last := math.Floor(low/step), math.Floor(high/step)
	if first == last {
		return Constant(first)
	}
	key := "div" + number(step) + "," + x.key()
	if q, ok := m.results[key]; ok {
		return q
	}
	if m.encodings[x.normalised().p.key()] != nil {
		return m.Function(kind, x, func(v int) float64 { return math.Floor(float64(v) / step) })
	}
	q := o.column("", first, last, true)
	o.between(0, x.Minus(q.Times(step)), step-1)
	// The step that begins with low may be short, and so may the one that ends with high.
	o.atMost(q.Shift(-first).Times(step*(first+1)-low), x.Shift(-low))
	o.atMost(x.Shift(1-step*last), q.Shift(1-last).Times(high-step*last+1))
	m.results[key] = q
	return o.done(q)
}

// Mod gives the remainder e - k·q of [Model.Div], which has the sign of k.
func (m *Model) Mod(e Linear, k int) Expr {
	return linear(e).Minus(m.Div(e, k).Times(float64(k)))
}
