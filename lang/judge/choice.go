package judge

import (
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// choose calls f for every choice of values for the names of binders of which where holds,
// the last name varying fastest, until f says false; and with the reason for every choice
// from a set that is undefined. It returns false if f did.
func (m *machine) choose(bs []*syntax.Binder, where syntax.Expr, f func(*Undefined) bool) bool {
	if len(bs) == 0 {
		return where != nil && !m.holds(where) || f(nil)
	}
	d, u := m.domain(bs[0].Domain)
	if u != nil {
		return f(u)
	}
	return m.take(bs[0].Names, d, func() bool { return m.choose(bs[1:], where, f) })
}

// take binds names to the members of a set, each in turn.
func (m *machine) take(names []*syntax.Ident, d domain, then func() bool) bool {
	if len(names) == 0 {
		return then()
	}
	o := m.object(names[0])
	m.enter(names[0])
	more := d.each(func(v types.Value) bool {
		m.spend(1, names[0])
		m.bind(o, v)
		return m.take(names[1:], d, then)
	})
	m.depth--
	return more
}

// comprehension evaluates the forms that choose. all and any of several names are choices
// within one another: where an inner one is from an undefined set, it is false.
func (m *machine) comprehension(e *syntax.Comprehension) (types.Value, *Undefined) {
	switch e.Kind {
	case syntax.All:
		all := m.choose(e.Binders, e.Where, func(u *Undefined) bool { return u == nil && m.holds(e.Body) })
		return types.BoolValue(all), nil
	case syntax.Any:
		none := m.choose(e.Binders, e.Where, func(u *Undefined) bool { return u != nil || !m.holds(e.Body) })
		return types.BoolValue(!none), nil
	case syntax.Connected:
		return types.BoolValue(m.connected(e)), nil
	case syntax.Count:
		return m.counted(e)
	case syntax.Sum:
		return m.added(e)
	}
	vs, u := m.chosen(e)
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

func (m *machine) counted(e *syntax.Comprehension) (types.Value, *Undefined) {
	n := int64(0)
	var why *Undefined
	m.choose(e.Binders, e.Where, func(u *Undefined) bool {
		n, why = n+1, first(why, u)
		return true
	})
	return types.IntValue(n), why
}

func (m *machine) added(e *syntax.Comprehension) (types.Value, *Undefined) {
	var sum total
	var why *Undefined
	m.choose(e.Binders, e.Where, func(u *Undefined) bool {
		if u == nil {
			var v types.Value
			v, u = m.eval(e.Body)
			sum.add(v.N)
		}
		why = first(why, u)
		return true
	})
	if why != nil {
		return types.Value{}, why
	}
	n, over := sum.overflows()
	return fitting(n, over, e), nil
}

// chosen returns the value of the body for every choice.
func (m *machine) chosen(e *syntax.Comprehension) (vs []types.Value, why *Undefined) {
	m.choose(e.Binders, e.Where, func(u *Undefined) bool {
		var v types.Value
		if u == nil {
			v, u = m.body(e)
		}
		if why = first(why, u); why == nil {
			m.room(uint64(len(vs)), e)
			vs = append(vs, v)
		}
		return true
	})
	return vs, why
}

// body evaluates what a choice gives: without ->, the value chosen, or the tuple of them.
func (m *machine) body(e *syntax.Comprehension) (types.Value, *Undefined) {
	if e.Body != nil {
		return m.eval(e.Body)
	}
	var vs []types.Value
	for _, b := range e.Binders {
		for _, id := range b.Names {
			vs = append(vs, m.present(m.object(id), id))
		}
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
