package generated

import "strings"

// A choice binds names: binders, perhaps with where.
type choice struct {
	s     string
	n     int // maximum number of choices
	level level
	where bool
	names []*name
	typed bool // all binders are over types, which have values
}

// choose generates binders, and declares their names. It fails if the expressions that depend on
// them would be instantiated too often.
func (m *maker) choose(most, d int, types bool) (choice, bool) {
	c := choice{n: 1, typed: true}
	var parts, taken []string
	for len(c.names) < most && (len(parts) == 0 || m.chance("several binders", 3)) {
		t, domain, in, ok := m.domain(d, types)
		if !ok {
			break
		}
		many := 1
		if len(c.names)+1 < most && m.chance("several names in a binder", 5) {
			many = 2
		}
		size := int(min(t.size(), 1000))
		if in {
			size = domain.n
		}
		for range many - 1 {
			size *= size
		}
		if m.load*max(c.n*size, 1) > maxLoad {
			break
		}
		c.n *= size
		c.typed = c.typed && !in && t.size() > 0
		c.level = max(c.level, domain.level)
		parts = append(parts, m.bindTo(&c, &taken, many, t, domain, in))
	}
	if len(parts) == 0 {
		return c, false
	}
	m.load *= max(c.n, 1)
	c.s = joined(parts)
	return c, true
}

// bindTo writes one binder and binds its names.
func (m *maker) bindTo(c *choice, taken *[]string, many int, t *typ, domain expr, in bool) string {
	var names []string
	for range many {
		s := m.localName(*taken)
		*taken = append(*taken, s)
		names = append(names, s)
	}
	for _, s := range names {
		n := &name{text: s, t: t, level: domain.level, ranged: !in || domain.ranged != nil || t.kind != number && t.kind != tuple}
		if t.kind == tuple && t.name == "" && m.leans("component of a bound tuple with a known type") == 0 {
			n.ranged = false
		}
		n.lo, n.hi = boundsOf(t)
		if in {
			n.lo, n.hi = domain.lo, domain.hi
		}
		m.bind(n)
		c.names = append(c.names, n)
	}
	if in {
		return joined(names) + " in " + domain.at(span)
	}
	return joined(names) + ": " + domain.s
}

// domain generates a type or a set to choose from.
func (m *maker) domain(d int, types bool) (t *typ, domain expr, in, ok bool) {
	if !types && m.chance("binder over a set", 2) {
		t := m.simpleAround()
		s, ok := m.set(t, d)
		if ok && s.n <= 12 && !s.bare {
			if s.ranged != nil {
				t = s.ranged.elem()
			} else if t.kind == number {
				t = &typ{kind: number, lo: s.lo, hi: s.hi}
			}
			return t, s, true, true
		}
	}
	t = m.simpleAround()
	if t.size() > 6 || m.chance("new type in a binder", 4) {
		t = m.simpleType(4, true)
	}
	if !types && m.chance("binder over sets", 30) {
		t = setOf(m.scalar(2, false))
	}
	if t.kind == number && t.size() > 8 {
		return nil, expr{}, false, false
	}
	return t, expr{s: m.write(t)}, false, true
}

// where adds a condition to a choice, sometimes.
func (m *maker) where(c *choice, d int) {
	if m.chance("where", 2) {
		w := m.truth(d)
		c.s += " where " + w.s
		c.level = max(c.level, w.level)
		c.where = true
	}
}

// quantifiers adds all, any and distinct over a choice.
func (m *maker) quantifiers(w *ways[expr], d int) {
	for _, q := range []string{"all", "any"} {
		w.add(q, 3, func() (expr, bool) {
			return scoped(m, func() result {
				c, ok := m.choose(3, d, false)
				if !ok {
					return result{}
				}
				m.where(&c, d)
				body := m.truth(d)
				return result{atom(q+" "+c.s+" { "+body.s+" }", body, expr{level: c.level}), true}
			}).split()
		})
	}
	w.add("distinct over", 2, func() (expr, bool) {
		return m.over("distinct", d, func() (expr, bool) { return m.value(m.simpleAround(), d) })
	})
}

// over writes f(choice -> body).
func (m *maker) over(f string, d int, body func() (expr, bool)) (expr, bool) {
	return scoped(m, func() result {
		c, ok := m.choose(3, d, m.total)
		if !ok || m.total && (!c.typed || c.n == 0) {
			return result{}
		}
		if !m.total || f == "sum" {
			m.where(&c, d)
		}
		b, ok := body()
		e := atom(f+"("+c.s+" -> "+b.s+")", b, expr{level: c.level}).like(b)
		if f == "sum" && ok {
			e.lo, e.hi, ok = times(c.n, b)
		}
		return result{e, ok}
	}).split()
}

// folds adds count, sum, min and max over a choice.
func (m *maker) folds(w *ways[expr], d int) {
	w.add("count", 3, func() (expr, bool) {
		return scoped(m, func() result {
			c, ok := m.choose(3, d, m.total)
			if !ok {
				return result{}
			}
			m.where(&c, d)
			if !c.where && strings.Contains(c.s, " in ") && m.leans("count in a set without where") == 0 {
				return result{}
			}
			e := atom("count("+c.s+")").bounded(0, int64(c.n))
			e.level = c.level
			return result{e, true}
		}).split()
	})
	for _, f := range []string{"sum", "min", "max"} {
		w.add(f+" over", 3, func() (expr, bool) { return m.fold(f, anyNumber, d) })
	}
}

func (m *maker) fold(f string, t *typ, d int) (expr, bool) {
	return m.over(f, d, func() (expr, bool) { return m.value(t, d) })
}

// comprehensions adds the sets {x: T where e} and {x: T -> e}.
func (m *maker) comprehensions(w *ways[expr], t *typ, d int) {
	w.add("set where", 4, func() (expr, bool) { return m.filtered(t, d) })
	w.add("set of values", 3, func() (expr, bool) {
		return scoped(m, func() result {
			c, ok := m.choose(2, d, m.total)
			if !ok {
				return result{}
			}
			m.where(&c, d)
			b, ok := m.fitting(t, d)
			e := atom("{"+c.s+" -> "+b.s+"}", b, expr{level: c.level}).like(b)
			e.n, e.bare = c.n, false
			return result{e, ok}
		}).split()
	})
}

// filtered writes {x: T where e}, or {x in s where e}; for tuples it may bind a name for each
// component.
func (m *maker) filtered(t *typ, d int) (expr, bool) {
	return scoped(m, func() result {
		parts := []*typ{t}
		if t.kind == tuple && m.chance("set of tuples by several binders", 2) {
			parts = t.elems
		}
		c := choice{n: 1}
		var list, taken []string
		for _, p := range parts {
			domain, in := expr{s: m.write(p)}, false
			if m.chance("binder over a set", 2) {
				if s, ok := m.set(p, d); ok && s.n <= 12 && !s.bare {
					domain, in = s, true
				}
			}
			size := int(min(p.size(), 1000))
			if in {
				size = domain.n
			}
			c.n *= size
			if m.load*max(c.n, 1) > maxLoad || p.kind == number && p.size() > 8 {
				return result{}
			}
			c.level = max(c.level, domain.level)
			list = append(list, m.bindTo(&c, &taken, 1, p, domain, in))
		}
		m.load *= max(c.n, 1)
		cond := m.truth(d)
		e := typed(atom("{"+joined(list)+" where "+cond.s+"}", cond, expr{level: c.level}), setOf(t))
		for _, n := range c.names {
			e.lo, e.hi = min(e.lo, n.lo), max(e.hi, n.hi)
		}
		e.n = c.n
		return result{e, true}
	}).split()
}
