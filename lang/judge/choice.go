package judge

import (
	"fmt"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// choose calls f for every choice of values for names for which where holds, the last name
// varying fastest, until f returns false. If the domain of a choice is undefined, it calls f
// with the reason. It returns false if f did.
func (m *machine) choose(names []binding, where *node, f func(*Undefined) bool) bool {
	return m.from(nil, names, where, f)
}

// from is like choose, with the domain d for the first name unless it has its own.
func (m *machine) from(d domain, names []binding, where *node, f func(*Undefined) bool) bool {
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
	more := true
	switch all := d.(type) {
	case span:
		for n := all.lo; more && n <= all.hi; n++ {
			more = m.with(o, types.Value{Kind: all.kind, N: n}, d, names, where, f)
			if n == all.hi { // n may be the greatest number
				break
			}
		}
	case members:
		for i := 0; more && i < len(all); i++ {
			more = m.with(o, all[i], d, names, where, f)
		}
	default:
		more = d.each(func(v types.Value) bool { return m.with(o, v, d, names, where, f) })
	}
	m.depth--
	return more
}

// with is like from with the first name bound to v.
func (m *machine) with(o *types.Object, v types.Value, d domain, names []binding, where *node, f func(*Undefined) bool) bool {
	if m.steps++; m.steps >= m.look {
		m.pause(names[0].at)
	}
	m.bind(o, v)
	if len(names) == 1 && where == nil {
		return f(nil)
	}
	return m.from(d, names[1:], where, f)
}

// all and any of several names are nested choices: an inner choice from an undefined set is
// false.
func (m *machine) all(n *node) (int64, *Undefined) {
	return truth(m.choose(n.choice, n.y, func(u *Undefined) bool { return u == nil && m.holds(n.x) })), nil
}

func (m *machine) any(n *node) (int64, *Undefined) {
	return truth(!m.choose(n.choice, n.y, func(u *Undefined) bool { return u != nil || !m.holds(n.x) })), nil
}

// comprehension evaluates the comprehensions that reduce all chosen values.
func (m *machine) comprehension(n *node) (types.Value, *Undefined) {
	e := n.at.(*syntax.Comprehension)
	vs, u := m.chosen(n)
	switch {
	case e.Kind == syntax.The && u == nil && len(vs) != 1:
		return types.Value{}, &Undefined{Node: e, Why: fmt.Sprintf("%d values match, not one", len(vs))}
	case e.Kind == syntax.First && u == nil && len(vs) == 0:
		return types.Value{}, &Undefined{Node: e, Why: "no value matches"}
	case (e.Kind == syntax.The || e.Kind == syntax.First) && u == nil:
		return vs[0], nil
	case u != nil && e.Kind == syntax.Distinct:
		return types.BoolValue(false), nil
	case u != nil:
		return types.Value{}, u
	}
	return folded(e.Kind, vs, e)
}

// folded reduces the chosen values.
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

func (m *machine) counted(n *node) (int64, *Undefined) {
	all := int64(0)
	var why *Undefined
	m.choose(n.choice, n.y, func(u *Undefined) bool {
		all, why = all+1, first(why, u)
		return true
	})
	return all, why
}

func (m *machine) added(n *node) (int64, *Undefined) {
	var sum total
	var why *Undefined
	m.choose(n.choice, n.y, func(u *Undefined) bool {
		if u == nil {
			var k int64
			k, u = m.number(n.x)
			sum.add(k)
		}
		why = first(why, u)
		return true
	})
	if why != nil {
		return 0, why
	}
	all, over := sum.overflows()
	return fitting(all, over, n.at), nil
}

// differ evaluates distinct on plain values.
func (m *machine) differ(n *node) (int64, *Undefined) {
	from, all := len(m.numbers), true
	m.choose(n.choice, n.y, func(u *Undefined) bool {
		var k int64
		if u == nil {
			k, u = m.number(n.x)
		}
		if all = all && u == nil; all {
			m.room(uint64(len(m.numbers)-from), n.at)
			m.numbers = append(m.numbers, k)
		}
		return true
	})
	all = all && differing(m.numbers[from:])
	m.numbers = m.numbers[:from]
	return truth(all), nil
}

// chosen returns the values of the body for every choice.
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

// body evaluates the body of a choice; without a body, the chosen value or the tuple of them.
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

// extreme returns the minimum or the maximum of values.
func extreme(vs []types.Value, greatest bool, e syntax.Node) (types.Value, *Undefined) {
	if len(vs) == 0 && greatest {
		return types.Value{}, &Undefined{Node: e, Why: "the maximum of no values"}
	}
	if len(vs) == 0 {
		return types.Value{}, &Undefined{Node: e, Why: "the minimum of no values"}
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
	if n == 0 || !scalar(vs[0].Kind) || slices.ContainsFunc(vs, func(v types.Value) bool { return !v.Whole() }) {
		return len(types.SetValue(slices.Clone(vs)).Elems) == n
	}
	ns := make([]int64, n)
	for i, v := range vs {
		ns[i] = v.N
	}
	return differing(ns)
}

// differing reports whether numbers are different. It sorts them.
func differing(ns []int64) bool {
	n := len(ns)
	slices.Sort(ns)
	return len(slices.Compact(ns)) == n
}

func scalar(k types.Kind) bool { return k == types.Bool || k == types.Int || k == types.Enum }
