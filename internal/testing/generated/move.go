package generated

import (
	"fmt"
	"math"
	"strings"

	"farbank/lang/syntax"
)

// moving generates moves, rules and the goal.
func (m *maker) moving() {
	load := 40.0
	m.counters()
	for range m.among(1, 4) {
		m.move(&load)
	}
	for _, word := range []string{"never", "always"} {
		if m.chance(word, 3) {
			m.rules(word, m.among(1, 2))
		}
	}
	away := m.chance("goal away from the start", 1) && m.away()
	if m.chance("states of several words", 8) {
		m.farApart()
	}
	if m.chance("goal", 1) && (!away || m.r.IntN(4) == 0) {
		m.rules("goal", m.among(1, 2))
	}
}

// variableOf returns a state variable that fits, or nil.
func (m *maker) variableOf(fit func(*name) bool) *name {
	var fits []*name
	for _, n := range m.visible() {
		if n.state && fit(n) {
			fits = append(fits, n)
		}
	}
	if len(fits) == 0 {
		return nil
	}
	return fits[m.r.IntN(len(fits))]
}

// move generates a move of at most load ground moves, which it subtracts.
func (m *maker) move(load *float64) {
	name := m.fresh("go", "put", "turn", "swap")
	text := scoped(m, func() string {
		m.interp = true
		params := len(m.values)
		head, n := m.moveParameters(*load)
		*load /= n
		m.load = int(n)
		cost := m.cost()
		m.interp = false
		// Most moves are plain and possible; the others use more of the language.
		m.deep, m.left = 1, m.among(2, 8)
		if m.chance("deep move", 5) {
			m.deep = 2 + m.r.IntN(2)
		}
		bounds := m.sizeBounds(params)
		body := m.block(1, 1+m.deep, m.r.IntN(4) == 0)
		if body != " { }" {
			body = " {" + bounds + body[2:]
		}
		m.interp = true
		label := ""
		if m.chance("label", 3) {
			label = " " + m.shown(1).s
		}
		return "move " + name + head + cost + label + body
	})
	m.declare("%s", text)
	m.made = append(m.made, madeMove{name, m.params})
}

// moveParameters writes the parameters of a move, and binds them; n is the number of choices.
func (m *maker) moveParameters(most float64) (string, float64) {
	n := 1.0
	m.params = nil
	var fields, taken []string
	for range m.r.IntN(3) {
		t := m.fieldType(8, true)
		if t.size()*n > most || t.size() > 16 {
			continue
		}
		n *= max(1, t.size())
		fields = append(fields, m.bindIndex(t, &taken)+": "+m.write(t))
		m.params = append(m.params, t)
	}
	if len(fields) == 0 {
		return m.one("", "()"), 1
	}
	return "(" + joined(fields) + ")", n
}

// sizeBounds generates conditions on the sizes of set parameters, to be placed before a body.
func (m *maker) sizeBounds(params int) string {
	lines := ""
	if !m.can("size") {
		return ""
	}
	for _, n := range m.values[params:] {
		if n.t.kind != set || !m.chance("bound on the size of a set", 2) {
			continue
		}
		size, lo, hi := "size("+n.text+")", fmt.Sprint(m.r.IntN(3)), m.known(int64(m.among(0, 3)), 1)
		bound := m.one(size+" <= "+hi.at(span), size+" < "+hi.at(span), size+" == "+hi.at(span), size+" != "+hi.at(span), lo+" <= "+size+" <= "+hi.at(span), hi.at(span)+" > "+size,
			size+" in "+lo+".."+hi.at(sum), "("+size+" >= "+lo+")", size+" > "+lo, lo+" < "+size, lo+" < "+size+" < "+hi.at(span), lo+" == "+size)
		if m.r.IntN(4) == 0 {
			bound += " and " + m.truth(1).at(negation)
		}
		lines += "\n    require " + m.why() + bound
	}
	return lines
}

