package generated

import (
	"math"
	"slices"
	"strings"
)

// namedIndex writes an index with names, and binds them.
func (m *maker) namedIndex(index []*typ, taken *[]string) string {
	var fields []string
	for i := 0; i < len(index); i++ {
		t, domain := index[i], m.write(index[i])
		names := []string{m.bindIndex(t, taken)}
		for i+1 < len(index) && exactly(index[i+1], t) && m.chance("several names of a type", 2) {
			names = append(names, m.bindIndex(t, taken))
			i++
		}
		fields = append(fields, joined(names)+": "+domain)
	}
	return "[" + joined(fields) + "]"
}

func (m *maker) bindIndex(t *typ, taken *[]string) string {
	s := m.localName(*taken)
	*taken = append(*taken, s)
	lo, hi := boundsOf(t)
	m.bind(&name{text: s, t: t, lo: lo, hi: hi, ranged: true})
	return s
}

// plainIndex writes an index without names.
func (m *maker) plainIndex(t *typ) string {
	if t.kind != array {
		return ""
	}
	var fields []string
	for _, x := range t.index {
		fields = append(fields, m.write(x))
	}
	return "[" + joined(fields) + "]"
}

// initial generates the value of a declaration, and its index.
func (m *maker) initial(t *typ) (index string, e expr, ok bool) {
	if t.kind != array {
		e, ok = m.conforming(t, 2)
		return "", e, ok
	}
	w := ways[form]{m: m}
	plain := func(e expr, ok bool) (form, bool) { return form{m.plainIndex(t), e}, ok }
	w.always(2, func() (form, bool) { return plain(m.conforming(t.elem(), 1)) })
	w.add("list as a value", 2, func() (form, bool) { return plain(m.lists(t.index, t.elem())) })
	w.add("map as a value", 2, func() (form, bool) { return plain(m.maps(t.index, t.elem())) })
	w.add("map by tuples as a value", 2, func() (form, bool) { return plain(m.tupleMap(t)) })
	w.add("array as a value", 1, func() (form, bool) {
		return plain(m.arrayOf(t, func() (expr, bool) { return m.conforming(t.elem(), 1) }))
	})
	w.add("name as a value", 1, func() (form, bool) {
		for _, n := range m.visible() {
			if exactly(n.t, t) {
				return plain(n.use(), true)
			}
		}
		return form{}, false
	})
	w.add("formula as a value", 3, func() (form, bool) {
		return scoped(m, func() *form {
			m.load *= int(max(1, t.cells()))
			if m.load > maxLoad {
				return nil
			}
			var taken []string
			index := m.namedIndex(t.index, &taken)
			e, ok := m.conforming(t.elem(), 2)
			if !ok {
				return nil
			}
			return &form{index, e}
		}).get()
	})
	f, ok := w.take()
	return f.index, f.e, ok
}

// A form is the index and the value of a declaration.
type form struct {
	index string
	e     expr
}

func (f *form) get() (form, bool) {
	if f == nil {
		return form{}, false
	}
	return *f, true
}

// conforming generates a value within its type; only values that depend on unknowns may be outside.
func (m *maker) conforming(t *typ, d int) (expr, bool) {
	if t.narrow() {
		if t.opt && !m.untyped && !m.hidden("none") && m.chance("none alone", 3) {
			return atom("none"), true
		}
		e := m.exact(t, d)
		return e, e.s != ""
	}
	if t.kind == member && !m.untyped && m.chance("member alone", 2) {
		if e, ok := m.plainMember(t); ok {
			return e, true
		}
	}
	switch t.kind {
	case truth, member, number:
		e, ok := m.fitting(t, d)
		if e.level == constant && !m.total {
			m.total = true
			e, ok = m.fitting(t, d)
			m.total = false
		}
		return e, ok
	case text:
		e := m.textLiteral()
		return e, e.s != ""
	case tuple:
		var parts []expr
		for _, c := range t.elems {
			x, ok := m.conforming(c, d)
			if !ok {
				return x, false
			}
			parts = append(parts, x)
		}
		return call("", parts...).hull(parts...), true
	}
	for range 3 {
		if e, ok := m.set(t.elem(), d); ok && inBounds(e, t.elem()) {
			return e, true
		}
	}
	return typed(m.exactSet(t.elem(), d), t), true
}

func inBounds(e expr, t *typ) bool {
	if t.narrow() {
		return e.bare
	}
	switch t.kind {
	case number:
		return e.bare || e.lo >= t.lo && e.hi <= t.hi
	case tuple:
		return !slices.ContainsFunc(t.elems, func(c *typ) bool { return c.kind == number || c.kind == tuple || c.narrow() })
	}
	return true
}

