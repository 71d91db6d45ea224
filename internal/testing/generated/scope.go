package generated

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"farbank/lang/builtin"
)

// fresh returns a new global name, made of one of words.
func (m *maker) fresh(words ...string) string {
	w := m.one(words...)
	if m.chance("odd name", 30) {
		w = m.one("ä", "λ1", "x_", "Z9", "puzzle_", "e1", "ñ")
	}
	if len(m.rebind) > 0 && m.r.IntN(3) == 0 {
		w = m.one(m.rebind...)
	}
	for s, i := w, 2; ; i++ {
		if !m.global[s] {
			m.global[s] = true
			return s
		}
		s = w + strconv.Itoa(i)
	}
}

// can reports whether a built-in function can be called by its name here.
func (m *maker) can(f string) bool {
	return !m.global[f] && !slices.Contains(m.rebind, f) && !m.hidden(f)
}

// functions returns the built-in functions that can be called.
func functions() []string {
	var names []string
	for _, f := range builtin.All() {
		if f.Callable() {
			names = append(names, f.Name)
		}
	}
	return names
}

// hidden reports whether a local name hides s.
func (m *maker) hidden(s string) bool {
	return slices.ContainsFunc(m.values[min(m.local, len(m.values)):], func(n *name) bool { return n.text == s })
}

// visible returns the values that an expression may use here.
func (m *maker) visible() []*name {
	var out []*name
	seen := map[string]bool{}
	for _, n := range slices.Backward(m.values) {
		if !seen[n.text] && n.level <= m.depends {
			out = append(out, n)
		}
		seen[n.text] = true
	}
	return out
}

// localName returns a name for a local; others are those bound with it.
func (m *maker) localName(others []string) string {
	for i := 0; ; i++ {
		s := m.one("i", "j", "k", "u", "v", "q")
		switch {
		case i > 20:
			s = fmt.Sprintf("%s%d_%d", s, len(m.values), i)
		case m.chance("name that hides another", 15) && m.hideable():
			s = m.values[m.r.IntN(len(m.values))].text
		case m.chance("operator as name", 80):
			s = m.one("union", "inter", "minus", "subset")
		}
		if s != "cost" && !slices.Contains(others, s) && (!m.global[s] || m.isValue(s)) && !m.isMember(s) {
			return s
		}
	}
}

func (m *maker) hideable() bool { return len(m.values) > 0 }

func (m *maker) isValue(s string) bool {
	return slices.ContainsFunc(m.values, func(n *name) bool { return n.text == s })
}

func (m *maker) isMember(s string) bool {
	return slices.ContainsFunc(m.types, func(t *typ) bool { return slices.Contains(t.members, s) || t.name == s })
}

// bind declares a local name.
func (m *maker) bind(n *name) { m.values = append(m.values, n) }

// scoped runs f, and removes the names that it binds.
func scoped[T any](m *maker, f func() T) T {
	values, load := len(m.values), m.load
	v := f()
	m.values, m.load = m.values[:values], load
	return v
}

// isolated runs f with the allowed dependencies l, defined values if total, and no other special
// modes.
func (m *maker) isolated(l level, total bool, f func()) {
	d, t, i, q := m.depends, m.total, m.interp, m.quotes
	m.depends, m.total, m.interp, m.quotes = l, total, false, 0
	f()
	m.depends, m.total, m.interp, m.quotes = d, t, i, q
}

// boundsOf returns the bounds of the numbers in a value of type t.
func boundsOf(t *typ) (lo, hi int64) {
	switch t.kind {
	case number:
		return t.lo, t.hi
	case set, array:
		return boundsOf(t.elem())
	case tuple:
		lo, hi = math.MaxInt64, math.MinInt64
		for _, e := range t.elems {
			if e.kind == number || e.kind == tuple {
				a, b := boundsOf(e)
				lo, hi = min(lo, a), max(hi, b)
			}
		}
		if lo <= hi {
			return lo, hi
		}
	}
	return 0, 0
}

