package types

import (
	"cmp"
	"slices"
	"strings"
)

// A Value is a constant value. Its Kind determines which fields are used.
type Value struct {
	Kind Kind
	N    int64  // Bool: 0 or 1; Int; Enum: the position in its type, from 0
	Den  int64  // Int: if it is not 0, the value is N / Den in lowest terms, and Den is at least 2
	Text string // Text

	// Tuple: the components. Array: the elements, the last index varying fastest. Set: the
	// members, sorted, without duplicates.
	Elems []Value
}

// LeavesOf appends the integers of a scalar or a tuple of type t.
func (v Value) LeavesOf(t *Type, all []int64) []int64 {
	if v.Kind != Tuple {
		n, _ := v.Scaled(t.Scale())
		return append(all, n)
	}
	for i, x := range v.Elems {
		all = x.LeavesOf(t.Elems[i], all)
	}
	return all
}

// BoolValue returns a truth value.
func BoolValue(b bool) Value {
	if b {
		return Value{Kind: Bool, N: 1}
	}
	return Value{Kind: Bool}
}

// IntValue returns a number.
func IntValue(n int64) Value { return Value{Kind: Int, N: n} }

// EnumValue returns the member of an enum at a position, from 0.
func EnumValue(ordinal int64) Value { return Value{Kind: Enum, N: ordinal} }

// TextValue returns a text.
func TextValue(s string) Value { return Value{Kind: Text, Text: s} }

// TupleValue returns a tuple with these components.
func TupleValue(elems ...Value) Value { return Value{Kind: Tuple, Elems: elems} }

// ArrayValue returns an array with these elements. It takes ownership of elems.
func ArrayValue(elems []Value) Value { return Value{Kind: Array, Elems: elems} }

// True reports whether v is the truth value true.
func (v Value) True() bool { return v.N != 0 }

// Equal reports whether two values of one type are equal.
func Equal(x, y Value) bool { return Compare(x, y) == 0 }

// Contains reports whether x is a member of the set v.
func (v Value) Contains(x Value) bool {
	_, ok := slices.BinarySearchFunc(v.Elems, x, Compare)
	return ok
}

// SetValue returns the set of elems. It takes ownership of elems.
func SetValue(elems []Value) Value {
	slices.SortFunc(elems, Compare)
	return Value{Kind: Set, Elems: slices.CompactFunc(elems, Equal)}
}

// Compare orders two values of one type: numbers by size, names as declared, false before true,
// texts and others lexicographically.
func Compare(x, y Value) int {
	if x.Kind == Text {
		return strings.Compare(x.Text, y.Text)
	}
	if x.Den != 0 || y.Den != 0 {
		return x.Rat().Cmp(y.Rat())
	}
	if c := cmp.Compare(x.N, y.N); c != 0 {
		return c
	}
	return slices.CompareFunc(x.Elems, y.Elems, Compare)
}
