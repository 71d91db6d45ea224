package generated

// set generates a set of values of type t.
func (m *maker) set(t *typ, d int) (expr, bool) {
	w := ways[expr]{m: m}
	want := setOf(t)
	w.always(2, func() (expr, bool) {
		return typed(m.exactSet(t, d), want), true
	})
	w.add("empty set", 1, func() (expr, bool) { return emptySet(), true })
	w.always(6, func() (expr, bool) { return m.named(want, d) })
	if t.name != "" && !m.hidden(t.name) && t.size() <= 12 {
		w.add("name of a type as a set", 2, func() (expr, bool) { return typed(atom(t.name), want), true })
	}
	if d > 0 {
		m.setWays(&w, t, d-1)
		m.shared(&w, want, d-1)
	}
	e, ok := w.take()
	if e.s == "" {
		return e, false
	}
	return m.parens(e), ok
}

func (m *maker) setWays(w *ways[expr], t *typ, d int) {
	w.always(3, func() (expr, bool) { return m.listed(t, d) })
	for _, op := range []struct {
		s    string
		prec int
	}{{"union", sum}, {"inter", product}, {"minus", sum}} {
		two := func(write func(x, y expr) expr) func() (expr, bool) {
			return func() (expr, bool) {
				x, ok1 := m.set(t, d)
				y, ok2 := m.set(t, d)
				e := write(x, y).hull(x, y)
				if op.s == "union" {
					e.n = x.n + y.n
				}
				return e, ok1 && ok2
			}
		}
		w.add(op.s+" operator", 2, two(func(x, y expr) expr { return m.join(op.prec, x, op.s, y) }))
		if m.can(op.s) {
			w.add(op.s+" function", 1, two(func(x, y expr) expr { return call(op.s, x, y) }))
		}
	}
	if t.kind == number {
		w.add("range as a set", 3, func() (expr, bool) { return m.rangeSet(t, d) })
	}
	m.comprehensions(w, t, d)
}

// listed writes {a, b}.
func (m *maker) listed(t *typ, d int) (expr, bool) {
	var parts []expr
	for range 1 + m.r.IntN(3) {
		x, ok := m.fitting(t, d)
		if !ok {
			return expr{}, false
		}
		parts = append(parts, x)
	}
	e := call("", parts...).hull(parts...)
	e.s = "{" + e.s[1:len(e.s)-1] + "}"
	e.n, e.bare = len(parts), false
	return e, true
}

func emptySet() expr {
	e := atom("{}")
	e.bare = true
	return e
}

// rangeSet writes lo..hi, whose ends may depend on the state; it may be empty.
func (m *maker) rangeSet(t *typ, d int) (expr, bool) {
	lo, ok1 := m.number(d)
	hi, ok2 := m.near(lo, d)
	n, ok := int64(0), false
	if ok1 && ok2 {
		if n, ok = add(hi.hi, -lo.lo); lo.lo < -1<<62 || n > 10 {
			ok = false
		}
	}
	if !ok {
		return expr{}, false
	}
	e := m.join(span, lo, "..", hi).bounded(lo.lo, hi.hi)
	e.bare = false
	e.n = int(max(n+1, 0))
	return e, true
}
