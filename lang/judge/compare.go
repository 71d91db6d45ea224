package judge

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// compare evaluates a chain: a == b != c means a == b and b != c.
func (m *machine) compare(n *node) (int64, *Undefined) {
	return truth(m.chained(n.list, n.at.(*syntax.CompareExpr).Ops)), nil
}

// order compares two plain values.
func (m *machine) order(n *node) (int64, *Undefined) {
	x, u := m.number(n.list[0])
	y, w := m.number(n.list[1])
	return truth(u == nil && w == nil && ordered(n.op, x, y, n.list[0])), nil
}

func ordered(op syntax.Token, x, y int64, n *node) bool {
	switch op {
	case syntax.Eq:
		return x == y
	case syntax.Ne:
		return x != y
	case syntax.Lt:
		return x < y
	case syntax.Le:
		return x <= y
	case syntax.Gt:
		return x > y
	case syntax.Ge:
		return x >= y
	}
	bug(n.at, "%s is not a comparison", op)
	return false
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

// related reports whether x op y holds.
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
	return ordered(op, int64(types.Compare(x, y)), 0, ex)
}

// equal reports whether two values are equal. Arrays are equal only if they have the same
// indices.
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

// join evaluates the union, intersection or difference of two sets.
func (m *machine) join(n *node) (types.Value, *Undefined) {
	x, u := m.eval(n.x)
	y, w := m.eval(n.y)
	if u = first(u, w); u != nil {
		return types.Value{}, u
	}
	return m.combine(n.op, x, y, n.at), nil
}

// combine returns the union, intersection or difference of two sets.
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
	bug(e, "%s is not an operator on sets", op)
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
