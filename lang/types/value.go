package types

import (
	"cmp"
	"slices"
	"strings"
)

// A Value is a plain value: no expression, no state. Which fields count follows from
// its Kind.
type Value struct {
	Kind Kind
	N    int64  // Bool: 0 or 1; Int; Enum: the position in its type, from 0
	Text string // Text

	// Tuple: the components. Array: the elements, the last index varying fastest. Set: the
	// members, in order, each once.
	Elems []Value
}

// Leaves appends the integers of a scalar or a tuple.
func (v Value) Leaves(all []int64) []int64 {
	if v.Kind != Tuple {
		return append(all, v.N)
	}
	for _, x := range v.Elems {
		all = x.Leaves(all)
	}
	return all
}

func BoolValue(b bool) Value {
	if b {
		return Value{Kind: Bool, N: 1}
	}
	return Value{Kind: Bool}
}

func IntValue(n int64) Value          { return Value{Kind: Int, N: n} }
func EnumValue(ordinal int64) Value   { return Value{Kind: Enum, N: ordinal} }
func TextValue(s string) Value        { return Value{Kind: Text, Text: s} }
func TupleValue(elems ...Value) Value { return Value{Kind: Tuple, Elems: elems} }
func ArrayValue(elems []Value) Value  { return Value{Kind: Array, Elems: elems} }
func (v Value) True() bool            { return v.N != 0 }
func Equal(x, y Value) bool           { return Compare(x, y) == 0 }
func (v Value) Contains(x Value) bool {
	_, ok := slices.BinarySearchFunc(v.Elems, x, Compare)
	return ok
}

// SetValue returns the set of some values. It owns elems.
func SetValue(elems []Value) Value {
	slices.SortFunc(elems, Compare)
	return Value{Kind: Set, Elems: slices.CompactFunc(elems, Equal)}
}

// Compare orders two values of one type: numbers by size, names as declared, false
// before true, texts by characters, the others by their first difference.
func Compare(x, y Value) int {
	if x.Kind == Text {
		return strings.Compare(x.Text, y.Text)
	}
	if c := cmp.Compare(x.N, y.N); c != 0 {
		return c
	}
	return slices.CompareFunc(x.Elems, y.Elems, Compare)
}
