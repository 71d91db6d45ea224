package generated

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// oddMembers are members of enums that only the caller can give, and similar names.
var oddMembers = []string{
	"true", "and", "if", "set", "in", "not", "all", "of", "bool", "text", "none", "a b", "h-1", "1", "-3", "٣", "ü", "⬛", "a.b", "(a, b)", "{", "}", "x:", "'", `"q"`, `\`, "#", "//", "é☺", "m[1]", "union", "size", "else", "goal",
}

// oddMember returns a member that is not among those of its enum, or "". It may be the name of
// something else.
func (m *maker) oddMember(others []string) string {
	for i := range 5 {
		s := m.one(oddMembers...)
		switch {
		case m.leans("odd member") == 0:
			s = fmt.Sprint("given", i)
		case m.chance("member with the name of something else", 4):
			s = m.one(slices.Sorted(maps.Keys(m.global))...)
		}
		if !slices.Contains(others, s) {
			return s
		}
	}
	return ""
}

var keywords = strings.Fields("puzzle param const enum type def state find move cost require never always goal minimize maximize " +
	"show let if then else for in where all any and or not implies set of true false")

// isName reports whether s can be written as a name.
func isName(s string) bool {
	for i, r := range s {
		if !(unicode.IsLetter(r) || i > 0 && (r == '_' || unicode.IsDigit(r))) {
			return false
		}
	}
	return s != "" && s != "bool" && s != "text" && !slices.Contains(keywords, s)
}

// giveMembers gives the members of an enum outside of the file.
func (m *maker) giveMembers(t *typ) {
	plain := !slices.ContainsFunc(t.members, func(s string) bool { return strings.ContainsAny(s, ",{}\n") })
	if plain && m.r.IntN(2) == 0 {
		m.settings = append(m.settings, Setting{t.name, strings.Join(t.members, ",")})
		return
	}
	b, _ := json.Marshal(t.members)
	m.data[t.name] = string(b)
}

// given decides whether the value of a parameter is given outside of the file: as JSON, or as a
// setting if possible.
func (m *maker) given(s string, t *typ, inJSON, setting string) bool {
	if inJSON == "" || !m.chance("value given", 2) {
		return false
	}
	if setting != "" && m.r.IntN(2) == 0 {
		m.settings = append(m.settings, Setting{s, setting})
		return true
	}
	m.data[s] = inJSON
	return true
}

// jsonValue generates a value of a type as JSON.
func (m *maker) jsonValue(t *typ) string {
	b, err := json.Marshal(m.datum(t, t.index))
	if err != nil {
		panic(fmt.Sprintf("made: %v", err))
	}
	return string(b)
}

// datum generates a value; index is the remaining index of an array.
func (m *maker) datum(t *typ, index []*typ) any {
	if t.only != nil {
		return t.only[m.r.IntN(len(t.only))]
	}
	switch t.kind {
	case truth:
		return m.r.IntN(2) == 0
	case number:
		return m.valueOf(t)
	case member:
		return t.members[m.r.IntN(len(t.members))]
	case text:
		return m.one("", "a", "ab", "é☺", "7\n8", `"`)
	case tuple:
		list := []any{}
		for _, e := range t.elems {
			list = append(list, m.datum(e, nil))
		}
		return list
	case set:
		list := []any{}
		for _, x := range m.allData(t.elem()) {
			if m.r.IntN(2) == 0 {
				list = append(list, x)
			}
		}
		return list
	}
	if len(index) == 0 {
		return m.datum(t.elem(), nil)
	}
	keys := m.allData(index[0])
	if index[0].kind != tuple && m.r.IntN(2) == 0 {
		object := map[string]any{}
		for _, k := range keys {
			object[fmt.Sprint(k)] = m.datum(t, index[1:])
		}
		return object
	}
	list := []any{}
	for range keys {
		list = append(list, m.datum(t, index[1:]))
	}
	return list
}