// cost generates the cost of a move, mostly nonnegative.
func (m *maker) cost() string {
	w := ways[string]{m: m}
	w.always(3, func() (string, bool) { return "", true })
	w.add("cost 0", 2, func() (string, bool) { return " cost 0", true })
	w.add("constant cost", 2, func() (string, bool) { return " cost " + m.known(int64(m.r.IntN(4)), 1).at(implication), true })
	w.add("cost by the state", 3, func() (string, bool) {
		e, ok := m.number(2)
		if !ok || !m.edge64 && (e.hi > 1000 || e.lo < math.MinInt32) {
			return "", false
		}
		if e.lo < 0 && (e.hi <= 0 || !m.chance("cost that may be negative", 5)) {
			if !m.can("max") {
				return "", false
			}
			e = call("max", literal(0), e)
		}
		return " cost " + e.at(implication), true
	})
	s, _ := w.take()
	return s
}

// block writes the statements of a block in braces. strict blocks begin with a require.
func (m *maker) block(depth, most int, strict bool) string {
	if m.chance("empty block", 20) {
		return " { }"
	}
	var b strings.Builder
	b.WriteString(" {")
	indent := strings.Repeat("    ", depth)
	line := func(s string) {
		if s != "" {
			b.WriteString("\n" + indent + s)
		}
	}
	if strict {
		e, ok := m.fact(m.deep)
		if !ok || m.deep > 1 {
			e = m.truth(m.deep)
		}
		line("require " + m.why() + e.s)
	}
	for range m.among(1, most) {
		if m.left--; m.left >= 0 {
			line(m.statement(depth))
		}
	}
	return b.String() + "\n" + strings.Repeat("    ", depth-1) + "}"
}

// inner writes a block whose names end with it.
func (m *maker) inner(depth int) string {
	return scoped(m, func() string { return m.block(depth+1, 2, false) })
}

func (m *maker) statement(depth int) string {
	w := ways[string]{m: m}
	w.always(10, m.assignment)
	w.add("require in a move", m.deep-1, func() (string, bool) { return "require " + m.why() + m.truth(m.deep).s, true })
	w.add("let", 3, m.let)
	w.add("statement without effect", 1, m.idle)
	if depth < 4 {
		w.add("if statement", 3, func() (string, bool) {
			s := "if " + m.truth(m.deep).s + m.inner(depth)
			for range 3 {
				if !m.chance("else if", 5) {
					break
				}
				s += " else if " + m.truth(1).s + m.inner(depth)
			}
			if m.chance("else", 2) {
				s += " else" + m.inner(depth)
			}
			return s, true
		})
		w.add("together", 3, func() (string, bool) { return m.together(depth), true })
		w.add("loop that changes its set", 3, func() (string, bool) { return m.changingLoop(depth) })
		w.add("for statement", 3, func() (string, bool) {
			s := scoped(m, func() string {
				c, ok := m.choose(2, 1, false)
				if !ok {
					return ""
				}
				m.where(&c, 1)
				return "for " + c.s + m.inner(depth)
			})
			return s, s != ""
		})
	}
	s, _ := w.take()
	return s
}

// together generates assignments that read one state, mostly exchanges.
func (m *maker) together(depth int) string {
	block := m.exchange(depth)
	if m.r.IntN(2) == 0 {
		block = m.inner(depth)
	}
	if twice(block) {
		return "if true" + block
	}
	return "together" + block
}

// twice reports whether a block has two assignments to the same target text.
func twice(block string) bool {
	source := "move m() {\ntogether" + block + "\n}\n"
	f, err := syntax.Parse("", source)
	if err != nil {
		return true
	}
	seen := map[string]bool{}
	for _, st := range f.Decls[0].(*syntax.MoveDecl).Body.Stmts[0].(*syntax.TogetherStmt).Body.Stmts {
		if a, ok := st.(*syntax.AssignStmt); ok {
			target := strings.Join(strings.Fields(source[a.Target.Pos().Offset:a.Target.End().Offset]), "")
			if seen[target] {
				return true
			}
			seen[target] = true
		}
	}
	return false
}

