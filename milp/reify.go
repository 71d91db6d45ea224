package milp

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// reify returns the truth value of the comparison.
func (c Comparison) reify(m *Model) Truth {
	o := m.operation("truth", c.e)
	if o.err != nil {
		return Truth{o.done(Expr{})}
	}
	n, in, out := c.sides(m.gap)
	low, high := n.p.Bounds()
	in, out = in.clipped(low, high), out.clipped(low, high)
	switch {
	case len(in) == 0:
		return False
	case len(out) == 0:
		return True
	}
	key := "in" + n.p.key() + in.key()
	if t, ok := m.truths[key]; ok {
		return t
	}
	t := o.truth(n, in, out)
	if o.err != nil {
		return Truth{o.done(Expr{})}
	}
	m.truths[key] = t
	m.truths["in"+n.p.key()+out.key()] = t.Not()
	return t
}

// negated returns the negation of the comparison.
func (c Comparison) negated() Condition {
	c.not = !c.not
	return c
}

// truth returns the truth value of "p lies in one of the ranges in"; out holds the other values
// that p can have.
func (o *operation) truth(n normal, in, out ranges) Truth {
	if n.whole {
		if t, ok := o.m.counted(n.p, in); ok {
			return t
		}
	}
	if enc := o.m.cheapEncoding(n, in); enc != nil {
		return enc.within(in)
	}
	parts := slices.Concat(in, out)
	slices.SortFunc(parts, func(a, b interval) int { return cmp.Compare(a.low, b.low) })
	ts := o.partition(n, parts)
	if o.err != nil {
		return False
	}
	o.m.remember(n.p, parts, ts)
	var holds []Truth
	for i, r := range parts {
		if slices.Contains(in, r) {
			holds = append(holds, ts[i])
		}
	}
	return Truth{Sum(holds...)}
}

// A halfLine is the truth value of p <= k.
type halfLine struct {
	k float64
	t Truth
}

// remember caches the truth values of single ranges, and adds the implications between those of
// inequalities (p <= 3 implies p <= 5), which the linear relaxation does not have.
func (m *Model) remember(p Expr, parts ranges, ts []Truth) {
	key := p.key()
	for i, r := range parts {
		m.truths["in"+key+ranges{r}.key()] = ts[i]
	}
	o := &operation{m: m, name: p.label() + ".order"}
	last := len(parts) - 1
	m.order(o, key, halfLine{parts[0].high, ts[0]})
	if last > 1 {
		m.order(o, key, halfLine{parts[last-1].high, ts[last].Not()})
	}
}

func (m *Model) order(o *operation, key string, h halfLine) {
	list := m.cuts[key]
	i, found := slices.BinarySearchFunc(list, h.k, func(g halfLine, k float64) int { return cmp.Compare(g.k, k) })
	if found {
		return
	}
	if i > 0 {
		o.atMost(list[i-1].t.Expr, h.t.Expr)
	}
	if i < len(list) {
		o.atMost(h.t.Expr, list[i].t.Expr)
	}
	m.cuts[key] = slices.Insert(list, i, h)
}

// key returns a key that is the same for equal ranges only.
func (rs ranges) key() string {
	b := make([]byte, 0, 16*len(rs))
	for _, r := range rs {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(r.low+0))
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(r.high+0))
	}
	return string(b)
}
