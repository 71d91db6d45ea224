package generated

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

type kind uint8

const (
	truth kind = iota
	number
	member // of an enum
	tuple
	set
	array
	text
)

// A typ is a type. All numbers have one type, whatever their range.
type typ struct {
	kind    kind
	name    string // "" if it has no name
	lo, hi  int64  // number
	members []string
	listed  []string // the members in the file
	elems   []*typ   // of a tuple: its components; of a set or an array: one
	index   []*typ

	only  []any  // the values of a number or tuple type that lists them: int64, bool and []any of them
	base  *typ   // of an enum: the enum that it is a part of
	parts []*typ // of a union
	some  bool   // of an enum: it has some values of another
	opt   bool   // of an enum: it has those of another, and none
	wider bool   // of an enum: there is a type with its values and others

	fields []string // the names of the components of a tuple
}

var (
	boolean = &typ{kind: truth}
	texts   = &typ{kind: text}
)

// anyNumber is the type of numbers without a range.
var anyNumber = &typ{kind: number, lo: math.MinInt64, hi: math.MaxInt64}

func rangeOf(lo, hi int64) *typ { return &typ{kind: number, lo: lo, hi: hi} }

func setOf(t *typ) *typ { return &typ{kind: set, elems: []*typ{t}} }

func (t *typ) elem() *typ { return t.elems[0] }

// size returns the number of values.
func (t *typ) size() float64 {
	if t.only != nil {
		return float64(len(t.only))
	}
	switch t.kind {
	case truth:
		return 2
	case number:
		if t.lo > t.hi {
			return 0
		}
		return float64(uint64(t.hi)-uint64(t.lo)) + 1
	case member:
		return float64(len(t.members))
	case tuple:
		n := 1.0
		for _, e := range t.elems {
			n *= e.size()
		}
		return n
	case set:
		return math.Pow(2, t.elem().size())
	case array:
		return math.Pow(t.elem().size(), t.cells())
	}
	return math.Inf(1)
}

// cells returns the number of elements of an array.
func (t *typ) cells() float64 {
	n := 1.0
	for _, x := range t.index {
		n *= x.size()
	}
	return n
}

// same reports whether values of a and b can be compared and assigned.
func same(a, b *typ) bool {
	if a.kind != b.kind || len(a.elems) != len(b.elems) || len(a.index) != len(b.index) {
		return false
	}
	if a.kind == member && a.root() != b.root() {
		return false
	}
	for i := range a.elems {
		if !same(a.elems[i], b.elems[i]) {
			return false
		}
	}
	for i := range a.index {
		if !exactly(a.index[i], b.index[i]) {
			return false
		}
	}
	return true
}

// root returns the enum with all values that are comparable with those of t.
func (t *typ) root() *typ {
	for t.base != nil {
		t = t.base
	}
	return t
}

// narrow reports whether comparable values may lie outside of t; numbers of a range do not count.
func (t *typ) narrow() bool { return t.base != nil || t.only != nil || t.wider }

// exactly reports whether a and b have the same values.
func exactly(a, b *typ) bool {
	if !same(a, b) || a.kind == number && (a.lo != b.lo || a.hi != b.hi) || a.kind == member && a != b || !reflect.DeepEqual(a.only, b.only) {
		return false
	}
	for i := range a.elems {
		if !exactly(a.elems[i], b.elems[i]) {
			return false
		}
	}
	return true
}

// ordered reports whether values can be compared with <.
func (t *typ) ordered() bool {
	switch t.kind {
	case number, member:
		return true
	case tuple:
		for _, e := range t.elems {
			if !e.ordered() {
				return false
			}
		}
		return true
	}
	return false
}

// simple reports whether t can be in a set or a tuple.
func (t *typ) simple() bool { return t.kind <= tuple }

// scalar generates a scalar type: truth values, numbers or names, with at most most values. It may
// be empty if empty is set.
func (m *maker) scalar(most float64, empty bool) *typ {
	for range 8 {
		var w ways[*typ]
		w.m = m
		w.add("bool", 1, func() (*typ, bool) { return boolean, true })
		w.always(3, func() (*typ, bool) { return m.numbers(empty), true })
		for _, t := range m.types {
			if t.kind <= member {
				w.always(3, func() (*typ, bool) { return t, true })
			}
		}
		if t, _ := w.take(); t.size() <= most && (empty || t.size() > 0) {
			return t
		}
	}
	return &typ{kind: number, lo: 1, hi: 1}
}

