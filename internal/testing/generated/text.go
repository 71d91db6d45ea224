package generated

import (
	"strconv"
	"strings"
)

// textLiteral writes a text. If braces contain expressions, literal ones are doubled.
func (m *maker) textLiteral() expr {
	s := m.one("", "a", "b", "ab", "é", "7", "9", "#", ".", "#.@a79", "42", "a b", "☺", "3x", "\n", `"`, "{", "}", "{}", `\`, "aab")
	if m.quotes > 0 && m.leans("braces in a text in a text") == 0 {
		s = strings.NewReplacer("{", "", "}", "").Replace(s)
	}
	if m.interp {
		s = strings.NewReplacer("{", "{{", "}", "}}").Replace(s)
	}
	switch {
	case m.quotes == 2:
		return expr{}
	case m.quotes == 1 || m.chance("text in back-quotes", 5):
		if m.quotes == 1 {
			s = strings.NewReplacer(`"`, "", `\`, "", "\n", "").Replace(s)
		}
		return atom("`"+s+"`").bounded(0, 0)
	}
	return atom(strconv.Quote(s))
}

// fixedText generates a text that depends on constants only.
func (m *maker) fixedText(d int) (expr, bool) {
	w := ways[expr]{m: m}
	w.always(2, func() (expr, bool) { e := m.textLiteral(); return e, e.s != "" })
	w.always(5, func() (expr, bool) {
		var fits []*name
		for _, n := range m.visible() {
			if n.t.kind == text && n.level == constant {
				fits = append(fits, n)
			}
		}
		if len(fits) == 0 {
			return expr{}, false
		}
		return fits[m.r.IntN(len(fits))].use(), true
	})
	if d > 0 && m.can("min") {
		w.add("min of texts", 1, func() (expr, bool) {
			x, ok1 := m.fixedText(d - 1)
			y, ok2 := m.fixedText(d - 1)
			return call("min", x, y), ok1 && ok2
		})
	}
	e, ok := w.take()
	return e, ok
}

// comparableText generates a text that can be compared: a constant, or a character of one.
func (m *maker) comparableText(d int) (expr, bool) {
	w := ways[expr]{m: m}
	w.always(2, func() (expr, bool) { return m.fixedText(d) })
	if d > 0 && !m.total {
		w.add("character of a text", 3, func() (expr, bool) { return m.character(d - 1) })
		w.add("character of a grid", 6, func() (expr, bool) { return m.gridAt(d - 1) })
	}
	return w.take()
}

// character generates t[i].
func (m *maker) character(d int) (expr, bool) {
	t, ok := m.fixedText(0)
	if !ok {
		return expr{}, false
	}
	i, ok := m.around(d)
	return atom(t.at(primary)+"["+i.s+"]", t, i), ok
}

// gridAt generates g[r, c].
func (m *maker) gridAt(d int) (expr, bool) {
	for _, n := range m.visible() {
		if isGrid(n.t) && m.r.IntN(3) > 0 {
			r, ok1 := m.at(n.t.index[0], d)
			c, ok2 := m.at(n.t.index[1], d)
			return atom(n.text+"["+r.s+", "+c.s+"]", r, c), ok1 && ok2
		}
	}
	return expr{}, false
}

// shown generates a text with expressions in braces, for labels, shows and the bodies of defs.
func (m *maker) shown(d int) expr {
	outer := m.quotes
	if outer == 2 {
		return expr{s: "", prec: primary}
	}
	m.quotes = 1
	open := `"`
	if outer == 1 || m.chance("text in back-quotes", 6) {
		m.quotes, open = 2, "`"
	}
	defer func() { m.quotes = outer }()
	e := expr{prec: primary}
	b := open
	for range 1 + m.r.IntN(3) {
		b += m.one("", "a ", "to ", "é", " - ")
		if outer == 0 || m.leans("braces in a text in a text") > 0 {
			b += m.one("", "", "", "{{", "}}")
		}
		if x, ok := m.anything(d); ok {
			if strings.HasPrefix(x.s, "{") {
				x.s = "(" + x.s + ")" // two braces would be read as an escape
			}
			b += "{" + x.s + "}"
			e.level = max(e.level, x.level)
		}
	}
	e.s = b + open
	return e
}

// anything generates a value of any type that can be shown.
func (m *maker) anything(d int) (expr, bool) {
	w := ways[expr]{m: m}
	w.always(4, func() (expr, bool) { return m.value(m.simpleAround(), d) })
	w.add("shown set", 2, func() (expr, bool) { return m.set(m.simpleAround(), d) })
	w.add("shown array", 2, func() (expr, bool) {
		t, ok := m.arrayAround(nil)
		if !ok {
			return expr{}, false
		}
		return m.value(t, d)
	})
	w.add("shown text", 2, func() (expr, bool) { return m.shownText(d) })
	if d > 0 && m.quotes < 2 && m.interp {
		w.add("text with values", 2, func() (expr, bool) { return m.shown(d - 1), true })
	}
	return w.take()
}

// shownText generates a text that may depend on the state in any way.
func (m *maker) shownText(d int) (expr, bool) {
	w := ways[expr]{m: m}
	w.always(2, func() (expr, bool) { return m.comparableText(d) })
	if m.can("name") {
		w.add("name", 4, func() (expr, bool) {
			t := m.simpleAround()
			if t.kind != member {
				return expr{}, false
			}
			x, ok := m.value(t, d)
			return call("name", x), ok
		})
	}
	if d > 0 {
		w.add("if of texts", 2, func() (expr, bool) {
			x, ok1 := m.shownText(d - 1)
			y, ok2 := m.shownText(d - 1)
			return ifs(m.truth(d-1), x, y), ok1 && ok2
		})
		w.add("call of a def", 3, func() (expr, bool) { return m.callDef(&typ{kind: text, name: "shown"}, d-1) })
		w.add("text of an array", 3, func() (expr, bool) { return m.named(texts, d) })
	}
	return w.take()
}
