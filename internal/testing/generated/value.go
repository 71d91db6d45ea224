package generated

import (
	"slices"
	"strings"
)

// value generates a value of a type. A number may have any bounds.
func (m *maker) value(t *typ, d int) (expr, bool) {
	switch t.kind {
	case truth:
		return m.truth(d), true
	case number:
		return m.number(d)
	case set:
		return m.set(t.elem(), d)
	case text:
		return m.comparableText(d)
	}
	if t.narrow() && (m.total || m.r.IntN(3) > 0) {
		e := m.exact(t, d)
		return e, e.s != ""
	}
	w := ways[expr]{m: m}
	w.always(2, func() (expr, bool) { e := m.exact(t, d); return e, e.s != "" })
	w.always(6, func() (expr, bool) { return m.named(t, d) })
	if d > 0 {
		m.shared(&w, t, d-1)
		switch t.kind {
		case member:
			m.memberWays(&w, t, d-1)
		case tuple:
			w.always(4, func() (expr, bool) { return m.tuple(t, d-1) })
			m.extremes(&w, t, d-1)
		case array:
			w.always(4, func() (expr, bool) {
				return m.arrayOf(t, func() (expr, bool) { return m.fitting(t.elem(), d-1) })
			})
		}
	}
	e, ok := w.take()
	if e.s == "" {
		return e, false
	}
	return m.parens(e), ok
}

// fitting generates a value for a place of type t, mostly within the type.
func (m *maker) fitting(t *typ, d int) (expr, bool) {
	if t.kind == number && !m.total && m.chance("value outside its type", 4) {
		return m.around(d)
	}
	return m.within(t, d)
}

// shared adds the alternatives for values of any type.
func (m *maker) shared(w *ways[expr], t *typ, d int) {
	w.add("if expression", 2, func() (expr, bool) {
		c := m.truth(d)
		x, ok1 := m.value(t, d)
		y, ok2 := m.value(t, d)
		return ifs(c, x, y), ok1 && ok2
	})
	w.add("let expression", 2, func() (expr, bool) { return m.letIn(t, d) })
	if t.kind <= tuple && !m.total {
		w.add("the", 2, func() (expr, bool) { return m.theOne(t, d) })
		if m.can("first") {
			w.add("first", 2, func() (expr, bool) { return m.theFirst(t, d) })
		}
	}
	w.add("call of a def", 4, func() (expr, bool) { return m.callDef(t, d) })
	w.add("index of an expression", 1, func() (expr, bool) {
		a := &typ{kind: array, index: []*typ{m.scalar(3, false)}, elems: []*typ{t}}
		if t.kind == array || t.kind == text {
			return expr{}, false
		}
		x, ok := m.value(a, d)
		if !ok {
			return expr{}, false
		}
		return m.inside(x, a, t, 1)
	})
	if t.kind <= tuple {
		w.add("component of a tuple", 1, func() (expr, bool) {
			p := &typ{kind: tuple, elems: []*typ{t, m.scalar(3, false)}}
			if m.r.IntN(2) == 0 {
				p.elems[0], p.elems[1] = p.elems[1], p.elems[0]
			}
			x, ok := m.tuple(p, d)
			if !ok {
				return expr{}, false
			}
			return m.inside(x, p, t, 1)
		})
	}
}

func (m *maker) tuple(t *typ, d int) (expr, bool) {
	var parts []expr
	for _, c := range t.elems {
		x, ok := m.fitting(c, d)
		if !ok {
			return expr{}, false
		}
		parts = append(parts, x)
	}
	return call("", parts...).hull(parts...), true
}

func (m *maker) memberWays(w *ways[expr], t *typ, d int) {
	for _, f := range []string{"next", "prev", "other"} {
		if m.can(f) && (f != "other" || t.size() == 2 && t.base == nil && t.parts == nil && !m.hasSubtype(t)) {
			w.add(f, 2, func() (expr, bool) {
				x, ok := m.value(t, d)
				return call(f, x), ok
			})
		}
	}
	for _, f := range []string{"min", "max"} {
		if m.can(f) {
			w.add(f+" of names", 1, func() (expr, bool) { return m.least(f, t, d) })
		}
		w.add(f+" over names", 1, func() (expr, bool) { return m.fold(f, t, d) })
	}
}