// numbers generates a range.
func (m *maker) numbers(empty bool) *typ {
	t := &typ{kind: number}
	switch {
	case empty && m.chance("empty range", 30):
		t.lo = int64(m.among(-1, 2))
		t.hi = t.lo - int64(m.among(1, 2))
	case m.edge64 && m.chance("greatest number", 8):
		t.lo, t.hi = math.MaxInt64-int64(m.among(0, 2)), math.MaxInt64
	case m.edge64 && m.chance("least number", 8):
		t.lo, t.hi = math.MinInt64, math.MinInt64+int64(m.among(0, 2))
	case m.chance("negative range", 6):
		t.lo = int64(m.among(-3, -1))
		t.hi = t.lo + int64(m.among(0, 4))
	default:
		t.lo = int64(m.among(0, 1))
		t.hi = t.lo + int64([]int{0, 1, 1, 2, 2, 3, 3, 5}[m.r.IntN(8)])
	}
	return t
}

// simpleType generates a type of truth values, numbers, names or tuples.
func (m *maker) simpleType(most float64, empty bool) *typ {
	if most < 1 || !m.chance("tuple type", 6) {
		return m.scalar(most, empty)
	}
	for range 4 {
		t := &typ{kind: tuple}
		for range m.among(2, 2+m.r.IntN(2)) {
			e := m.scalar(3, empty)
			if m.chance("nested tuple", 8) {
				e = &typ{kind: tuple, elems: []*typ{m.scalar(2, false), m.scalar(2, false)}}
			}
			t.elems = append(t.elems, e)
		}
		if m.chance("names of components", 3) {
			t.fields = []string{"row", "col", "k", "x", "none", "z"}[m.r.IntN(3):][:len(t.elems)]
		}
		if t.size() <= most {
			return t
		}
	}
	return m.scalar(most, empty)
}

// fieldType generates the type of a parameter: simple, or a set.
func (m *maker) fieldType(most float64, empty bool) *typ {
	if most >= 2 && m.chance("set type", 4) {
		return setOf(m.simpleType(math.Log2(min(most, 16)), empty))
	}
	for _, t := range m.types {
		if t.kind > member && t.kind <= set && t.size() <= most && m.r.IntN(8) == 0 {
			return t
		}
	}
	return m.simpleType(most, empty)
}

// indexes generates the index of an array of at most most elements.
func (m *maker) indexes(most float64) []*typ {
	first := m.scalar(min(most, 4), true)
	if m.r.IntN(2) == 0 {
		first = rangeOf(int64(m.among(-1, 1)), int64(m.among(1, 2)))
	}
	if m.chance("tuple as index", 12) {
		first = m.simpleType(min(most, 4), true)
	}
	index := []*typ{first}
	for len(index) < 3 && m.chance("several indices", 4*len(index)) {
		index = append(index, m.scalar(max(1, most/max(1, first.size())), true))
		if (&typ{index: index}).cells() > most {
			return index[:len(index)-1]
		}
	}
	return index
}

