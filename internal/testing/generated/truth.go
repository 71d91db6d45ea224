package generated

import "strings"

// truth generates a condition. A condition is always defined, even if its parts are not.
func (m *maker) truth(d int) expr {
	total := m.total
	m.total = false
	defer func() { m.total = total }()
	w := ways[expr]{m: m}
	w.always(1, func() (expr, bool) { return atom(m.one("true", "false")), d < 0 || m.r.IntN(6) == 0 })
	w.always(4, func() (expr, bool) { return m.named(boolean, d) })
	w.always(8, func() (expr, bool) { return m.fact(d) })
	if d > 0 {
		m.connectives(&w, d-1)
		m.possible(&w, d-1)
		m.comparisons(&w, d-1)
		m.quantifiers(&w, d-1)
		m.shared(&w, boolean, d-1)
		if !m.total {
			m.extremes(&w, boolean, d-1)
		}
	}
	e, _ := w.take()
	if e.s == "" {
		e = atom("true")
	}
	return m.parens(e)
}

func (m *maker) connectives(w *ways[expr], d int) {
	for _, c := range []struct {
		op   string
		prec int
	}{{"and", conjunction}, {"or", disjunction}, {"implies", implication}} {
		w.add(c.op, 3, func() (expr, bool) { return m.join(c.prec, m.truth(d), c.op, m.truth(d)), true })
	}
	w.add("not", 3, func() (expr, bool) {
		x := m.truth(d)
		return expr{s: "not " + x.at(negation), prec: negation, level: x.level}, true
	})
	w.add("equal truth", 1, func() (expr, bool) {
		return m.join(comparison, m.truth(d), m.one("==", "!="), m.truth(d)), true
	})
}

// fact compares something that is not constant, if possible, with a literal.
func (m *maker) fact(d int) (expr, bool) {
	for range 6 {
		t := m.simpleAround()
		x, ok := m.named(t, d)
		if !ok || x.level == constant && m.depends > constant && m.r.IntN(4) > 0 {
			continue
		}
		ops := orders
		if !t.ordered() {
			ops = ops[:2]
		}
		if t.kind == number {
			y, ok := m.near(x, min(0, d))
			return m.join(comparison, x, m.one(ops...), y), ok
		}
		return m.join(comparison, x, m.one(ops...), m.exact(t, min(0, d))), true
	}
	return expr{}, false
}

var orders = []string{"==", "!=", "<", "<=", ">", ">="}

func (m *maker) comparisons(w *ways[expr], d int) {
	w.always(6, func() (expr, bool) { return m.compareNumbers(d) })
	w.add("comparison of names", 3, func() (expr, bool) { return m.compareOf(member, orders, d) })
	w.add("comparison of tuples", 2, func() (expr, bool) { return m.compareOf(tuple, orders, d) })
	w.add("comparison of texts", 1, func() (expr, bool) {
		x, ok1 := m.comparableText(d)
		y, ok2 := m.comparableText(d)
		return m.join(comparison, x, m.one(append(orders, "in")...), y), ok1 && ok2
	})
	w.add("comparison of characters", 3, func() (expr, bool) { return m.compareCharacters(d) })
	w.add("comparison of sets", 2, func() (expr, bool) {
		t := m.simpleAround()
		x, ok1 := m.set(t, d)
		y, ok2 := m.set(t, d)
		return m.join(comparison, x, m.one("==", "!=", "subset"), y), ok1 && ok2
	})
	w.add("comparison of arrays", 1, func() (expr, bool) {
		t, ok := m.arrayAround(nil)
		if !ok || t.elem().kind == text || t.cells() > 12 {
			return expr{}, false
		}
		x, ok1 := m.value(t, d)
		y, ok2 := m.value(t, d)
		return m.join(comparison, x, m.one("==", "!="), y), ok1 && ok2
	})
	w.add("in", 4, func() (expr, bool) { return m.membership(d) })
	if m.can("subset") {
		w.add("subset function", 1, func() (expr, bool) {
			t := m.simpleAround()
			x, ok1 := m.set(t, d)
			y, ok2 := m.set(t, d)
			return call("subset", x, y), ok1 && ok2
		})
	}
	w.add("chain", 3, func() (expr, bool) { return m.chain(d) })
	w.add("function by its entry", 2, func() (expr, bool) { return m.anyFunction(d) })
	w.add("connected", 2, func() (expr, bool) { return m.connected(d) })
	if m.can("distinct") {
		w.add("distinct values", 1, func() (expr, bool) { return m.distinctValues(d) })
		w.add("distinct of an array", 1, func() (expr, bool) {
			t, ok := m.arrayAround(nil)
			if !ok {
				return expr{}, false
			}
			a, ok := m.value(t, d)
			return call("distinct", a), ok && t.elem().simple()
		})
	}
}

