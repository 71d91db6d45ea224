package milp

import (
	"math"
	"slices"

	"farbank/milp/problem"
)

// AllDifferent posts that the integers are pairwise different. With their one-hot encodings
// ([Model.Values]) it is, for each value v,
//
//	sum over i of (e_i is v) <= 1
//
// or = 1 if there are only as many values as expressions. Expressions of more than 64 values are
// compared pairwise instead ([Expr.NotEqual]).
func (m *Model) AllDifferent(es ...Linear) {
	xs := expressions(es)
	o := m.operation("different", xs...)
	for _, x := range xs {
		o.whole(x)
	}
	if o.err != nil {
		return
	}
	if slices.ContainsFunc(xs, func(x Expr) bool { return m.size(x) > m.few }) {
		for i, x := range xs {
			for _, y := range xs[:i] {
				x.NotEqual(y).post(o, True)
			}
		}
		return
	}
	at, values := o.byValue(xs)
	for _, v := range values {
		low := math.Inf(-1)
		if len(values) <= len(xs) {
			low = 1
		}
		o.between(low, Sum(at[v]...), 1)
	}
	if len(values) < len(xs) {
		o.row(0, Constant(1), 0) // too few values for all
	}
}

// MultipleOf returns the condition that the integer e is a multiple of k. Posted, it is e = k·q
// with an integer variable q, which may be unbounded; its truth value is that of e mod k = 0
// ([Model.Mod]).
func (e Expr) MultipleOf(k int) Condition { return multiple{e, k} }

type multiple struct {
	e Expr
	k int
}

func (c multiple) post(o *operation, guard Truth) {
	if !o.accepts(c.e) {
		return
	}
	if !guard.isTrue() || c.e.isConstant() || c.k == 0 {
		t := c.reify(o.m)
		if o.accepts(t.Expr) {
			t.post(o, guard)
		}
		return
	}
	if !c.e.isWhole() {
		o.fail("%s need not be a whole number", c.e)
		return
	}
	low, high := c.e.Bounds()
	step := math.Abs(float64(c.k))
	low, high = math.Ceil(low/step), math.Floor(high/step)
	if low > high {
		o.row(1, Constant(0), 1)
		return
	}
	q := &operation{m: o.m, name: o.m.label("multiple", []Expr{c.e, Constant(c.k)})}
	times := q.column("", low, high, true)
	if q.err != nil {
		o.keep(q.err)
		return
	}
	o.row(0, c.e.Minus(times.Times(step)), 0)
}

func (c multiple) reify(m *Model) Truth {
	if c.k == 0 {
		return m.Truth(c.e.Is(0))
	}
	return m.Truth(m.Mod(c.e, c.k).Is(0))
}

func (c multiple) negated() Condition { return negation{c} }

// A negation negates a condition whose kind has no negation of its own.
type negation struct{ of Condition }

func (n negation) post(o *operation, guard Truth) {
	t := n.reify(o.m)
	if o.accepts(t.Expr) {
		t.post(o, guard)
	}
}

func (n negation) reify(m *Model) Truth { return n.of.reify(m).Not() }
func (n negation) negated() Condition   { return n.of }

// SOS1 posts that at most one of the expressions is nonzero (Beale and Tomlin 1970). With bounds
// L_i <= 0 <= U_i and binaries z_i,
//
//	L_i·z_i <= e_i <= U_i·z_i,  sum z_i <= 1
//
// If an expression has no bounds, the solver gets the set itself.
func (m *Model) SOS1(es ...Linear) { m.special("sos1", 1, expressions(es)) }

// SOS2 posts that at most two of the expressions are nonzero, and that these are neighbours in the
// given order. With binaries z_i for "e_i and e_(i+1) may be nonzero", e_i is bounded by the pairs
// that it belongs to,
//
//	L_i (z_(i-1) + z_i) <= e_i <= U_i (z_(i-1) + z_i),  sum z_i = 1
//
// If an expression has no bounds, the solver gets the set itself.
func (m *Model) SOS2(es ...Linear) { m.special("sos2", 2, expressions(es)) }

func (m *Model) special(kind string, width int, xs []Expr) {
	o := m.operation(kind, xs...)
	if o.err != nil || len(xs) <= width {
		return
	}
	bounded := true
	for _, x := range xs {
		low, high := x.Bounds()
		bounded = bounded && finite(low) && finite(high)
	}
	if !bounded {
		o.native(width, xs)
		return
	}
	// z_i allows the expressions from i to i+width-1 to be nonzero.
	z := o.choice(len(xs)-width+1, func(i int) string { return "at" + safeNumber(float64(i+1)) })
	o.row(1, Sum(z...), 1)
	for i, x := range xs {
		low, high := o.bounds(x)
		may := Sum(z[max(i-width+1, 0):min(i+1, len(z))]...)
		o.atMost(x, may.Times(max(high, 0)))
		o.atMost(may.Times(min(low, 0)), x)
	}
}

// native adds a special ordered set for the solver itself.
func (o *operation) native(kind int, xs []Expr) {
	s := problem.Set{Name: o.name, Kind: kind}
	for i, x := range xs {
		column, ok := x.single()
		if !ok {
			low, high := x.Bounds()
			y := o.column("part"+safeNumber(float64(i+1)), low, high, x.isWhole())
			if o.err != nil {
				return
			}
			o.row(0, y.Minus(x), 0)
			column, _ = y.single()
		}
		s.Columns = append(s.Columns, column)
		s.Weights = append(s.Weights, float64(i+1))
	}
	o.m.sets = append(o.m.sets, s)
}
