package milp

import (
	"math"
	"slices"
	"sort"
)

// Function returns f(e) for a bounded integer e, by its one-hot encoding: with b_v for "e is v"
// ([Model.Values]),
//
//	y = sum f(v)·b_v
//
// which is the convex hull of e, y and the b_v. Values of f that are not finite are errors.
// Comparisons of y with constants need no further binaries: the encoding of y consists of sums of
// that of e. The result is named after the function.
func (m *Model) Function(name string, e Linear, f func(v int) float64) Expr {
	x := linear(e)
	o := m.operation(name, x)
	if f == nil {
		o.fail("there is no function")
		return o.done(Expr{})
	}
	enc := o.encode(x)
	values := make([]float64, len(enc.values))
	for i, v := range enc.values {
		values[i] = f(int(v))
		if !finite(values[i]) {
			o.fail("no value where %s is %v", x, v)
			break
		}
	}
	return o.tabled(values, enc.truths)
}

// Function2 returns f(a, b) for two bounded integers, by a binary for each pair of values:
//
//	sum over v of p_uv = (a is u),  sum over u of p_uv = (b is v),  y = sum f(u,v)·p_uv
//
// This is the convex hull. All functions of the same two expressions share the pairs.
func (m *Model) Function2(name string, a, b Linear, f func(u, v int) float64) Expr {
	x, y := linear(a), linear(b)
	o := m.operation(name, x, y)
	if f == nil {
		o.fail("there is no function")
	}
	switch {
	case o.err != nil:
		return o.done(Expr{})
	case x.isConstant():
		return m.Function(name, y, func(v int) float64 { return f(int(x.constant), v) })
	case y.isConstant():
		return m.Function(name, x, func(u int) float64 { return f(u, int(y.constant)) })
	case x.key() == y.key():
		return m.Function(name, x, func(v int) float64 { return f(v, v) })
	}
	ex, ey := o.encode(x), o.encode(y)
	if o.err == nil && len(ex.values)*len(ey.values) > maxEncoding {
		o.fail("%d pairs of values are too many (at most %d)", len(ex.values)*len(ey.values), maxEncoding)
	}
	if o.err != nil {
		return o.done(Expr{})
	}
	var values []float64
	for _, u := range ex.values {
		for _, v := range ey.values {
			values = append(values, f(int(u), int(v)))
			if !finite(values[len(values)-1]) {
				o.fail("no value where %s is %v and %s is %v", x, u, y, v)
				return o.done(Expr{})
			}
		}
	}
	return o.tabled(values, o.m.pairs(x, ex, y, ey))
}

// pairs returns a truth value for each pair of values; the pairs of one value of x are consecutive.
func (m *Model) pairs(x Expr, ex encoding, y Expr, ey encoding) []Truth {
	key := "pairs" + x.key() + ";" + y.key()
	if enc := m.encodings[key]; enc != nil {
		return enc.truths
	}
	o := m.operation("pair", x, y)
	n := len(ey.values)
	ts := o.choice(len(ex.values)*n, func(i int) string {
		return safeNumber(ex.values[i/n]) + "," + safeNumber(ey.values[i%n])
	})
	for i, t := range ex.truths {
		o.row(0, Sum(ts[i*n:(i+1)*n]...).Minus(t), 0)
	}
	for j, t := range ey.truths {
		var column []Truth
		for i := range ex.values {
			column = append(column, ts[i*n+j])
		}
		o.row(0, Sum(column...).Minus(t), 0)
	}
	m.encodings[key] = &encoding{truths: ts}
	return ts
}

// tabled returns the value whose truth value is 1. Exactly one of the truth values must be.
func (o *operation) tabled(values []float64, truths []Truth) Expr {
	if o.err != nil || len(values) == 0 {
		return o.done(Expr{})
	}
	sum := Dot(values, truths)
	if len(sum.terms) <= 1 {
		return sum
	}
	whole := true
	for _, v := range values {
		whole = whole && v == math.Trunc(v)
	}
	least, most := slices.Min(values), slices.Max(values)
	if least == most {
		return Constant(least)
	}
	key := "tabled" + sum.key()
	if y, ok := o.m.results[key]; ok {
		return y
	}
	y := o.column("", least, most, whole)
	o.equal(y, sum)
	if whole && o.err == nil && most-least > 1 {
		o.m.encodings[y.key()] = inverse(values, truths)
	}
	o.m.results[key] = y
	return o.done(y)
}

