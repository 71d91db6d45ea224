package generated

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// file generates all declarations.
func (m *maker) file() {
	m.load = 1
	m.edge64 = m.chance("ends of 64 bits", 12)
	m.finds = m.wants(m.o.Find, 2)
	moves := m.wants(m.o.Moves, 4)
	if !moves && m.o.Find != Never {
		m.finds = true
	}
	m.head()
	m.isolated(constant, true, m.constants)
	m.budget()
	if m.finds {
		m.variables(found)
	}
	if moves {
		m.variables(stateful)
	}
	m.functions(moves)
	if m.finds {
		m.isolated(found, false, func() { m.rules("require", m.among(0, 2)) })
	}
	if moves {
		m.isolated(stateful, false, m.moving)
	}
	if m.chance("prefer", 5) {
		l := found
		if moves {
			l = stateful
		}
		m.isolated(l, false, m.soft)
	}
	if moves && m.chance("objective of plans", 5) {
		m.isolated(stateful, true, m.planObjective)
	} else if !moves && m.chance("objective", 2) {
		m.isolated(found, false, m.objective)
	}
	m.isolated(stateful, false, m.shows)
}

// wants decides an open option; one of n models goes without.
func (m *maker) wants(w Want, n int) bool { return w == Always || w == Maybe && m.r.IntN(n) > 0 }

// head generates the title.
func (m *maker) head() {
	if m.r.IntN(4) == 0 {
		return
	}
	if m.chance("description", 3) {
		m.title = "// What it is about.\n"
	}
	m.title += "puzzle " + m.one(`"made up"`, "`raw`", `"a \"b\" {c}"`, `""`)
	if m.chance("strict", 4) {
		m.title += " strict"
	}
	m.title += "\n"
}

// budget sets the maximum number of states of the variables together.
func (m *maker) budget() {
	m.room = float64([]int{16, 60, 120, 250, 600, 2000}[m.r.IntN(6)])
	if m.o.States > 0 {
		m.room = float64(m.o.States)
	}
}

// constants generates constants, enums, named types and texts.
func (m *maker) constants() {
	for range m.r.IntN(3) {
		m.knownNumber()
	}
	for range m.among(0, 2) {
		m.enum()
	}
	if m.chance("union of enums", 3) {
		m.union()
	}
	if m.chance("type or none", 3) {
		m.optional()
	}
	for range m.r.IntN(3) {
		m.alias()
	}
	if m.chance("type of listed values", 2) {
		if t := m.listedType(); t != nil {
			m.types = append(m.types, t)
		}
	}
	if m.chance("text", 3) {
		m.textConstant()
	}
	if m.chance("grid", 3) && m.can("grid") {
		m.grid()
	}
	for range m.r.IntN(3) {
		m.constant()
	}
	for range m.r.IntN(2) {
		m.function(constant)
	}
}

// knownNumber generates a constant or a parameter whose value types may use.
func (m *maker) knownNumber() {
	v := int64(m.among(-1, 4))
	s := m.fresh("n", "lim", "k0", "most")
	n := &name{text: s, t: anyNumber, lo: v, hi: v, value: &v}
	typ := ""
	if m.r.IntN(2) == 0 {
		n.t = rangeOf(v-int64(m.r.IntN(2)), v+int64(m.r.IntN(6)))
		n.ranged = true
		typ = ": " + m.write(n.t)
	}
	if m.chance("param", 3) {
		if typ == "" {
			n.t, n.ranged = rangeOf(-9, 9), true
			typ = ": -9..9"
		}
		if m.given(s, n.t, fmt.Sprint(v), m.known(v, 1).s) {
			m.declare("param %s%s%s", s, typ, m.one("", " = "+m.exact(n.t, 0).s))
		} else {
			m.declare("param %s%s = %s", s, typ, m.known(v, 2).s)
		}
	} else {
		m.declare("const %s%s = %s", s, typ, m.known(v, 2).s)
	}
	m.values = append(m.values, n)
	m.local = len(m.values)
}

