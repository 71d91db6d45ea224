package made

import (
	"math"
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

// A typ is a type. All numbers are of one type, whatever their range.
type typ struct {
	kind    kind
	name    string // "" for one that is written out
	lo, hi  int64  // number
	members []string
	listed  []string // those that the file has
	elems   []*typ   // of a tuple: its components; of a set or an array: one
	index   []*typ
}

var (
	boolean = &typ{kind: truth}
	texts   = &typ{kind: text}
)

// anyNumber is the type of numbers of no range.
var anyNumber = &typ{kind: number, lo: math.MinInt64, hi: math.MaxInt64}

func rangeOf(lo, hi int64) *typ { return &typ{kind: number, lo: lo, hi: hi} }

func setOf(t *typ) *typ { return &typ{kind: set, elems: []*typ{t}} }

func (t *typ) elem() *typ { return t.elems[0] }

// size is the number of values.
func (t *typ) size() float64 {
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

// cells is the number of elements of an array.
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
	if a.kind == member && &a.members[0] != &b.members[0] {
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

// exactly reports whether a and b have the same values.
func exactly(a, b *typ) bool {
	if !same(a, b) || a.kind == number && (a.lo != b.lo || a.hi != b.hi) {
		return false
	}
	for i := range a.elems {
		if !exactly(a.elems[i], b.elems[i]) {
			return false
		}
	}
	return true
}

// ordered reports whether values can be compared by <.
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

// scalar makes up a type of one value: a truth value, a number or a name, with at most
// most values. It may be empty where that is asked for.
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

// numbers makes up a range.
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

// simpleType makes up a type of truth values, numbers, names or tuples.
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
		if t.size() <= most {
			return t
		}
	}
	return m.scalar(most, empty)
}

// fieldType makes up the type of a parameter: simple, or a set.
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

// indexes makes up the index of an array of at most most elements.
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

// write writes a type where a type is needed.
func (m *maker) write(t *typ) string {
	if t.name != "" && !m.hidden(t.name) {
		return t.name
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
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	panic("made: a type that cannot be written")
}