// inverse returns the encoding of the expression that has values[i] if truths[i] holds.
func inverse(values []float64, truths []Truth) *encoding {
	at := map[float64][]Truth{}
	for i, v := range values {
		at[v] = append(at[v], truths[i])
	}
	enc := &encoding{}
	for v := range at {
		enc.values = append(enc.values, v)
	}
	sort.Float64s(enc.values)
	for _, v := range enc.values {
		enc.truths = append(enc.truths, Truth{Sum(at[v]...)})
	}
	return enc
}

// Power returns base to the exponent, both integers; 0 to the 0 is 1, and a negative exponent is an
// error. It is [Model.Function] of the base, or [Model.Function2] of base and exponent. If the base
// has too many values and the exponent is a constant of at least 2, it is a product of
// [Model.Product]s by bits. A continuous base may have the exponents 0 and 1.
func (m *Model) Power(base, exponent Linear) Expr {
	x, n := linear(base), linear(exponent)
	o := m.operation("pow", x, n)
	if o.err != nil {
		return o.done(Expr{})
	}
	if !n.isConstant() {
		return m.Function2("pow", x, n, power)
	}
	k := n.constant
	switch {
	case k < 0 || k != math.Trunc(k):
		o.fail("the exponent %v is no whole number from 0", k)
	case k == 0:
		return Constant(1)
	case k == 1:
		return x
	case x.isTruth():
		return x
	case x.isWhole() && m.size(x) > m.few:
		return m.highPower(o, x, int(k))
	}
	o.whole(x)
	if o.err != nil {
		return o.done(Expr{})
	}
	return m.Function("pow"+number(k), x, func(v int) float64 { return power(v, int(k)) })
}

func power(v, k int) float64 {
	if k < 0 {
		return math.NaN()
	}
	return math.Pow(float64(v), float64(k))
}

// highPower multiplies x with itself, k > 1 times, by its bits.
func (m *Model) highPower(o *operation, x Expr, k int) Expr {
	low, high := o.whole(x)
	o.within(power(int(low), k), power(int(high), k))
	y := x
	for ; k > 1 && o.err == nil; k-- {
		least, most := o.whole(y)
		corners := []float64{low * least, low * most, high * least, high * most}
		w := o.column("", slices.Min(corners), slices.Max(corners), true)
		if o.err == nil {
			o.shiftAndAdd(w, x, y)
		}
		y = w
	}
	return o.done(y)
}

// Factorial returns e! for an integer e from 0 to 18; larger ones exceed 2^53. It is
// [Model.Function] of e.
func (m *Model) Factorial(e Linear) Expr {
	return m.Function("factorial", e, func(v int) float64 {
		if v < 0 {
			return math.NaN()
		}
		product := 1.0
		for ; v > 1; v-- {
			product *= float64(v)
		}
		return product
	})
}

// GCD returns the nonnegative greatest common divisor of integers; that of zeros is 0. It folds the
// list, each step by [Model.Function2].
func (m *Model) GCD(es ...Linear) Expr {
	if len(es) == 0 {
		return Expr{}
	}
	xs := expressions(es)
	o := m.operation("gcd", xs...)
	for _, x := range xs {
		o.whole(x)
	}
	if o.err != nil {
		return o.done(Expr{})
	}
	y := m.Abs(xs[0])
	for _, e := range xs[1:] {
		y = m.Function2("gcd", y, e, func(u, v int) float64 {
			return gcd(math.Abs(float64(u)), math.Abs(float64(v)))
		})
	}
	return y
}

// Distinct returns the number of different values of the integers: the sum over all values v of the
// [Model.Or] of "e_i is v", by their one-hot encodings ([Model.Values]).
func (m *Model) Distinct(es ...Linear) Expr {
	xs := expressions(es)
	o := m.operation("distinct", xs...)
	at, values := o.byValue(xs)
	var used []Truth
	for _, v := range values {
		used = append(used, m.or(slices.Clone(at[v])))
	}
	count := Sum(used...)
	if o.err != nil || count.isConstant() {
		return o.done(count)
	}
	n := o.column("", 1, float64(min(len(xs), len(values))), true)
	o.equal(n, count)
	return o.done(n)
}

// byValue returns, for each value, the truth values of having it, in the order of the expressions
// that can have it.
func (o *operation) byValue(xs []Expr) (at map[float64][]Truth, values []float64) {
	at = map[float64][]Truth{}
	for _, x := range xs {
		enc := o.encode(x)
		for i, v := range enc.values {
			if at[v] == nil {
				values = append(values, v)
			}
			at[v] = append(at[v], enc.truths[i])
		}
	}
	sort.Float64s(values)
	return at, values
}