// use returns a name as an expression.
func (n *name) use() expr {
	e := expr{s: n.text, prec: primary, level: n.level, lo: n.lo, hi: n.hi}
	if n.t.kind == set {
		e.n = int(min(n.t.elem().size(), 1000))
	}
	if n.ranged {
		e.ranged = n.t
	}
	return e
}

// typed returns an expression with the bounds of its type.
func typed(e expr, t *typ) expr {
	e.lo, e.hi = boundsOf(t)
	e.n = 0
	if t.kind == set {
		e.n = int(min(t.elem().size(), 1000))
	}
	return e
}

// holds reports whether a value of type t is, or contains, one of type want.
func holds(t, want *typ) bool {
	if same(t, want) {
		return true
	}
	switch t.kind {
	case array:
		return holds(t.elem(), want)
	case tuple:
		return slices.ContainsFunc(t.elems, func(e *typ) bool { return holds(e, want) })
	}
	return false
}

// named generates an expression of a type from a name that contains one, by indices and components.
func (m *maker) named(want *typ, d int) (expr, bool) {
	var fits []*name
	locals := m.values[min(m.local, len(m.values)):]
	for _, n := range m.visible() {
		if holds(n.t, want) && (d > -2 || n.t.kind != array) {
			fits = append(fits, n)
			if n.level > constant || slices.Contains(locals, n) {
				fits = append(fits, n, n, n, n)
			}
		}
	}
	if len(fits) == 0 {
		return expr{}, false
	}
	n := fits[m.r.IntN(len(fits))]
	return m.inside(n.use(), n.t, want, d)
}

// inside selects a value of type want in a value of type t. The bounds of a number inside are those
// of its type, if it has one, or of the whole.
func (m *maker) inside(e expr, t, want *typ, d int) (expr, bool) {
	for !same(t, want) {
		whole := e
		switch t.kind {
		case array:
			at, ok := m.index(t, d-1)
			if !ok {
				return expr{}, false
			}
			e = atom(whole.at(primary)+"["+at.s+"]", whole, at)
			t = t.elem()
		case tuple:
			var fits []int
			for i, c := range t.elems {
				if holds(c, want) {
					fits = append(fits, i)
				}
			}
			i := fits[m.r.IntN(len(fits))]
			e = atom(fmt.Sprintf("%s.%d", whole.at(primary), i+1), whole)
			if t.fields != nil && whole.ranged != nil && m.r.IntN(2) == 0 {
				e.s = whole.at(primary) + "." + t.fields[i]
			}
			t = t.elems[i]
		}
		e.ranged = whole.ranged
		if whole.ranged != nil {
			e.ranged = t
			e = typed(e, t)
		} else {
			e = e.like(whole)
			if t.kind == set {
				e.n = int(min(t.elem().size(), 1000))
			}
		}
	}
	return e, true
}

// index generates the index of an array, in the form for brackets.
func (m *maker) index(t *typ, d int) (expr, bool) {
	if m.total && t.cells() == 0 {
		return expr{}, false
	}
	if len(t.index) > 1 && m.chance("array indexed by a tuple", 4) {
		if e, ok := m.named(&typ{kind: tuple, elems: t.index}, d); ok && !m.total {
			return e, true
		}
	}
	var list []string
	var whole expr
	for _, x := range t.index {
		e, ok := m.at(x, d)
		if !ok {
			return expr{}, false
		}
		list = append(list, e.s)
		whole.level = max(whole.level, e.level)
	}
	whole.s = joined(list)
	return whole, true
}

// at generates a value for an index, sometimes one just out of range.
func (m *maker) at(t *typ, d int) (expr, bool) {
	if m.total || t.kind != number || !m.chance("index just outside", 2) {
		return m.within(t, d)
	}
	return m.around(d)
}

// around generates a number from a name, or one next to it, which may be just out of range.
func (m *maker) around(d int) (expr, bool) {
	x, ok := m.named(anyNumber, min(d, 0))
	if !ok || m.r.IntN(3) == 0 {
		return m.number(d)
	}
	op := m.one("+", "-", "")
	lo, hi, fits := addBounds(x, expr{lo: -1, hi: 1})
	if op == "" || !fits {
		return x, true
	}
	return m.join(sum, x, op, literal(1)).bounded(lo, hi), true
}
