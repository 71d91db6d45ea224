package generated

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

func joined(list []string) string { return strings.Join(list, ", ") }

// literal returns a number literal.
func literal(v int64) expr {
	e := atom(strconv.FormatInt(v, 10)).bounded(v, v)
	if v < 0 {
		e.prec = minus
	}
	return e
}

// known generates a constant expression with the value v.
func (m *maker) known(v int64, d int) expr {
	w := ways[expr]{m: m}
	w.always(24, func() (expr, bool) { return literal(v), true })
	if d > 0 {
		m.knownWays(&w, v, d-1)
	}
	e, _ := w.take()
	return e.bounded(v, v)
}

func (m *maker) knownWays(w *ways[expr], v int64, d int) {
	part := func() int64 { return int64(m.among(-2, 3)) }
	w.add("constant sum", 2, func() (expr, bool) {
		k := part()
		rest, ok := add(v, -k)
		if !ok {
			return expr{}, false
		}
		return m.join(sum, m.known(rest, d), "+", m.known(k, d)), true
	})
	w.add("constant difference", 2, func() (expr, bool) {
		k := part()
		whole, ok := add(v, k)
		if !ok {
			return expr{}, false
		}
		return m.join(sum, m.known(whole, d), "-", m.known(k, d)), true
	})
	w.add("constant quotient", 1, func() (expr, bool) {
		k := int64(m.among(1, 3))
		whole, ok := mul(v, k)
		if !ok {
			return expr{}, false
		}
		return m.join(product, m.known(whole, 0), "/", m.known(k, d)), true
	})
	w.add("constant choice", 1, func() (expr, bool) {
		c := m.one("true", "not false", "1 < 2", "2 in {1, 2}")
		return ifs(atom(c), m.known(v, d), m.known(part(), d)), true
	})
	if v > math.MinInt64+8 && v < math.MaxInt64-8 {
		w.add("constant function", 2, func() (expr, bool) { return m.knownCall(v, d) })
	}
	w.add("constant name", 30, func() (expr, bool) { return m.knownName(v) })
	w.add("constant name and more", 10, func() (expr, bool) {
		k := part()
		x, ok := m.knownName(v - k)
		if !ok || v < -1000 || v > 1000 {
			return expr{}, false
		}
		return m.join(sum, x, "+", literal(k)), true
	})
	for _, t := range m.types {
		if t.kind == member && !m.hidden(t.name) && t.size() == float64(v) && m.can("size") {
			w.add("size of a type", 6, func() (expr, bool) { return call("size", atom(t.name)), true })
		}
	}
}

func (m *maker) knownName(v int64) (expr, bool) {
	var fits []*name
	for _, n := range m.visible() {
		if n.value != nil && *n.value == v {
			fits = append(fits, n)
		}
	}
	if len(fits) == 0 {
		return expr{}, false
	}
	return fits[m.r.IntN(len(fits))].use(), true
}

func (m *maker) knownCall(v int64, d int) (expr, bool) {
	switch k := m.r.IntN(5); {
	case k == 0 && v >= 0 && m.can("abs"):
		return call("abs", m.known(v*[]int64{1, -1}[m.r.IntN(2)], d)), true
	case k == 1 && m.can("min"):
		return call("min", m.known(v, d), m.known(v+int64(m.r.IntN(3)), d)), true
	case k == 2 && m.can("max"):
		return call("max", m.known(v-int64(m.r.IntN(3)), d), m.known(v, d)), true
	case k == 3 && v >= 0 && v < 6 && m.can("len") && m.quotes == 0:
		return call("len", atom(`"`+string([]rune("aé☺b c")[:v])+`"`)), true
	case k == 4 && v >= 0:
		for _, t := range m.types {
			if t.kind == member && !t.some && !t.opt && t.parts == nil && v < int64(len(t.members)) && m.can("ord") {
				if s := m.writeMember(t, int(v)); s != "" {
					return call("ord", atom(s)), true
				}
			}
		}
	}
	return expr{}, false
}

// writeMember writes a member of an enum by its name, or "" if it has no name that can be written
// here.
func (m *maker) writeMember(t *typ, i int) string {
	for _, p := range t.parts {
		if i < len(p.members) {
			return m.writeMember(p, i)
		}
		i -= len(p.members)
	}
	if t.opt {
		if i == 0 && m.hidden(t.name) {
			return ""
		} else if i == 0 {
			return t.name + ".none"
		}
		return m.writeMember(t.base, i-1)
	}
	s := t.members[i]
	if t.some { // the enum has some values of its type
		return m.writeMember(t.base, slices.Index(t.base.members, s))
	}
	listed := slices.Contains(t.listed, s)
	switch plain := listed && !m.hidden(s) && m.enumsWith(s) == 1; {
	case plain && (m.hidden(t.name) || !m.chance("member with its enum", 4)):
		return s
	case m.hidden(t.name):
		return ""
	case listed:
		return t.name + "." + s
	case m.quotes == 0 && m.chance("member in quotes", 3):
		return t.name + "." + strconv.Quote(s)
	}
	return ""
}