// exchange writes a block that exchanges two places, and one more statement.
func (m *maker) exchange(depth int) string {
	m.left++
	indent := "\n" + strings.Repeat("    ", depth+1)
	text := " {"
	if x, y, ok := m.pair(); ok {
		text += indent + x + " = " + y + indent + y + " = " + x
	}
	last := scoped(m, func() string { return m.statement(depth + 1) })
	return text + indent + last + indent[:len(indent)-4] + "}"
}

// pair writes two targets of one type.
func (m *maker) pair() (x, y string, ok bool) {
	n := m.variableOf(func(*name) bool { return true })
	if n == nil {
		return "", "", false
	}
	o := m.variableOf(func(o *name) bool { return o.t == n.t })
	x, t, ok1 := m.target(n)
	y, u, ok2 := m.target(o)
	return x, y, ok1 && ok2 && t == u && x != y
}

// changingLoop iterates over a set of the state and changes it in the loop.
func (m *maker) changingLoop(depth int) (string, bool) {
	n := m.variableOf(func(n *name) bool { return n.t.kind == set || n.t.kind == array && n.t.elem().kind == set })
	if n == nil {
		return "", false
	}
	s, t := n.text, n.t
	if t.kind == array {
		at, ok := m.index(t, 0)
		if !ok {
			return "", false
		}
		s, t = s+"["+at.s+"]", t.elem()
	}
	size := int(t.elem().size())
	if size == 0 || m.load*size > maxLoad {
		return "", false
	}
	text := scoped(m, func() string {
		m.load *= size
		x := m.localName(m.names())
		lo, hi := boundsOf(t)
		m.bind(&name{text: x, t: t.elem(), level: stateful, lo: lo, hi: hi, ranged: true})
		body := m.one(" += ", " -= ") + m.exact(t.elem(), 0).s
		if m.r.IntN(3) == 0 {
			body = m.one(" -= "+x, " = {"+x+"}", " = {}")
		}
		first := ""
		if m.r.IntN(2) == 0 {
			m.left -= 2
			first = "\n" + strings.Repeat("    ", depth+1) + m.statement(depth+1)
		}
		indent := "\n" + strings.Repeat("    ", depth+1)
		return "for " + x + " in " + s + " {" + indent + s + body + first + indent[:len(indent)-4] + "}"
	})
	return text, text != ""
}

// let names a value.
func (m *maker) let() (string, bool) {
	t := m.simpleAround()
	switch k := m.r.IntN(6); {
	case k == 0:
		t = setOf(t)
	case k == 1:
		if a, ok := m.arrayAround(nil); ok && a.elem().kind != text {
			t = a
		}
	case k == 2 && m.leans("let of a text") > 0:
		t = texts
	}
	e, ok := m.value(t, m.deep)
	if !ok || e.bare {
		return "", false
	}
	if t.kind == number {
		t = anyNumber
	}
	s := m.localName(m.blockNames())
	n := &name{text: s, t: t, level: max(e.level, constant), lo: e.lo, hi: e.hi}
	if t.kind == text {
		n.level = stateful // it may be a character that depends on the state
	}
	m.bind(n)
	return "let " + s + " = " + e.s, true
}

// blockNames returns the local names.
func (m *maker) blockNames() []string {
	var out []string
	for _, n := range m.values[m.local:] {
		out = append(out, n.text)
	}
	return out
}

// names returns all names of values.
func (m *maker) names() []string {
	var out []string
	for _, n := range m.values {
		out = append(out, n.text)
	}
	return out
}

