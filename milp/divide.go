package milp

import "math"

// Div returns the integer quotient of e and d, rounded down: the q with e = d·q + r and 0 <= r < d,
// or d < r <= 0 if d is negative. The divisor d is a number or an expression ([Linear]). For a
// constant k this is, with a variable q,
//
//	0 <= e - k·q <= k-1
//
// and rows that cut off the two ends of the staircase; together they are the convex hull of e and
// q. If e has a one-hot encoding, q is a function of it. For an expression d it is
//
//	e = d·q + r,  0 <= r <= d-1 if d >= 1,  d+1 <= r <= 0 if d <= -1
//
// with the [Model.Product] d·q, or with [Model.Function2] for up to 64 pairs of values; d = 0 is
// excluded. Both bounds of e and of d are needed.
func (m *Model) Div(e Linear, d any) Expr {
	q, _ := m.divide(e, d)
	return q
}

// Mod returns the remainder e - d·q of [Model.Div], which has the sign of d.
func (m *Model) Mod(e Linear, d any) Expr {
	_, r := m.divide(e, d)
	return r
}

func (m *Model) divide(e Linear, d any) (q, r Expr) {
	x, y := linear(e), divisor(d)
	kind := "div"
	if y.isConstant() && y.err == nil {
		kind += safeNumber(y.constant)
	}
	o := m.operation(kind, x)
	if o.err == nil {
		o.operand(y)
	}
	low, high := o.whole(x)
	k := y.constant
	switch {
	case o.err != nil:
		return o.done(Expr{}), o.done(Expr{})
	case !y.isConstant():
		return m.divideByAny(x, y)
	case k == 0:
		o.fail("division by zero")
	case k != math.Trunc(k):
		o.fail("the divisor %v is no whole number", k)
	case tooLarge(k):
		o.fail("the divisor %.0f exceeds 2^53", k)
	case k < 0:
		q = o.divideBy(x.Neg(), -k, -high, -low)
	default:
		q = o.divideBy(x, k, low, high)
	}
	return o.done(q), o.done(x.Minus(q.Times(k)))
}

// divisor converts a number or an expression.
func divisor(d any) Expr {
	switch d := d.(type) {
	case int:
		return Constant(d)
	case int64:
		return Constant(d)
	case float64:
		return Constant(d)
	case Linear:
		return linear(d)
	}
	return Expr{err: errDivisor}
}

// divideBy divides by a constant of at least 1.
func (o *operation) divideBy(x Expr, k, low, high float64) Expr {
	m := o.m
	if k == 1 {
		return x
	}
	first, last := math.Floor(low/k), math.Floor(high/k)
	if first == last {
		return Constant(first)
	}
	key := "div" + number(k) + "," + x.key()
	if q, ok := m.results[key]; ok {
		return q
	}
	if m.encodings[x.normalised().p.key()] != nil {
		return m.Function("div"+safeNumber(k), x, func(v int) float64 { return math.Floor(float64(v) / k) })
	}
	q := o.column("", first, last, true)
	o.between(0, x.Minus(q.Times(k)), k-1)
	// The first and the last step of the staircase may be shorter than k.
	o.atMost(q.Shift(-first).Times(k*(first+1)-low), x.Shift(-low))
	o.atMost(x.Shift(1-k*last), q.Shift(1-last).Times(high-k*last+1))
	m.results[key] = q
	return o.done(q)
}

// divideByAny divides by a variable.
func (m *Model) divideByAny(x, y Expr) (q, r Expr) {
	key := x.key() + ";" + y.key()
	q, known := m.results["quotient"+key]
	if known {
		return q, m.results["remainder"+key]
	}
	o := m.operation("div", x, y)
	least, most := o.whole(y)
	low, high := o.whole(x)
	if o.err == nil && (high-low+1)*(most-least+1) <= m.few {
		q = m.Function2("div", x, y, func(u, v int) float64 { return floored(float64(u), float64(v)) })
		r = m.Function2("mod", x, y, func(u, v int) float64 { return float64(u) - float64(v)*floored(float64(u), float64(v)) })
		o.notZero(y, least, most)
	} else {
		least, most = o.notZero(y, least, most)
		q, r = o.divided(x, interval{low, high}, y, interval{least, most})
	}
	if o.err != nil {
		return o.done(Expr{}), o.done(Expr{})
	}
	m.results["quotient"+key], m.results["remainder"+key] = q, r
	return q, r
}