// lists writes [a, b], or nested lists for several indices.
func (m *maker) lists(index []*typ, elem *typ) (expr, bool) {
	if len(index) == 0 {
		return m.conforming(elem, 1)
	}
	var parts []expr
	for range int(index[0].size()) {
		e, ok := m.lists(index[1:], elem)
		if !ok {
			return e, false
		}
		parts = append(parts, e)
	}
	e := call("", parts...).hull(parts...)
	e.s = "[" + e.s[1:len(e.s)-1] + "]"
	return e, true
}

// maps writes {k: a, l: b}, or nested maps.
func (m *maker) maps(index []*typ, elem *typ) (expr, bool) {
	if len(index) == 0 {
		return m.conforming(elem, 1)
	}
	if index[0].kind == tuple && len(index[0].elems) == len(index) {
		return expr{}, false // its keys would be all indices at once
	}
	return m.map1(m.all(index[0]), func() (expr, bool) {
		if len(index) > 1 && m.r.IntN(2) == 0 {
			return m.lists(index[1:], elem)
		}
		return m.maps(index[1:], elem)
	})
}

// tupleMap writes {(k, l): a, ...} for several indices.
func (m *maker) tupleMap(t *typ) (expr, bool) {
	if len(t.index) < 2 {
		return expr{}, false
	}
	return m.map1(m.all(&typ{kind: tuple, elems: t.index}), func() (expr, bool) { return m.conforming(t.elem(), 1) })
}

// map1 writes a map with the given keys.
func (m *maker) map1(keys []string, value func() (expr, bool)) (expr, bool) {
	if len(keys) == 0 || len(keys) > 12 {
		return expr{}, false
	}
	m.r.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	var parts []expr
	var entries []string
	for _, k := range keys {
		e, ok := value()
		if !ok {
			return expr{}, false
		}
		parts = append(parts, e)
		entries = append(entries, k+": "+e.s)
	}
	e := call("", parts...).hull(parts...)
	e.s = "{" + joined(entries) + "}"
	return e, true
}

// all writes every value of a type, or returns nil if one cannot be written or there are too many.
func (m *maker) all(t *typ) []string {
	if t.size() > 12 {
		return nil
	}
	if t.only != nil {
		return t.rows()
	}
	var out []string
	switch t.kind {
	case truth:
		return []string{"false", "true"}
	case number:
		for v := t.lo; v <= t.hi; v++ {
			out = append(out, m.known(v, 0).s)
			if v == math.MaxInt64 {
				break
			}
		}
	case member:
		for i := range t.members {
			s := m.writeMember(t, i)
			if s == "" {
				return nil
			}
			out = append(out, s)
		}
	case tuple:
		out = []string{""}
		for _, e := range t.elems {
			var longer []string
			parts := m.all(e)
			for _, s := range out {
				for _, x := range parts {
					longer = append(longer, s+", "+x)
				}
			}
			out = longer
		}
		for i, s := range out {
			out[i] = "(" + strings.TrimPrefix(s, ", ") + ")"
		}
	}
	return out
}

// constant generates a constant or a parameter of any type.
func (m *maker) constant() {
	t := m.fieldType(8, false)
	if m.chance("constant array", 2) {
		t = &typ{kind: array, index: m.indexes(6), elems: []*typ{m.fieldType(8, false)}}
	}
	s := m.fresh("c", "d", "with", "gain")
	m.untyped = m.chance("const without type", 3)
	index, e, ok := m.initial(t)
	untyped := m.untyped
	m.untyped = false
	if !ok {
		return
	}
	elem := t
	if t.kind == array {
		elem = t.elem()
	}
	n := &name{text: s, t: t, ranged: true}
	n.lo, n.hi = boundsOf(t)
	switch {
	case m.chance("param", 3):
		typ := m.write(elem)
		if m.given(s, t, m.jsonValue(t), "") {
			m.declare("param %s%s: %s%s", s, index, typ, m.one("", " = "+e.s))
			if strings.HasPrefix(index, "[") && strings.Contains(index, ": ") {
				m.decls[len(m.decls)-1] = "param " + s + index + ": " + typ + " = " + e.s
			}
		} else {
			m.declare("param %s%s: %s = %s", s, index, typ, e.s)
		}
	case untyped && !e.bare && t.cells() > 0 && (elem.kind != set || elem.elem().kind != number):
		n.lo, n.hi, n.ranged = e.lo, e.hi, false
		m.declare("const %s%s = %s", s, index, e.s)
	default:
		m.declare("const %s%s: %s = %s", s, index, m.write(elem), e.s)
	}
	m.values = append(m.values, n)
	m.local = len(m.values)
}
