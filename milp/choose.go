package milp

import "math"

// IfThenElse returns a if the condition holds and b otherwise. For constants this is b + (a-b)·t,
// where t is the truth value of the condition. For other expressions, with bounds [A, A'] of a, [B,
// B'] of b and [D, D'] of a-b, it adds
//
//	y <= b + D'·t,  y <= a - D(1-t),  y <= A'·t + B'(1-t),  y <= a + b - A(1-t) - B·t
//
// and the symmetric rows from below. This is the convex hull if a and b range over boxes.
func (m *Model) IfThenElse(c Condition, a, b Linear) Expr {
	t := m.Truth(c)
	x, y := linear(a), linear(b)
	o := m.operation("if", t.Expr, x, y)
	switch {
	case o.err != nil:
		return o.done(Expr{})
	case t.isTrue() || x.key() == y.key():
		return x
	case t.isFalse():
		return y
	case x.isConstant() && y.isConstant():
		return y.Plus(t.Times(x.constant - y.constant))
	case x.isConstant() && x.constant == 1 && y.isTruth():
		return m.or([]Truth{t, {y}}).Expr
	case x.isConstant() && x.constant == 0 && y.isTruth():
		return m.and([]Truth{t.Not(), {y}}).Expr
	case y.isConstant() && y.constant == 0:
		return o.gate(t, x)
	case y.isConstant() && y.constant == 1 && x.isTruth():
		return m.or([]Truth{t.Not(), {x}}).Expr
	case x.isTruth() && y.isTruth() && x.key() == (Truth{y}).Not().key():
		return m.xor(t, Truth{y}).Expr
	}
	key := "if" + t.key() + ";" + x.key() + ";" + y.key()
	if r, ok := m.results[key]; ok {
		return r
	}
	xl, xh := o.bounds(x)
	yl, yh := o.bounds(y)
	dl, dh := o.bounds(x.Minus(y))
	r := o.column("", min(xl, yl), max(xh, yh), x.isWhole() && y.isWhole())
	not, both := t.Not(), x.Plus(y)
	o.atMost(r, y.Plus(t.Times(dh)))
	o.atMost(r, x.Minus(not.Times(dl)))
	o.atMost(r, t.Times(xh).Plus(not.Times(yh)))
	o.atMost(r, both.Minus(not.Times(xl)).Minus(t.Times(yl)))
	o.atMost(y.Plus(t.Times(dl)), r)
	o.atMost(x.Minus(not.Times(dh)), r)
	o.atMost(t.Times(xl).Plus(not.Times(yl)), r)
	o.atMost(both.Minus(not.Times(xh)).Minus(t.Times(yh)), r)
	m.results[key] = r
	return o.done(r)
}

// Element returns the entry of the array at the index, which counts from 0 and is constrained to
// the array. With b_k for "the index is k" ([Model.Values]) the result is sum a_k·b_k if the
// entries are constants. Otherwise it is
//
//	y = sum w_k,  L_k·b_k <= w_k <= U_k·b_k,  a_k - U_k(1-b_k) <= w_k <= a_k - L_k(1-b_k)
//
// which is the convex hull if the entries range over boxes. Entries that are not constants need
// both bounds.
func (m *Model) Element(array []Expr, index Linear) Expr {
	i := linear(index)
	o := m.operation("element", append([]Expr{i}, array...)...)
	at := o.positions(len(array), i)
	if o.err != nil {
		return o.done(Expr{})
	}
	numbers, parts := make([]float64, len(array)), make([]Expr, 0, len(array))
	for k, e := range array {
		numbers[k] = e.constant
		if !e.isConstant() {
			numbers = nil
			break
		}
	}
	if numbers != nil {
		return o.tabled(numbers, at)
	}
	low, high, whole := infinity, -infinity, true
	for k, e := range array {
		if at[k].isFalse() {
			continue
		}
		least, most := o.bounds(e)
		low, high, whole = min(low, least), max(high, most), whole && e.isWhole()
		if o.err == nil {
			parts = append(parts, o.gate(at[k], e))
		}
	}
	if o.err != nil {
		return o.done(Expr{})
	}
	if low == high {
		return Constant(low)
	}
	y := o.column("", low, high, whole)
	o.equal(y, Sum(parts...))
	return o.done(y)
}

// Write returns the array with the entry at the index replaced by the value. Each entry is the
// [Model.IfThenElse] of "the index is k", the value and the old entry. The index is constrained to
// the array.
func (m *Model) Write(array []Expr, index, value Linear) []Expr {
	i, v := linear(index), linear(value)
	o := m.operation("write", append([]Expr{i, v}, array...)...)
	at := o.positions(len(array), i)
	out := make([]Expr, len(array))
	for k, e := range array {
		out[k] = o.done(e)
		if o.err == nil {
			out[k] = m.IfThenElse(at[k], v, e)
		}
	}
	return out
}

// positions returns, for each position of an array of length n, whether the index is there. It
// constrains the index to the array.
func (o *operation) positions(n int, index Expr) []Truth {
	if o.err == nil && n == 0 {
		o.fail("the array is empty")
	}
	if o.err != nil {
		return nil
	}
	o.m.Add(index.Between(0, float64(n-1)))
	enc := o.encode(index)
	at := make([]Truth, n)
	for k := range at {
		at[k] = enc.at(float64(k))
	}
	o.between(1, Sum(at...), 1)
	return at
}

// Digits returns the digits of a nonnegative integer in a base of at least 2, least significant
// first, as many as its upper bound needs: e = sum base^k·d_k, 0 <= d_k < base. In base 2 the
// digits are binaries.
func (m *Model) Digits(e Linear, base int) []Expr {
	x := linear(e)
	o := m.operation("digits", x)
	low, high := o.whole(x)
	switch {
	case o.err != nil:
	case base < 2:
		o.fail("the base is %d", base)
	case low < 0:
		o.fail("%s can be %v, and only numbers from 0 have digits", x, low)
	}
	if o.err != nil {
		return []Expr{o.done(Expr{})}
	}
	b := float64(base)
	if high < b {
		return []Expr{x}
	}
	var digits []Expr
	var weights []float64
	for weight := 1.0; weight <= high; weight *= b {
		most := min(b-1, high/weight)
		d := o.column(safeNumber(float64(len(digits))), 0, math.Floor(most), true)
		digits, weights = append(digits, d), append(weights, weight)
	}
	o.equal(Dot(weights, digits), x)
	if o.err != nil {
		return []Expr{o.done(Expr{})}
	}
	return digits
}
