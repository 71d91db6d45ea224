package generated

import "math"

// variables generates the unknowns (found) or the state.
func (m *maker) variables(l level) {
	room := m.room
	if l == found && m.o.Moves != Never {
		room = math.Sqrt(m.room)
	}
	least := math.Sqrt(room)
	for range m.among(1, 3) + 3 {
		if room < 2 || room < least && m.r.IntN(2) == 0 {
			break
		}
		if t := m.variableType(room); t != nil {
			m.variable(t, l)
			room /= t.size()
			m.room /= t.size()
		}
	}
	m.local = len(m.values)
}

// variableType generates a type of at most room values, or an array.
func (m *maker) variableType(room float64) *typ {
	for range 6 {
		t := m.fieldType(min(room, 16), false)
		if t.size() < 3 && m.r.IntN(2) == 0 {
			continue
		}
		if m.chance("array variable", 2) {
			elem := m.fieldType(max(2, math.Sqrt(room)), false)
			t = &typ{kind: array, index: m.indexes(4), elems: []*typ{elem}}
		}
		if t.size() <= room && t.size() > 0 && (t.size() > 1 || m.chance("variable of one value", 20)) {
			return t
		}
	}
	return nil
}

// variable generates one variable.
func (m *maker) variable(t *typ, l level) {
	elem := t
	if t.kind == array {
		elem = t.elem()
	}
	n := &name{t: t, level: l, ranged: true, state: l == stateful}
	n.lo, n.hi = boundsOf(t)
	if l == found {
		n.text = m.fresh("f", "on", "pick", "order")
		m.declare("find %s%s: %s", n.text, m.plainIndex(t), m.write(elem))
		m.values = append(m.values, n)
		return
	}
	n.text = m.fresh("x", "y", "at", "has", "pos")
	starts := constant
	if m.finds && m.chance("start depends on find", 2) {
		starts = found
	}
	var index string
	var e expr
	var ok bool
	m.isolated(starts, starts == constant || m.r.IntN(3) > 0, func() {
		index, e, ok = m.initial(t)
		if ok && starts == constant && t.kind <= set {
			n.start = e.at(span)
		}
	})
	if !ok {
		return
	}
	m.declare("state %s%s: %s = %s", n.text, index, m.write(elem), e.s)
	m.values = append(m.values, n)
	m.local = len(m.values)
}

// functions generates defs that may use unknowns and the state.
func (m *maker) functions(moves bool) {
	for range m.r.IntN(4) {
		l := constant
		switch k := m.r.IntN(3); {
		case moves && k > 0:
			l = stateful
		case m.finds:
			l = found
		}
		m.function(l)
	}
}

// function generates a def.
func (m *maker) function(l level) {
	if m.leans("def") == 0 {
		return
	}
	if m.chance("def that calls itself", 4) {
		m.recursive(l)
		return
	}
	f := &function{text: m.fresh("f", "twice", "near", "ok")}
	def := ""
	m.isolated(l, l == constant || m.r.IntN(3) == 0, func() {
		m.interp = true
		f.total = m.total
		def = scoped(m, func() string {
			head := m.parameters(f)
			f.t = m.resultType()
			ok := false
			if f.t.kind == text {
				if m.chance("text with values", 2) {
					f.body, ok = m.shown(2), true
				} else {
					f.body, ok = m.shownText(2)
				}
			} else {
				f.body, ok = m.value(f.t, 3)
			}
			if !ok || f.body.bare {
				return ""
			}
			return "def " + f.text + "(" + head + ") = " + f.body.s
		})
	})
	if def == "" {
		return
	}
	m.declare("%s", def)
	m.defs = append(m.defs, f)
}

// parameters writes the parameters of a def, and binds them.
func (m *maker) parameters(f *function) string {
	var fields, taken []string
	for range m.among(0, 2) {
		t := m.fieldType(8, true)
		if m.chance("text as a parameter", 10) {
			t = texts
		}
		domain := m.write(t)
		names := []string{m.bindIndex(t, &taken)}
		f.params = append(f.params, t)
		if m.chance("several names of a type", 6) {
			names = append(names, m.bindIndex(t, &taken))
			f.params = append(f.params, t)
		}
		fields = append(fields, joined(names)+": "+domain)
	}
	return joined(fields)
}

// resultType returns the type of the result of a def.
func (m *maker) resultType() *typ {
	switch k := m.r.IntN(10); {
	case k < 3:
		return boolean
	case k < 6:
		return anyNumber
	case k == 6:
		return texts
	case k == 7:
		return setOf(m.simpleAround())
	case k == 8:
		if t, ok := m.arrayAround(nil); ok && t.elem().kind != text {
			return t
		}
	}
	return m.simpleAround()
}