// enum generates an enum, whose members may be given outside.
func (m *maker) enum() {
	t := &typ{kind: member, name: m.fresh("E", "Bank", "Host", "Colour")}
	base := strings.ToLower(string([]rune(t.name)[:1]))
	for i := range m.among(1, 3) + m.r.IntN(2) {
		t.members = append(t.members, m.fresh(fmt.Sprint(base, i+1)))
	}
	if s := m.memberOfAnother(); s != "" && m.chance("member of two enums", 2) {
		t.members[m.r.IntN(len(t.members))] = s
	}
	t.listed = t.members
	if !m.chance("param enum", 5) {
		written := slices.Clone(t.members)
		for i := range written {
			if m.chance("label of a member", 6) {
				written[i] += m.one(` "a label"`, " `{x}`", ` "é, ☺"`, ` ""`)
			}
		}
		m.declare("enum %s { %s }", t.name, joined(written))
		m.types = append(m.types, t)
		return
	}
	text := "param enum " + t.name + m.one(" { "+joined(t.members)+" }", "")
	if m.chance("members given", 1) || !strings.HasSuffix(text, "}") {
		old := t.members
		t.members = nil
		for _, s := range old {
			if m.r.IntN(2) == 0 && strings.HasSuffix(text, "}") {
				t.members = append(t.members, s)
			} else if s := m.oddMember(append(t.members, old...)); s != "" {
				t.members = append(t.members, s)
			}
		}
		if len(t.members) == 0 {
			t.members = old
		}
		if !strings.HasSuffix(text, "}") {
			t.listed = nil
		}
		m.giveMembers(t)
	}
	m.declare("%s", text)
	m.types = append(m.types, t)
}

// memberOfAnother returns the name of a member of an enum, or "".
func (m *maker) memberOfAnother() string {
	for _, t := range m.types {
		if t.kind == member && len(t.listed) > 0 {
			return m.one(t.listed...)
		}
	}
	return ""
}

// alias generates a named type.
func (m *maker) alias() {
	t := *m.fieldType(8, true)
	if m.r.IntN(3) == 0 {
		t = *setOf(m.scalar(3, false))
	}
	if t.kind == truth || t.kind == member {
		return
	}
	if t.only != nil {
		return
	}
	text := m.write(&t)
	t.name = m.fresh("T", "Row", "Pair", "Some")
	if t.fields != nil && m.chance("label of a type", 2) {
		text += m.one(` "{`+t.fields[0]+`} {{{(`+t.fields[1]+`)}"`, " `{"+t.fields[1]+"}{"+t.fields[0]+"}`", ` "a tuple"`, ` ""`)
	}
	m.declare("type %s = %s", t.name, text)
	m.types = append(m.types, &t)
}

// objective generates an objective of values.
func (m *maker) objective() {
	e, ok := m.number(3)
	if !ok || e.lo == math.MinInt64 {
		return
	}
	text := m.one("minimize ", "maximize ") + e.s
	for range 2 {
		if !m.chance("several objectives", 4) {
			break
		}
		if e, ok = m.number(2); ok && e.lo > math.MinInt64 {
			text += m.one(" then ", " then minimize ", " then maximize ") + e.s
		}
	}
	m.declare("%s", text)
}

// planObjective generates an objective of plans.
func (m *maker) planObjective() {
	text, word := "", m.one("minimize", "maximize")
	for i := 0; i == 0 || i < 3 && m.chance("several objectives", 3); i++ {
		e, ok := m.number(2)
		if !ok || e.lo < -1<<30 || e.hi > 1<<30 {
			return
		}
		total, way := "", m.one("cost", "steps", "2 * cost", "cost + steps", "steps * 3 + cost")
		if word == "minimize" {
			total = m.one(way+" + "+e.at(product), e.s, e.s, way)
		} else {
			total = m.one(e.at(sum)+" - ("+way+")", e.s, e.s, "-("+way+")")
		}
		if i > 0 {
			text += m.one(" then ", " then "+word+" ")
		}
		text += total
	}
	m.declare("%s", word+" "+text)
}