// allData returns all values of a type, in order.
func (m *maker) allData(t *typ) []any {
	if t.only != nil {
		return slices.Clone(t.only)
	}
	var out []any
	switch t.kind {
	case truth:
		out = append(out, false, true)
	case number:
		for i := range int64(t.size()) {
			out = append(out, t.lo+i)
		}
	case member:
		for _, s := range t.members {
			out = append(out, s)
		}
	case tuple:
		rows := [][]any{{}}
		for _, e := range t.elems {
			var longer [][]any
			for _, row := range rows {
				for _, x := range m.allData(e) {
					longer = append(longer, append(slices.Clone(row), x))
				}
			}
			rows = longer
		}
		for _, row := range rows {
			out = append(out, row)
		}
	}
	return out
}

// jsonData returns the data file.
func (m *maker) jsonData() string {
	if len(m.data) == 0 {
		return ""
	}
	var fields []string
	for _, k := range slices.Sorted(maps.Keys(m.data)) {
		key, _ := json.Marshal(k)
		fields = append(fields, string(key)+": "+m.data[k])
	}
	return "{" + strings.Join(fields, ",\n ") + "}"
}

// textConstant generates a text as a constant or a parameter, or an array of texts.
func (m *maker) textConstant() {
	n := &name{text: m.fresh("word", "t", "letters"), t: texts}
	switch {
	case m.chance("array of texts", 4):
		n.t = &typ{kind: array, index: m.indexes(4)[:1], elems: []*typ{texts}}
		index, e, ok := m.initial(n.t)
		if !ok {
			return
		}
		m.declare("%s %s%s: text = %s", m.one("const", "param"), n.text, index, e.s)
	case m.chance("param", 3):
		s := m.textLiteral().s
		if m.given(n.text, texts, m.jsonValue(texts), m.one("a,b", "{x}", "1 + 2", "é", "90a")) {
			m.declare("param %s: text%s", n.text, m.one("", " = "+s))
		} else {
			m.declare("param %s: text = %s", n.text, s)
		}
	default:
		m.declare("const %s%s = %s", n.text, m.one("", ": text"), m.textLiteral().s)
	}
	m.values = append(m.values, n)
	m.local = len(m.values)
}

// grid generates a picture, its grid and sometimes types of its rows and columns.
func (m *maker) grid() {
	rows, cols := m.among(1, 3), m.among(1, 4)
	var lines []string
	for r := range rows {
		n := cols
		if r > 0 && m.r.IntN(3) == 0 {
			n = m.r.IntN(cols + 1)
		}
		var b strings.Builder
		for range n {
			b.WriteString(m.one("#", ".", "@", "a", "7", "9", "0", "☺"))
		}
		lines = append(lines, b.String())
	}
	if n := len(lines); n > 1 && lines[n-1] == "" {
		lines[n-1] = "."
	}
	if n := len(lines); n > 1 && lines[0] == "" || len([]rune(lines[0])) < cols {
		lines[0] = strings.Repeat("#", cols)
	}
	picture := "`\n" + strings.Join(lines, "\n") + m.one("", "\n") + "`"
	if m.r.IntN(3) == 0 {
		s := m.fresh("level", "plan_")
		m.declare("param %s: text = %s", s, picture)
		m.values = append(m.values, &name{text: s, t: texts})
		picture = s
	}
	g := m.fresh("g", "board_")
	m.declare("const %s = grid(%s)", g, picture)
	t := &typ{kind: array, index: []*typ{rangeOf(1, int64(rows)), rangeOf(1, int64(cols))}, elems: []*typ{texts}}
	m.values = append(m.values, &name{text: g, t: t})
	m.local = len(m.values)
	if m.can("rows") && m.can("cols") {
		for i, f := range []string{"rows", "cols"} {
			if m.r.IntN(2) == 0 {
				typ := *t.index[i]
				typ.name = m.fresh("R", "C")
				m.declare("type %s = 1..%s(%s)", typ.name, f, g)
				m.types = append(m.types, &typ)
			}
		}
	}
}