// enumsWith returns the number of enums with a member of the name in the file.
func (m *maker) enumsWith(s string) int {
	n := 0
	for _, t := range m.types {
		if t.kind == member && slices.Contains(t.listed, s) {
			n++
		}
	}
	return n
}

// plainMember writes a member without its enum, if its place determines the enum.
func (m *maker) plainMember(t *typ) (expr, bool) {
	s := t.members[m.r.IntN(len(t.members))]
	if t.base != nil || t.parts != nil { // its enum may be ambiguous
		return expr{}, false
	}
	if !slices.Contains(t.listed, s) || m.hidden(s) {
		return expr{}, false
	}
	return atom(s), true
}

// exact generates a literal value of a type.
func (m *maker) exact(t *typ, d int) expr {
	if t.only != nil && t.kind == tuple {
		return typed(atom(m.one(t.rows()...)), t)
	}
	switch t.kind {
	case truth:
		return atom(m.one("false", "true"))
	case number:
		return m.known(m.valueOf(t), d)
	case member:
		return m.exactMember(t)
	case tuple:
		list := make([]string, len(t.elems))
		for i, e := range t.elems {
			list[i] = m.exact(e, d).s
		}
		return typed(atom("("+joined(list)+")"), t)
	case set:
		return typed(m.exactSet(t.elem(), d), t)
	case text:
		return m.textLiteral()
	}
	e, ok := m.arrayOf(t, func() (expr, bool) {
		e := m.exact(t.elem(), d)
		return e, e.s != ""
	})
	if !ok {
		return expr{}
	}
	return e
}

// valueOf picks a number of a range, mostly one of its first or its last.
func (m *maker) valueOf(t *typ) int64 {
	switch {
	case t.only != nil:
		return t.only[m.r.IntN(len(t.only))].(int64)
	case t == anyNumber:
		return int64(m.r.IntN(4))
	case t.lo >= t.hi:
		return t.lo
	case m.r.IntN(3) == 0:
		return t.hi
	}
	return t.lo + int64(m.r.Uint64N(min(9, uint64(t.hi)-uint64(t.lo))+1))
}

func (m *maker) exactMember(t *typ) expr {
	i := m.r.IntN(len(t.members))
	if s := m.writeMember(t, i); s != "" {
		return atom(s)
	}
	// Names that cannot be written are reached through the type.
	v := fmt.Sprintf("q%d", len(m.values))
	if !m.can("ord") {
		return atom(fmt.Sprintf("%s(%s: %s -> %s)", m.one("min", "max"), v, t.name, v))
	}
	return atom(fmt.Sprintf("min(%s: %s where ord(%s) >= %d -> %s)", v, t.name, v, i, v))
}

// exactSet generates a literal set of values of type t.
func (m *maker) exactSet(t *typ, d int) expr {
	n := 0
	if t.size() > 0 {
		n = m.r.IntN(int(min(t.size(), 3)) + 1)
	}
	list := make([]string, n)
	for i := range list {
		list[i] = m.exact(t, d).s
	}
	e := atom("{" + joined(list) + "}")
	e.bare = n == 0
	return e
}

// arrayOf writes an array of a type as a list, or as a formula.
func (m *maker) arrayOf(t *typ, elem func() (expr, bool)) (expr, bool) {
	x := t.index[0]
	if len(t.index) == 1 && x.kind == number && x.only == nil && x.lo == 1 && x.size() > 0 && x.size() < 7 && m.r.IntN(2) == 0 {
		var parts []expr
		for range int(x.size()) {
			e, ok := elem()
			if !ok {
				return expr{}, false
			}
			parts = append(parts, e)
		}
		e := call("", parts...)
		e.s = "[" + e.s[1:len(e.s)-1] + "]"
		return e.hull(parts...), true
	}
	return scoped(m, func() result { return m.formula(t, elem) }).split()
}

type result struct {
	e  expr
	ok bool
}

func (r result) split() (expr, bool) { return r.e, r.ok }

// formula writes an array as [i: T, j: U -> e].
func (m *maker) formula(t *typ, elem func() (expr, bool)) result {
	m.load *= int(max(1, t.cells()))
	if m.load > maxLoad {
		return result{}
	}
	var binders, taken []string
	for _, x := range t.index {
		if x.kind == tuple && x.name == "" && m.leans("array over a tuple type") == 0 {
			return result{}
		}
		s := m.localName(taken)
		taken = append(taken, s)
		lo, hi := boundsOf(x)
		binders = append(binders, s+": "+m.write(x))
		m.bind(&name{text: s, t: x, lo: lo, hi: hi, ranged: true})
	}
	e, ok := elem()
	return result{atom("["+joined(binders)+" -> "+e.s+"]", e).like(e), ok}
}

// maxLoad is the maximum number of instances of one expression.
const maxLoad = 200