// soft generates soft rules.
func (m *maker) soft() {
	for range m.among(1, 3) {
		weight := m.one("", " weight "+fmt.Sprint(m.r.IntN(4)), " weight ("+fmt.Sprint(m.r.IntN(3))+" + 1)")
		why := m.one(`"why"`, "`b`")
		m.declare("prefer %s%s: %s", why, weight, m.truth(2).s)
	}
	if m.chance("prefer without a reason", 3) {
		m.declare("prefer %s", m.truth(2).s)
	}
}

// rules generates require, never and other rules.
func (m *maker) rules(word string, n int) {
	m.asks = word != "require"
	defer func() { m.asks = false }()
	for range n {
		m.declare("%s %s%s", word, m.why(), m.condition(word))
	}
}

func (m *maker) why() string {
	if m.chance("reason", 3) {
		return m.one(`"why": `, "`raw reason`: ", `"a {b} \"c\"": `)
	}
	return ""
}

// condition generates a condition of a rule. One on states mostly excludes the start, since a start
// that violates a rule is an error.
func (m *maker) condition(word string) string {
	e := m.truth(3)
	if word == "require" || word == "goal" {
		// Three in four conditions can probably hold.
		for range m.r.IntN(4) {
			e = m.join(disjunction, e, "or", m.truth(1))
		}
	}
	if m.finds && m.r.IntN(3) == 0 || word != "never" && word != "always" {
		return e.s
	}
	for _, n := range m.values {
		if n.start != "" && !m.chance("rule on the start", 40) {
			if word == "never" {
				return n.text + " != " + n.start + " and " + e.at(negation)
			}
			return n.text + " == " + n.start + " or " + e.at(conjunction)
		}
	}
	if word == "never" {
		return "false and " + e.at(negation)
	}
	return "true or " + e.at(conjunction)
}

// shows generates columns and boards.
func (m *maker) shows() {
	m.interp, m.asks = true, true
	defer func() { m.asks = false }()
	for range m.r.IntN(3) {
		switch {
		case m.chance("board", 3):
			m.board()
		case m.chance("show timeline", 4):
			m.timeline()
		case m.chance("show", 1):
			e, ok := m.anything(3)
			if m.chance("text with values", 3) {
				e, ok = m.shown(2), true
			}
			if ok {
				m.declare("show %s = %s", m.one(`"a"`, `"b c"`, "`d`", `"{x}"`), e.s)
			}
		}
	}
}

// timeline generates a timeline of arrays over the same one or two indices.
func (m *maker) timeline() {
	index := []*typ{m.scalar(3, true), m.scalar(3, true)}[:m.among(1, 2)]
	array := func(elem *typ) string {
		return scoped(m, func() string {
			var taken []string
			binders := m.namedIndex(index, &taken)
			e, ok := m.value(elem, 2)
			if !ok {
				return ""
			}
			return "[" + binders[1:len(binders)-1] + " -> " + e.s + "]"
		})
	}
	start, length, row := array(m.numbers(false)), array(m.numbers(false)), ""
	if start == "" || length == "" {
		return
	}
	if m.r.IntN(2) == 0 {
		if row = array(m.simpleAround()); row != "" {
			row = ", " + row
		}
	}
	m.declare("show timeline \"when\" = %s, %s%s", start, length, row)
}

// board generates a board with one or two indices.
func (m *maker) board() {
	s := m.fresh("board", "row", "map")
	text := scoped(m, func() string {
		var taken []string
		index := m.namedIndex([]*typ{m.scalar(3, true), m.scalar(3, true)}[:m.among(1, 2)], &taken)
		e, ok := m.shownText(2)
		if m.r.IntN(2) == 0 {
			e, ok = m.value(m.simpleAround(), 2)
		}
		if !ok {
			return ""
		}
		return "show " + s + index + " = " + e.s
	})
	if text != "" {
		m.declare("%s", text)
	}
}
