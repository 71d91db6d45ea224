package model

import (
	"math"
	"slices"
	"strings"
)

// Kind is the kind of a Type.
type Kind uint8

const (
	Bool  Kind = iota
	Int        // Lo..Hi
	Enum       // Members
	Char       // a text of one character; a leaf is its code point
	Tuple      // Elems: the components
	Set        // Elems[0]: the type of the members
	Array      // Index, Elems[0]: the type of an element
)

// A Type is a finite type. A value of a scalar type (Bool, Int, Enum, Char) is one leaf, an
// integer; the leaves of other values are those of their parts, in order.
type Type struct {
	Kind    Kind
	Name    string // as declared, or ""
	Lo, Hi  int64  // Int: inclusive bounds; Enum: Lo is the leaf of the first member
	Digits  int    // Int: leaves, Lo and Hi are multiples of 10 to the power of -Digits
	Members []string
	Elems   []*Type
	Index   []*Type

	// Only lists the values of a restricted scalar or tuple type in order, each as its leaves.
	// It is nil if all values within the bounds or components are allowed.
	Only [][]int64

	Full   []string    // Enum: the qualified name E.a of each of Members
	Labels []string    // Enum: what people see for each of Members; "" or nil means the name
	Label  []LabelPart // Tuple: what people see; nil means (a, b)
}

// A LabelPart is a text or, if Text is empty, the component of a tuple at Component.
type LabelPart struct {
	Text      string
	Component int
}

// Boolean is the type of truth values.
var Boolean = &Type{Kind: Bool, Name: "bool", Hi: 1}

// Character is the type of texts of one character.
var Character = &Type{Kind: Char, Name: "text", Hi: 0x10FFFF}

// Scalar reports whether a value of t is one leaf.
func (t *Type) Scalar() bool { return t.Kind <= Char }

// Domain returns the least and the greatest leaf of a scalar type. Only may exclude leaves
// between them.
func (t *Type) Domain() (lo, hi int64) {
	switch t.Kind {
	case Bool:
		return 0, 1
	case Enum:
		return t.Lo, t.Lo + int64(len(t.Members)) - 1
	case Char:
		return 0, 0x10FFFF
	}
	return t.Lo, t.Hi
}

// Size returns the number of values of a scalar, tuple or set type, or false if it does not fit
// 63 bits.
func (t *Type) Size() (int64, bool) {
	if t.Only != nil {
		return int64(len(t.Only)), true
	}
	switch t.Kind {
	case Tuple:
		n := int64(1)
		for _, e := range t.Elems {
			m, ok := e.Size()
			if !ok || m != 0 && n > math.MaxInt64/m {
				return 0, false
			}
			n *= m
		}
		return n, true
	case Set:
		m, ok := t.Elems[0].Size()
		if !ok || m > 62 {
			return 0, false
		}
		return 1 << m, true
	case Array:
		return 0, false
	}
	lo, hi := t.Domain()
	if hi < lo {
		return 0, true
	}
	n := uint64(hi) - uint64(lo)
	return int64(n + 1), n < math.MaxInt64
}

// Leaves returns the number of leaves of a value of t. The sets and indices of t must be small
// enough to be laid out.
func (t *Type) Leaves() int {
	switch t.Kind {
	case Tuple:
		n := 0
		for _, e := range t.Elems {
			n += e.Leaves()
		}
		return n
	case Set:
		n, _ := t.Elems[0].Size()
		return int(n)
	case Array:
		n := t.Elems[0].Leaves()
		for _, x := range t.Index {
			m, _ := x.Size()
			n *= int(m)
		}
		return n
	}
	return 1
}

// LeafTypes returns the scalar type of each leaf of t.
func (t *Type) LeafTypes() []*Type {
	switch t.Kind {
	case Tuple:
		var ts []*Type
		for _, e := range t.Elems {
			ts = append(ts, e.LeafTypes()...)
		}
		return ts
	case Set:
		ts := make([]*Type, t.Leaves())
		for i := range ts {
			ts[i] = Boolean
		}
		return ts
	case Array:
		one := t.Elems[0].LeafTypes()
		ts := make([]*Type, 0, t.Leaves())
		for len(one) > 0 && len(ts) < t.Leaves() {
			ts = append(ts, one...)
		}
		return ts
	}
	return []*Type{t}
}