// assignment changes a state variable.
func (m *maker) assignment() (string, bool) {
	n := m.variableOf(func(*name) bool { return true })
	if n == nil {
		return "", false
	}
	target, t, ok := m.target(n)
	if !ok {
		return "", false
	}
	w := ways[string]{m: m}
	w.always(4, func() (string, bool) {
		e, ok := m.assigned(t)
		return target + " = " + e.s, ok
	})
	w.add("value that turns", 6, func() (string, bool) { return m.turned(target, t) })
	switch t.kind {
	case number:
		w.add("+= on a number", 4, func() (string, bool) {
			e, ok := m.step(t)
			return target + m.one(" += ", " -= ") + e.at(implication), ok
		})
	case set:
		w.add("+= on a set, a member", 4, func() (string, bool) {
			e, ok := m.fitting(t.elem(), m.deep)
			return target + m.one(" += ", " -= ") + e.s, ok
		})
		w.add("+= on a set, a set", 2, func() (string, bool) {
			e, ok := m.set(t.elem(), m.deep)
			return target + m.one(" += ", " -= ") + e.s, ok
		})
	}
	return w.take()
}

// target writes the target of an assignment: a variable or an element.
func (m *maker) target(n *name) (string, *typ, bool) {
	if n.t.kind != array || m.chance("whole array assigned", 8) {
		return n.text, n.t, true
	}
	at, ok := m.index(n.t, m.deep)
	return n.text + "[" + at.s + "]", n.t.elem(), ok
}

// turned writes an assignment that changes the target, so that there are many states.
func (m *maker) turned(target string, t *typ) (string, bool) {
	f := m.one("next", "prev")
	switch {
	case t.kind == truth:
		return target + " = not " + target, true
	case t.kind == number && m.r.IntN(2) == 0:
		return target + m.one(" += ", " -= ") + "1", true
	case t.kind == set && t.elem().size() > 0:
		return target + m.one(" += ", " -= ") + m.exact(t.elem(), 0).s, true
	case t.kind <= member && m.can(f):
		return target + " = " + f + "(" + target + ")", true
	}
	return "", false
}

// assigned generates a value to assign.
func (m *maker) assigned(t *typ) (expr, bool) {
	switch t.kind {
	case number, tuple:
		return m.fitting(t, m.deep)
	}
	return m.value(t, m.deep)
}

// step generates a number to add or to subtract.
func (m *maker) step(t *typ) (expr, bool) {
	if m.r.IntN(2) == 0 || t.lo < -1<<62 || t.hi > 1<<62 {
		return literal(int64(m.among(-1, 2))), true
	}
	e, ok := m.number(m.deep)
	_, _, fits := addBounds(e, expr{lo: t.lo, hi: t.hi})
	_, _, fits2 := subBounds(expr{lo: t.lo, hi: t.hi}, e)
	return e, ok && fits && fits2
}

// idle generates a statement without effect, whose parts may be undefined.
func (m *maker) idle() (string, bool) {
	n := m.variableOf(func(*name) bool { return true })
	if n == nil {
		return "", false
	}
	target, t, ok := m.target(n)
	if !ok {
		return "", false
	}
	list := []string{target + " = " + target}
	switch t.kind {
	case number:
		list = append(list, target+" += 0", target+" -= 0", fmt.Sprintf("%s = %s * 1", target, target), fmt.Sprintf("%s = 0 + %s", target, target))
		if e, ok := m.number(m.deep); ok && e.hi < 1<<40 && e.lo > -1<<40 {
			list = append(list, target+" += 0 * "+e.at(primary))
		}
	case set:
		list = append(list, target+" -= {}", target+" += {}", target+" = "+target+" union {}", target+" += "+target)
		if e, ok := m.set(t.elem(), m.deep); ok {
			list = append(list, target+" = "+target+" union ("+e.at(sum)+" minus "+e.at(product)+")")
		}
	case truth:
		list = append(list, target+" = not not "+target, target+" = "+target+" or false")
	}
	return m.one(list...), true
}
