package judge

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// compare evaluates a chain: a == b != c means a == b and b != c.
func (m *machine) compare(n *node) (types.Value, *Undefined) {
	return types.BoolValue(m.chained(n.list, n.at.(*syntax.CompareExpr).Ops)), nil
}

func (m *machine) chained(list []*node, ops []syntax.Token) bool {
	x, u := m.eval(list[0])
	for i, op := range ops {
		right, last := list[i+1], i == len(ops)-1
		if last && (op == syntax.In || op == syntax.Subset) {
			d, w := m.domain(right)
			return u == nil && w == nil && within(op, x, d)
		}
		y, w := m.eval(right)
		if u != nil || w != nil || !m.related(op, x, y, list[i], right) {
			return false
		}
		x, u = y, w
	}
	return true
}

// related reports whether x op y.
func (m *machine) related(op syntax.Token, x, y types.Value, ex, ey *node) bool {
	m.spend(len(x.Elems), ex.at)
	switch op {
	case syntax.In, syntax.Subset:
		if y.Kind == types.Text {
			return within(op, x, passages(y.Text))
		}
		return within(op, x, members(y.Elems))
	case syntax.Eq:
		return m.equal(x, y, ex, ey)
	case syntax.Ne:
		return !m.equal(x, y, ex, ey)
	}
	switch c := types.Compare(x, y); op {
	case syntax.Lt:
		return c < 0
	case syntax.Le:
		return c <= 0
	case syntax.Gt:
		return c > 0
	case syntax.Ge:
		return c >= 0
	}
	bug(ex.at, "%s compares nothing", op)
	return false
}

// equal reports whether two values are the same. Arrays are so only over the same indices.
func (m *machine) equal(x, y types.Value, ex, ey *node) bool {
	if x.Kind == types.Array && !sameIndex(m.typeOf(ex), m.typeOf(ey)) {
		return false
	}
	return types.Equal(x, y)
}

func within(op syntax.Token, x types.Value, d domain) bool {
	if op == syntax.In {
		return d.Has(x)
	}
	return !slices.ContainsFunc(x.Elems, func(v types.Value) bool { return !d.Has(v) })
}

// combine is the union, the intersection or the difference of two sets.
func (m *machine) combine(op syntax.Token, x, y types.Value, e syntax.Node) types.Value {
	m.room(uint64(len(x.Elems)+len(y.Elems)), e)
	m.spend(len(x.Elems)+len(y.Elems), e)
	switch op {
	case syntax.Union:
		return types.SetValue(slices.Concat(x.Elems, y.Elems))
	case syntax.Inter:
		return keep(x, func(v types.Value) bool { return y.Contains(v) })
	case syntax.SetMinus:
		return keep(x, func(v types.Value) bool { return !y.Contains(v) })
	}
	bug(e, "%s joins nothing", op)
	return types.Value{}
}

// keep returns the members of a set for which f holds.
func keep(x types.Value, f func(types.Value) bool) types.Value {
	var kept []types.Value
	for _, v := range x.Elems {
		if f(v) {
			kept = append(kept, v)
		}
	}
	return types.Value{Kind: types.Set, Elems: kept}
}