func (m *maker) compareNumbers(d int) (expr, bool) {
	x, ok1 := m.number(d)
	y, ok2 := m.near(x, d)
	if m.r.IntN(4) == 0 {
		x, y = y, x
	}
	return m.join(comparison, x, m.one(orders...), y), ok1 && ok2
}

// compareOf compares two values of a type of the given kind.
func (m *maker) compareOf(k kind, ops []string, d int) (expr, bool) {
	t := m.simpleAround()
	if t.kind != k {
		return expr{}, false
	}
	if !t.ordered() {
		ops = ops[:2]
	}
	x, ok1 := m.value(t, d)
	y, ok2 := m.value(t, d)
	return m.join(comparison, x, m.one(ops...), y), ok1 && ok2
}

// compareCharacters compares a character at an index with a similar text.
func (m *maker) compareCharacters(d int) (expr, bool) {
	x, ok := m.gridAt(d)
	if !ok || m.r.IntN(3) == 0 {
		x, ok = m.character(d)
	}
	y := m.textLiteral()
	if !ok || y.s == "" {
		return x, false
	}
	if m.r.IntN(3) == 0 {
		x, y = y, x
	}
	return m.join(comparison, x, m.one(append(orders, "in", "in")...), y), true
}

func (m *maker) membership(d int) (expr, bool) {
	t := m.simpleAround()
	s, ok1 := m.set(t, d)
	x, ok2 := m.value(t, d)
	if t.kind == number && ok1 {
		x, ok2 = m.near(s, d)
		if m.r.IntN(2) == 0 {
			x, ok2 = m.number(d)
		}
	}
	return m.join(comparison, x, "in", s), ok1 && ok2
}

// chain generates a chained comparison of three or more values.
func (m *maker) chain(d int) (expr, bool) {
	t := m.simpleAround()
	ops := orders
	if !t.ordered() {
		ops = ops[:2]
	}
	var xs []expr
	for range 3 + m.r.IntN(2) {
		x, ok := m.value(t, d)
		if !ok {
			return expr{}, false
		}
		xs = append(xs, x)
	}
	var b strings.Builder
	var l level
	for i, x := range xs {
		if i > 0 {
			b.WriteString(" " + m.one(ops...) + " ")
		}
		b.WriteString(x.at(span))
		l = max(l, x.level)
	}
	if m.r.IntN(3) == 0 {
		s, ok := m.set(t, d)
		u, ok2 := m.set(t, d)
		if ok && ok2 {
			b.WriteString(" in " + s.at(span) + m.one(" == ", " != ", " subset ") + u.at(span))
			l = max(l, s.level, u.level)
		}
	}
	return expr{s: b.String(), prec: comparison, level: l}, true
}

func (m *maker) distinctValues(d int) (expr, bool) {
	t := m.simpleAround()
	var args []expr
	for range 2 + m.r.IntN(2) {
		x, ok := m.value(t, d)
		if !ok {
			return expr{}, false
		}
		args = append(args, x)
	}
	return call("distinct", args...), true
}