// write writes a type.
func (m *maker) write(t *typ) string {
	if t.name != "" && !m.hidden(t.name) {
		return t.name
	}
	if t.only != nil {
		return "{" + joined(t.rows()) + "}"
	}
	switch t.kind {
	case truth:
		return "bool"
	case text:
		return "text"
	case number:
		return m.known(t.lo, 1).at(sum) + ".." + m.known(t.hi, 1).at(sum)
	case set:
		return "set of " + m.write(t.elem())
	case tuple:
		parts := make([]string, len(t.elems))
		for i, e := range t.elems {
			parts[i] = m.write(e)
			if t.fields != nil {
				parts[i] = t.fields[i] + ": " + parts[i]
			}
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	panic("made: a type that cannot be written")
}

// rows returns the source of the values that a type lists.
func (t *typ) rows() []string {
	var out []string
	for _, v := range t.only {
		out = append(out, written(v))
	}
	return out
}

func written(v any) string {
	list, ok := v.([]any)
	if !ok {
		return fmt.Sprint(v)
	}
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = written(x)
	}
	return "(" + joined(parts) + ")"
}

// listedType generates a type of some values of another, or returns nil.
func (m *maker) listedType() *typ {
	switch m.r.IntN(3) {
	case 0:
		t := rangeOf(int64(m.among(-1, 2)), int64(m.among(3, 6)))
		return m.pick(t, m.allData(t))
	case 1:
		t := &typ{kind: tuple, elems: []*typ{rangeOf(int64(m.among(0, 1)), int64(m.among(1, 3))), m.scalar(3, false)}}
		if t.elems[1].kind == member || t.elems[1].only != nil {
			t.elems[1] = boolean
		}
		return m.pick(t, m.allData(t))
	}
	var enums []*typ
	for _, t := range m.types {
		if t.kind == member && !t.some {
			enums = append(enums, t)
		}
	}
	if len(enums) == 0 {
		return nil
	}
	of := enums[m.r.IntN(len(enums))]
	t := &typ{kind: member, base: of, some: true}
	var written []string
	for i, s := range of.members {
		if w := m.writeMember(of, i); w != "" && (m.r.IntN(2) == 0 || i == len(of.members)-1 && len(written) == 0) {
			t.members, written = append(t.members, s), append(written, w)
		}
	}
	if len(written) == 0 {
		return nil
	}
	m.r.Shuffle(len(written), func(i, j int) { written[i], written[j] = written[j], written[i] })
	t.name = m.fresh("T", "Some")
	m.declare("type %s = {%s}", t.name, joined(written))
	return t
}

// pick generates a type of some values of a type, at least two.
func (m *maker) pick(t *typ, values []any) *typ {
	for i, v := range values {
		if m.r.IntN(2) == 0 || len(values)-i <= 2-len(t.only) {
			t.only = append(t.only, v)
		}
	}
	if len(t.only) < 2 {
		return nil
	}
	rows := t.rows()
	m.r.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	if t.kind == number {
		t.lo, t.hi = t.only[0].(int64), t.only[len(t.only)-1].(int64)
		if t.hi-t.lo+1 == int64(len(t.only)) {
			t.only = nil // the values form a range
		}
	} else if float64(len(t.only)) == (&typ{kind: tuple, elems: t.elems}).size() {
		return nil
	}
	t.name = m.fresh("T", "Some")
	m.declare("type %s = %s", t.name, m.one("{"+joined(rows)+"}", "{"+joined(rows[1:])+"} union {"+rows[0]+"}"))
	return t
}

// union generates an enum that is a union of several others.
func (m *maker) union() {
	var parts []*typ
	for _, t := range m.types {
		if t.kind == member && t.base == nil && !t.some && !m.hidden(t.name) {
			parts = append(parts, t)
		}
	}
	if len(parts) < 2 {
		return
	}
	t := &typ{kind: member, name: m.fresh("Any", "Thing"), parts: parts}
	var names []string
	for _, p := range parts {
		names = append(names, p.name)
		for _, s := range p.members {
			for _, q := range parts {
				if q != p && slices.Contains(q.members, s) {
					s = p.name + "." + s
					break
				}
			}
			t.members = append(t.members, s)
		}
	}
	for i, s := range t.members {
		if slices.Contains(t.members[:i], s) {
			return
		}
	}
	for _, p := range parts {
		p.base = t
	}
	t.wider = slices.ContainsFunc(parts, func(p *typ) bool { return p.wider })
	m.declare("enum %s = %s", t.name, strings.Join(names, " + "))
	m.types = append(m.types, t)
}

// optional generates a type of the values of an enum and none.
func (m *maker) optional() {
	for _, of := range m.types {
		if of.kind != member || of.base != nil || of.parts != nil || of.some || m.hidden(of.name) {
			continue
		}
		t := &typ{kind: member, name: m.fresh("Maybe", "Opt"), base: of, opt: true, members: []string{"none"}}
		for _, s := range of.members {
			if s == "none" {
				s = of.name + ".none"
			}
			if slices.Contains(of.members, s) && s == of.name+".none" {
				return
			}
			t.members = append(t.members, s)
		}
		for r := of; r != nil; r = r.base {
			r.wider = true
		}
		m.declare("type %s = %s or none", t.name, of.name)
		m.types = append(m.types, t)
		return
	}
}