// floored returns the quotient of integers rounded down, and 0 for the divisor 0.
func floored(u, v float64) float64 {
	if v == 0 {
		return 0
	}
	q := math.Trunc(u / v)
	switch r := u - q*v; { // the division may have been rounded up or down
	case r != 0 && (r < 0) != (v < 0):
		return q - 1
	default:
		return q
	}
}

// notZero excludes 0 from the values of an integer expression, and returns the bounds that remain.
func (o *operation) notZero(y Expr, least, most float64) (float64, float64) {
	switch {
	case o.err != nil:
	case least == 0 && most == 0:
		o.fail("division by zero")
	case least == 0:
		o.m.Add(y.AtLeast(1))
		return 1, most
	case most == 0:
		o.m.Add(y.AtMost(-1))
		return least, -1
	case least < 0 && most > 0:
		o.m.Add(y.IsNot(0))
	}
	return least, most
}

// divided posts x = y·q + r.
func (o *operation) divided(x Expr, xs interval, y Expr, ys interval) (q, r Expr) {
	if o.err != nil {
		return q, r
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range []float64{ys.low, ys.high, -1, 1} {
		if v != 0 && ys.low <= v && v <= ys.high {
			low = min(low, floored(xs.low, v), floored(xs.high, v))
			high = max(high, floored(xs.low, v), floored(xs.high, v))
		}
	}
	least, most := min(ys.low+1, 0), max(ys.high-1, 0)
	if xs.low >= 0 && ys.low > 0 {
		most = min(most, xs.high)
	}
	q, r = o.column("quotient", low, high, true), o.column("rest", least, most, true)
	if o.err != nil {
		return q, r
	}
	o.equal(x, o.m.Product(y, q).Plus(r))
	switch m := o.m; {
	case ys.low > 0:
		o.atMost(r, y.Shift(-1))
	case ys.high < 0:
		o.atMost(y.Shift(1), r)
	default:
		above := m.Truth(y.AtLeast(1))
		m.When(above, And(r.AtLeast(0), r.LessEqual(y.Shift(-1))))
		m.When(above.Not(), And(r.AtMost(0), r.GreaterEqual(y.Shift(1))))
	}
	return q, r
}

// Floor returns the greatest integer q with q <= e. For integer variables with decimal coefficients
// it is exact, by [Model.Div]. For any other bounded e it is
//
//	0 <= e - q <= 1 - gap
//
// and rows that cut off the two ends of the staircase; together they are the convex hull of e and
// q. Values of e less than the gap ([Model.SetGap]) below an integer are excluded, as in all strict
// comparisons.
func (m *Model) Floor(e Linear) Expr {
	x := linear(e)
	o := m.operation("floor", x)
	low, high := o.bounds(x)
	switch {
	case o.err != nil:
		return o.done(Expr{})
	case x.isWhole():
		return x
	}
	if p, scale, ok := x.scaled(); ok {
		return m.Div(p, scale)
	}
	first, last := math.Floor(low-slack(low)), math.Floor(high+slack(high))
	key := "floor" + x.key()
	if q, ok := m.results[key]; ok {
		return q
	}
	q := o.column("", first, last, true)
	o.between(0, x.Minus(q), 1-m.gap)
	if first < last && low > first {
		o.atMost(q.Shift(-first).Times(first+1-low), x.Shift(-low))
	}
	if first < last && high < last+1-m.gap {
		o.atMost(x.Shift(-high), q.Shift(-last).Times(high-last+m.gap))
	}
	m.results[key] = q
	return o.done(q)
}

// Ceil returns the least integer q with q >= e: minus the [Model.Floor] of minus e.
func (m *Model) Ceil(e Linear) Expr { return m.Floor(linear(e).Neg()).Neg() }

// scaled returns e times a power of ten with integral coefficients, if there is one.
func (e Expr) scaled() (p Expr, scale float64, ok bool) {
	scale, ok = e.scale()
	for ; ok && scale <= 1e6; scale *= 10 {
		if k := e.constant * scale; math.Abs(k-math.Round(k)) <= 1e-12*math.Abs(k) && math.Abs(k) <= maxWhole {
			p = e.Times(scale)
			for i := range p.terms {
				p.terms[i].Coefficient = math.Round(p.terms[i].Coefficient)
			}
			p.constant = math.Round(k)
			return p, scale, p.err == nil
		}
	}
	return p, scale, false
}