// hasSubtype reports whether there is a type of some values of an enum.
func (m *maker) hasSubtype(t *typ) bool {
	return slices.ContainsFunc(m.types, func(s *typ) bool { return s.base == t })
}

// extremes adds min and max of values that are not numbers.
func (m *maker) extremes(w *ways[expr], t *typ, d int) {
	if !t.simple() || m.edge64 && t.kind == tuple {
		return
	}
	for _, f := range []string{"min", "max"} {
		if m.can(f) {
			w.add(f+" of tuples", 1, func() (expr, bool) { return m.least(f, t, d) })
		}
		w.add(f+" over tuples", 1, func() (expr, bool) { return m.fold(f, t, d) })
	}
}

// letIn writes let x = e in f.
func (m *maker) letIn(t *typ, d int) (expr, bool) {
	of := m.simpleAround()
	if m.r.IntN(3) == 0 {
		of = setOf(of)
	}
	x, ok := m.value(of, d)
	if !ok || x.bare {
		return expr{}, false
	}
	return scoped(m, func() result {
		n := &name{text: m.localName(nil), t: of, level: x.level, lo: x.lo, hi: x.hi, ranged: of.kind == member || of.kind == truth}
		m.bind(n)
		e, ok := m.value(t, d)
		e.s, e.prec, e.level = "let "+n.text+" = "+x.at(span)+" in "+e.s, loose, max(e.level, x.level)
		return result{e, ok}
	}).split()
}

// theOne writes the x: T where e.
func (m *maker) theOne(t *typ, d int) (expr, bool) {
	e, ok := m.theFirst(t, d)
	e.s, e.prec = "the "+strings.TrimSuffix(strings.TrimPrefix(e.s, "first("), ")"), loose
	return e, ok
}

// theFirst writes first(x: T where e).
func (m *maker) theFirst(t *typ, d int) (expr, bool) {
	e, ok := m.filtered(t, d)
	if !ok || !strings.HasPrefix(e.s, "{") {
		return e, false
	}
	e.s, e.n, e.ranged = "first("+e.s[1:len(e.s)-1]+")", 0, nil
	return e, true
}

// positioned returns a type whose values have a position.
func (m *maker) positioned() *typ {
	t := m.simpleAround()
	if t.kind == tuple {
		return anyNumber
	}
	return t
}

// position generates a value whose type is known: of an enum, a truth value, or a number by a name
// with a range.
func (m *maker) position(t *typ, d int) (expr, bool) {
	if t.kind != number {
		return m.value(t, d)
	}
	for range 4 {
		if x, ok := m.named(t, d); ok && x.ranged != nil {
			return x, true
		}
	}
	return expr{}, false
}

// callDef calls a function with results of type t.
func (m *maker) callDef(t *typ, d int) (expr, bool) {
	var fits []*function
	for _, f := range m.defs {
		if same(f.t, t) && f.body.level <= m.depends && (f.total || !m.total) && !m.hidden(f.text) {
			fits = append(fits, f)
		}
	}
	if len(fits) == 0 {
		return expr{}, false
	}
	f := fits[m.r.IntN(len(fits))]
	var args []expr
	for _, p := range f.params {
		x, ok := m.argument(p, d)
		if !ok {
			return expr{}, false
		}
		args = append(args, x)
	}
	e := call(f.text, args...).like(f.body)
	e.level = max(e.level, f.body.level)
	return e, true
}

// argument generates an argument of a def. A constant one lies within the type of the parameter.
func (m *maker) argument(t *typ, d int) (expr, bool) {
	if t.kind == number && !m.total && m.depends > constant && m.chance("argument outside its type", 3) {
		if x, ok := m.around(d); ok && x.level > constant {
			return x, true
		}
	}
	if t.kind == text {
		return m.fixedText(d)
	}
	return m.within(t, d)
}
