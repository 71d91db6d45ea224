package milp

import (
	"slices"
	"sort"
)

// An encoding holds, for each value of an integer expression, the truth value of having it. Exactly
// one of the truth values is 1.
type encoding struct {
	values []float64 // rising
	truths []Truth
}

const (
	maxEncoding = 1 << 14 // maximum number of values of an encoding
	fewValues   = 64      // maximum number of values for an encoding that is optional
)

// Values returns the values of the integer expression and for each the truth value of having it:
// the one-hot encoding
//
//	sum b_v = 1,  sum v·b_v = e
//
// with a binary b_v for each value within the bounds of e. All operations on e, on k·e and on e + k
// share one encoding. It is the convex hull of e and the binaries. Expressions of two values need
// no binaries. The result of [Model.Function] has the encoding of its argument.
func (m *Model) Values(e Linear) (values []float64, truths []Truth) {
	x := linear(e)
	o := m.operation("values", x)
	enc := o.encode(x)
	return slices.Clone(enc.values), slices.Clone(enc.truths)
}

// encode returns the encoding of an integer expression.
func (o *operation) encode(e Expr) encoding {
	if o.whole(e); o.err != nil {
		return encoding{}
	}
	n := e.normalised()
	if n.p.isConstant() {
		return encoding{values: []float64{e.constant}, truths: []Truth{True}}
	}
	enc := o.m.encodings[n.p.key()]
	if enc == nil {
		low, high := n.p.Bounds()
		if size := high - low + 1; size > maxEncoding {
			o.fail("%s has %v values, which are too many for an encoding (at most %d)", e, size, maxEncoding)
			return encoding{}
		}
		enc = o.m.newEncoding(n.p, low, high)
	}
	return enc.mapped(n.factor, n.offset)
}

// newEncoding builds the encoding of a normal form.
func (m *Model) newEncoding(p Expr, low, high float64) *encoding {
	o := &operation{m: m, name: p.label()}
	enc := &encoding{}
	for k := range int(high-low) + 1 {
		enc.values = append(enc.values, low+float64(k))
	}
	switch n := len(enc.values); n {
	case 1:
		enc.truths = []Truth{True}
	case 2:
		is := Truth{p.Shift(-low)}
		enc.truths = []Truth{is.Not(), is}
	default:
		enc.truths = o.choice(n, func(i int) string { return "is" + safeNumber(enc.values[i]) })
		o.row(1, Sum(enc.truths...), 1)
		o.equal(Dot(enc.values, enc.truths).Shift(-low), p.Shift(-low))
	}
	m.encodings[p.key()] = enc
	for _, h := range m.cuts[p.key()] {
		o.equal(h.t.Expr, enc.within(ranges{{low, h.k}}).Expr)
	}
	return enc
}

// cheapEncoding returns the encoding of the normal form if it exists already, or if it should be
// built to decide whether p lies in the ranges. Otherwise it returns nil.
func (m *Model) cheapEncoding(n normal, rs ranges) *encoding {
	if !n.whole || n.p.isConstant() {
		return nil
	}
	if enc := m.encodings[n.p.key()]; enc != nil {
		return enc
	}
	low, high := n.p.Bounds()
	_, single := n.p.single()
	size := high - low + 1
	if size <= 2 || single && size <= m.few && !rs.isHalfLine(low, high) {
		return m.newEncoding(n.p, low, high)
	}
	return nil
}

// mapped returns the encoding of k·e + offset.
func (enc *encoding) mapped(k, offset float64) encoding {
	out := encoding{truths: slices.Clone(enc.truths)}
	for _, v := range enc.values {
		out.values = append(out.values, k*v+offset)
	}
	if k < 0 {
		slices.Reverse(out.values)
		slices.Reverse(out.truths)
	}
	return out
}

// at returns the truth value of "the value is v".
func (enc *encoding) at(v float64) Truth {
	if i := sort.SearchFloat64s(enc.values, v); i < len(enc.values) && enc.values[i] == v {
		return enc.truths[i]
	}
	return False
}

// within returns the truth value of "the value is in one of the ranges": the sum of the binaries of
// the values inside, or one minus that of those outside, whichever is shorter.
func (enc *encoding) within(rs ranges) Truth {
	var in, out []Truth
	for i, v := range enc.values {
		if rs.has(v, 0) {
			in = append(in, enc.truths[i])
		} else {
			out = append(out, enc.truths[i])
		}
	}
	if len(in) <= len(out) {
		return Truth{Sum(in...)}
	}
	return Truth{Constant(1).Minus(Sum(out...))}
}
