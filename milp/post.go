package milp

import "math"

// post posts that the guard implies the comparison.
func (c Comparison) post(o *operation, guard Truth) {
	if !o.accepts(c.e) {
		return
	}
	n, in, _ := c.sides(o.m.gap)
	low, high := n.p.Bounds()
	reach := in.clipped(low, high)
	switch {
	case len(in) == 1 && guard.isTrue():
		o.restrict(n.p, in[0])
	case reach.holdsAll(low, high):
	case len(reach) == 0:
		o.between(math.Inf(-1), guard.Expr, 0)
	case len(reach) == 1:
		o.guarded(n.p, reach[0], interval{low, high}, guard)
	default:
		o.oneOf(n, reach, interval{low, high}, guard)
	}
}

// accepts checks an operand that the operation did not begin with.
func (o *operation) accepts(e Expr) bool {
	if e.err != nil {
		o.keep(e.err)
	} else if e.m != nil && e.m != o.m {
		o.keep(errModels)
	}
	return o.err == nil
}

// restrict constrains p to r: by bounds if p is a variable, by a row otherwise.
func (o *operation) restrict(p Expr, r interval) {
	if math.IsInf(r.low, -1) && math.IsInf(r.high, 1) {
		return
	}
	if x, ok := p.single(); ok && !o.named {
		c := &o.m.columns[x]
		low, high := max(c.Lower, r.low), min(c.Upper, r.high)
		if low <= high && !(c.Integer && (tooLarge(low) || tooLarge(high))) {
			c.Lower, c.Upper = low, high
			return
		}
	}
	o.row(r.low, p, r.high)
}

// guarded posts that the guard implies p in r, where p lies within all.
func (o *operation) guarded(p Expr, r, all interval, guard Truth) {
	if guard.isTrue() {
		o.restrict(p, r)
		return
	}
	if r.high < all.high {
		if math.IsInf(all.high, 1) {
			o.keep(p.unbounded(o.name, true))
			return
		}
		o.between(math.Inf(-1), p.Plus(guard.Times(all.high-r.high)), all.high)
	}
	if r.low > all.low {
		if math.IsInf(all.low, -1) {
			o.keep(p.unbounded(o.name, false))
			return
		}
		o.between(all.low, p.Minus(guard.Times(r.low-all.low)), math.Inf(1))
	}
}

// oneOf posts that the guard implies that p is in one of the ranges.
func (o *operation) oneOf(n normal, reach ranges, all interval, guard Truth) {
	if enc := o.m.cheapEncoding(n, reach); enc != nil {
		t := enc.within(reach)
		o.between(0, t.Minus(guard), math.Inf(1))
		return
	}
	if guard.isTrue() {
		if _, ok := n.p.single(); ok {
			o.restrict(n.p, interval{reach[0].low, reach[len(reach)-1].high})
		}
		o.partition(n, reach)
		return
	}
	o.bounds(n.p)
	parts := o.split(n, append(reach, all))
	if o.err == nil {
		o.equal(parts[len(reach)].Expr, guard.Not().Expr)
	}
}

// partition returns, for each of the disjoint ranges, whether p lies in it, and constrains p to
// their union. Of two, the second is the negation of the first.
func (o *operation) partition(n normal, parts ranges) []Truth {
	low, high := parts[0].low, parts[len(parts)-1].high
	if n.whole {
		o.within(low, high)
	}
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		o.bounds(n.p)
	}
	if o.err != nil || len(parts) != 2 {
		return o.split(n, parts)
	}
	a, b := parts[0], parts[1]
	q := o.about(n.p)
	if !q.named {
		q.name = short(q.name, maxLabel-20) + "." + partName(a, low, high)
	}
	z := q.binary("")
	q.atMost(Constant(b.low).Minus(z.Times(b.low-a.low)), n.p)
	q.atMost(n.p, Constant(b.high).Minus(z.Times(b.high-a.high)))
	o.accepts(z.Expr)
	return []Truth{z, z.Not()}
}

// split returns a choice of one of the ranges, which may overlap, and constrains p to it.
func (o *operation) split(n normal, parts ranges) []Truth {
	if o.err != nil {
		return make([]Truth, len(parts))
	}
	low, high := n.p.Bounds()
	q := o.about(n.p)
	ts := q.choice(len(parts), func(i int) string { return partName(parts[i], low, high) })
	lows, highs := make([]float64, len(parts)), make([]float64, len(parts))
	for i, r := range parts {
		lows[i], highs[i] = r.low, r.high
	}
	q.row(1, Sum(ts...), 1)
	q.atMost(Dot(lows, ts), n.p)
	q.atMost(n.p, Dot(highs, ts))
	return ts
}

// about returns an operation that names its columns and rows after p, unless the user gave a name.
func (o *operation) about(p Expr) *operation {
	if o.named {
		return o
	}
	return &operation{m: o.m, name: p.label()}
}

// partName returns the name of the binary of a range of values.
func partName(r interval, low, high float64) string {
	switch {
	case r.low == r.high:
		return "is" + safeNumber(r.low)
	case r.low <= low && r.high >= high:
		return "any"
	case r.low <= low:
		return "atmost" + safeNumber(r.high)
	case r.high >= high:
		return "atleast" + safeNumber(r.low)
	}
	return "from" + safeNumber(r.low) + "to" + safeNumber(r.high)
}