// Ordinal returns the position of a value of a scalar or tuple type among the values of t in
// order, from 0.
func (t *Type) Ordinal(leaves []int64) int64 {
	if t.Only != nil {
		i, _ := slices.BinarySearchFunc(t.Only, leaves, slices.Compare)
		return int64(i)
	}
	if t.Kind != Tuple {
		lo, _ := t.Domain()
		return leaves[0] - lo
	}
	n := int64(0)
	for _, e := range t.Elems {
		k := e.Leaves()
		m, _ := e.Size()
		n = n*m + e.Ordinal(leaves[:k])
		leaves = leaves[k:]
	}
	return n
}

// Nth returns the leaves of the value at position i. It is the inverse of Ordinal.
func (t *Type) Nth(i int64) []int64 {
	if t.Only != nil {
		return slices.Clone(t.Only[i])
	}
	if t.Kind != Tuple {
		lo, _ := t.Domain()
		return []int64{lo + i}
	}
	parts := make([][]int64, len(t.Elems))
	for k := len(t.Elems) - 1; k >= 0; k-- {
		m, _ := t.Elems[k].Size()
		parts[k] = t.Elems[k].Nth(i % m)
		i /= m
	}
	var leaves []int64
	for _, p := range parts {
		leaves = append(leaves, p...)
	}
	return leaves
}

// Has reports whether leaves are a value of a scalar or tuple type. They may be outside its
// bounds.
func (t *Type) Has(leaves []int64) bool {
	if t.Only != nil {
		_, found := slices.BinarySearchFunc(t.Only, leaves, slices.Compare)
		return found
	}
	if t.Kind != Tuple {
		lo, hi := t.Domain()
		return lo <= leaves[0] && leaves[0] <= hi
	}
	for _, e := range t.Elems {
		k := e.Leaves()
		if !e.Has(leaves[:k]) {
			return false
		}
		leaves = leaves[k:]
	}
	return true
}

// holds is like Has for all types. A set always fits, since its members are bounded by its
// type.
func (t *Type) holds(leaves []int64) bool {
	switch t.Kind {
	case Set:
		return true
	case Array:
		k := t.Elems[0].Leaves()
		for ; k > 0 && len(leaves) > 0; leaves = leaves[k:] {
			if !t.Elems[0].holds(leaves[:k]) {
				return false
			}
		}
		return true
	}
	return t.Has(leaves)
}

// Listed reports whether t or a part of it has its values listed in Only.
func (t *Type) Listed() bool {
	return t.Only != nil || slices.ContainsFunc(t.Elems, (*Type).Listed)
}

// Names returns the names of the values of an enum.
func (t *Type) Names() []string {
	if t.Only == nil {
		return slices.Clone(t.Members)
	}
	var names []string
	for _, v := range t.Only {
		names = append(names, member(t, v[0]))
	}
	return names
}

// Named returns the leaf of the value of an enum with this name, qualified or not.
func (t *Type) Named(name string) (int64, bool) {
	i := slices.Index(t.Members, name)
	if i < 0 {
		i = slices.Index(t.Full, name)
	}
	if i < 0 && t.Name != "" {
		if rest, ok := strings.CutPrefix(name, t.Name+"."); ok {
			i = slices.Index(t.Members, rest)
		}
	}
	leaf := t.Lo + int64(i)
	return leaf, t.Kind == Enum && i >= 0 && t.Has([]int64{leaf})
}

// A Value is a value of a type, as its leaves.
type Value struct {
	Type   *Type
	Leaves []int64
}

// String returns the value in the syntax of a plan.
func (v Value) String() string { return v.Type.Format(v.Leaves) }
