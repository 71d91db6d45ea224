package judge

import (
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// choose calls f for every choice of values for some names of which where holds, the last
// name varying fastest, until f says false; and with the reason for every choice from a set
// that is undefined. It returns false if f did.
func (m *machine) choose(names []bound, where *node, f func(*Undefined) bool) bool {
	return m.from(nil, names, where, f)
}

// from is choose where the first name, unless it has a set of its own, is chosen from d.
func (m *machine) from(d domain, names []bound, where *node, f func(*Undefined) bool) bool {
	if len(names) == 0 {
		return where != nil && !m.holds(where) || f(nil)
	}
	if of := names[0].of; of != nil {
		var u *Undefined
		if d, u = m.domain(of); u != nil {
			return f(u)
		}
	}
	o := m.object(names[0].Object, names[0].at)
	m.enter(names[0].at)
	more := d.each(func(v types.Value) bool {
		m.spend(1, names[0].at)
		m.bind(o, v)
		return m.from(d, names[1:], where, f)
	})
	m.depth--
	return more
}

// all and any of several names are choices within one another: where an inner one is from an
// undefined set, it is false.
func (m *machine) all(n *node) (types.Value, *Undefined) {
	all := m.choose(n.choice, n.y, func(u *Undefined) bool { return u == nil && m.holds(n.x) })
	return types.BoolValue(all), nil
}

func (m *machine) any(n *node) (types.Value, *Undefined) {
	none := m.choose(n.choice, n.y, func(u *Undefined) bool { return u != nil || !m.holds(n.x) })
	return types.BoolValue(!none), nil
}

// comprehension evaluates the forms that make something of all values chosen.
func (m *machine) comprehension(n *node) (types.Value, *Undefined) {
	e := n.at.(*syntax.Comprehension)
	vs, u := m.chosen(n)
	switch {
	case e.Kind == syntax.The && u == nil && len(vs) != 1:
		return types.Value{}, &Undefined{Node: e, Why: fmt.Sprintf("%d values are such, not one", len(vs))}
	case e.Kind == syntax.First && u == nil && len(vs) == 0:
		return types.Value{}, &Undefined{Node: e, Why: "no value is such"}
	case (e.Kind == syntax.The || e.Kind == syntax.First) && u == nil:
		return vs[0], nil
	case u != nil && e.Kind == syntax.Distinct:
		return types.BoolValue(false), nil
	case u != nil:
		return types.Value{}, u
	}
	return folded(e.Kind, vs, e)
}

// folded is what a choice makes of the values chosen.
func folded(k syntax.ComprehensionKind, vs []types.Value, e syntax.Expr) (types.Value, *Undefined) {
	switch k {
	case syntax.Min, syntax.Max:
		return extreme(vs, k == syntax.Max, e)
	case syntax.Distinct:
		return types.BoolValue(distinct(vs)), nil
	case syntax.Set:
		return types.SetValue(vs), nil
	case syntax.Array:
		return types.ArrayValue(vs), nil
	}
	bug(e, "%s makes no value", k)
	return types.Value{}, nil
}

func (m *machine) counted(n *node) (types.Value, *Undefined) {
	all := int64(0)
	var why *Undefined
	m.choose(n.choice, n.y, func(u *Undefined) bool {
		all, why = all+1, first(why, u)
		return true
	})
	return types.IntValue(all), why
}

func (m *machine) added(n *node) (types.Value, *Undefined) {
	var sum total
	var why *Undefined
	m.choose(n.choice, n.y, func(u *Undefined) bool {
		if u == nil {
			var v types.Value
			v, u = m.eval(n.x)
			sum.add(v.N)
		}
		why = first(why, u)
		return true
	})
	if why != nil {
		return types.Value{}, why
	}
	all, over := sum.overflows()
	return fitting(all, over, n.at), nil
}

// chosen returns the value of the body for every choice.
func (m *machine) chosen(n *node) (vs []types.Value, why *Undefined) {
	m.choose(n.choice, n.y, func(u *Undefined) bool {
		var v types.Value
		if u == nil {
			v, u = m.body(n)
		}
		if why = first(why, u); why == nil {
			m.room(uint64(len(vs)), n.at)
			vs = append(vs, v)
		}
		return true
	})
	return vs, why
}

// body evaluates what a choice gives: without ->, the value chosen, or the tuple of them.
func (m *machine) body(n *node) (types.Value, *Undefined) {
	if n.x != nil {
		return m.eval(n.x)
	}
	vs := make([]types.Value, len(n.choice))
	for i, b := range n.choice {
		vs[i] = m.valueOf(m.object(b.Object, b.at), b.at)
	}
	if len(vs) == 1 {
		return vs[0], nil
	}
	return types.TupleValue(vs...), nil
}

// extreme is the least, or the greatest, of some values.
func extreme(vs []types.Value, greatest bool, e syntax.Node) (types.Value, *Undefined) {
	if len(vs) == 0 && greatest {
		return types.Value{}, &Undefined{Node: e, Why: "the greatest of nothing"}
	}
	if len(vs) == 0 {
		return types.Value{}, &Undefined{Node: e, Why: "the least of nothing"}
	}
	best := vs[0]
	for _, v := range vs[1:] {
		if c := types.Compare(v, best); greatest && c > 0 || !greatest && c < 0 {
			best = v
		}
	}
	return best, nil
}

func distinct(vs []types.Value) bool {
	n := len(vs)
	return len(types.SetValue(append([]types.Value(nil), vs...)).Elems) == n
}
