package milp

import "slices"

// Product returns a·b. One factor must be a constant, or a whole number within bounds, the
// other within bounds; two continuous factors are an error.
//
//   - By a constant: no variable.
//   - Of two truth values: their conjunction.
//   - Of a truth value t and e within [L, U] (McCormick 1976, the convex hull):
//     L·t <= w <= U·t, e - U(1-t) <= w <= e - L(1-t).
//   - Of a whole number a of at most 64 values, by its one-hot encoding: b - L = sum y_v,
//     0 <= y_v <= (U-L) b_v, w = sum v·y_v + L·a: the convex hull (Balas 1979).
//   - Of larger ones, by the bits of a: w = L·b + sum 2^k (bit_k·b), with
//     McCormick's rows for w over the bounds of a and b.
func (m *Model) Product(a, b Linear) Expr {
	x, y := linear(a), linear(b)
	o := m.operation("prod", x, y)
	switch {
	case o.err != nil:
		return o.done(Expr{})
	case x.isConstant():
		return y.Times(x.constant)
	case y.isConstant():
		return x.Times(y.constant)
	case x.key() == y.key():
		return m.Power(x, Constant(2))
	case x.isTruth() && y.isTruth():
		return m.and([]Truth{{x}, {y}}).Expr
	case x.isTruth():
		return o.gate(Truth{x}, y)
	case y.isTruth():
		return o.gate(Truth{y}, x)
	}
	key := "prod" + min(x.key(), y.key()) + ";" + max(x.key(), y.key())
	if w, ok := m.results[key]; ok {
		return w
	}
	if !x.isWhole() || y.isWhole() && m.size(y) < m.size(x) {
		x, y = y, x
	}
	if !x.isWhole() {
		o.fail("one factor must be a whole number")
	}
	low, high := o.whole(x)
	least, most := o.bounds(y)
	if o.err != nil {
		return o.done(Expr{})
	}
	corners := []float64{low * least, low * most, high * least, high * most}
	w := o.column("", slices.Min(corners), slices.Max(corners), y.isWhole())
	if high-low < m.few || m.encodings[x.normalised().p.key()] != nil {
		o.disaggregate(w, x, y)
	} else {
		o.shiftAndAdd(w, x, y)
	}
	m.results[key] = w
	return o.done(w)
}

// size returns the number of values of an integer expression, or 0 if it has an encoding.
func (m *Model) size(e Expr) float64 {
	if enc := m.encodings[e.normalised().p.key()]; enc != nil {
		return 0 // encoded already
	}
	low, high := e.Bounds()
	return high - low + 1
}

// disaggregate posts w = x·y by the values of x: y - L is the sum of parts, and a part is 0 unless
// x has its value.
func (o *operation) disaggregate(w, x, y Expr) {
	least, most := o.bounds(y)
	enc := o.encode(x)
	sum := []Expr{y.Shift(-least)}
	product := []Expr{x.Times(least).Minus(w)}
	for i, v := range enc.values {
		part := o.column("at"+safeNumber(v), 0, most-least, y.isWhole())
		if o.err != nil {
			return
		}
		o.atMost(part, enc.truths[i].Times(most-least))
		sum = append(sum, part.Neg())
		product = append(product, part.Times(v))
	}
	o.between(0, Sum(sum...), 0)
	o.between(0, Sum(product...), 0)
}

// shiftAndAdd posts w = x·y by the bits of x.
func (o *operation) shiftAndAdd(w, x, y Expr) {
	low, high := o.whole(x)
	least, most := o.bounds(y)
	sum, weight := []Expr{y.Times(low)}, 1.0
	for _, bit := range o.m.Digits(x.Shift(-low), 2) {
		sum = append(sum, o.m.gate(Truth{bit}, y).Times(weight))
		weight *= 2
	}
	o.equal(w, Sum(sum...))
	o.mcCormick(w, x, interval{low, high}, y, interval{least, most})
}

// mcCormick adds the four McCormick inequalities of w = x·y over the bounds xs and ys.
func (o *operation) mcCormick(w, x Expr, xs interval, y Expr, ys interval) {
	plane := func(a, b float64) Expr { return y.Times(a).Plus(x.Times(b)).Shift(-a * b) }
	o.atMost(plane(xs.low, ys.low), w)
	o.atMost(plane(xs.high, ys.high), w)
	o.atMost(w, plane(xs.low, ys.high))
	o.atMost(w, plane(xs.high, ys.low))
}

// gate returns t·e.
func (m *Model) gate(t Truth, e Expr) Expr {
	o := m.operation("prod", t.Expr, e)
	if o.err != nil {
		return o.done(Expr{})
	}
	return o.gate(t, e)
}

// gate returns t·e: zero, or e if t is 1.
func (o *operation) gate(t Truth, e Expr) Expr {
	switch {
	case t.isTrue():
		return e
	case t.isFalse():
		return Expr{}
	case e.isConstant():
		return t.Times(e.constant)
	case e.isTruth():
		return o.m.and([]Truth{t, {e}}).Expr
	}
	key := "gate" + t.key() + ";" + e.key()
	if w, ok := o.m.results[key]; ok {
		return w
	}
	low, high := o.bounds(e)
	w := o.column("", min(low, 0), max(high, 0), e.isWhole())
	o.mcCormick(w, t.Expr, interval{0, 1}, e, interval{low, high})
	o.m.results[key] = w
	return o.done(w)
}
