package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// String returns the name of the type or its notation in the language.
func (t *Type) String() string {
	if t.Name != "" {
		return t.Name
	}
	if t.Only != nil {
		return t.list()
	}
	switch t.Kind {
	case Int:
		if t.Digits > 0 {
			return Fixed(t.Lo, t.Digits) + ".." + Fixed(t.Hi, t.Digits)
		}
		return fmt.Sprintf("%d..%d", t.Lo, t.Hi)
	case Enum:
		return "{" + strings.Join(t.Members, ", ") + "}"
	case Tuple:
		return "(" + joinTypes(t.Elems) + ")"
	case Set:
		return "set of " + t.Elems[0].String()
	case Array:
		return "[" + joinTypes(t.Index) + "]: " + t.Elems[0].String()
	}
	return "?"
}

// list returns the values of a type with Only, at most the first eight.
func (t *Type) list() string {
	var parts []string
	for _, v := range t.Only {
		if len(parts) == 8 {
			parts = append(parts, "...")
			break
		}
		parts = append(parts, t.Plain(v))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func joinTypes(ts []*Type) string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = t.String()
	}
	return strings.Join(names, ", ")
}

// Format returns the value in the syntax of a plan: goat, 3, true, (wife, 2), {a, b}, [1, 2].
// Names are quoted as by Written.
func (t *Type) Format(leaves []int64) string {
	var b strings.Builder
	t.format(&b, leaves, Written)
	return b.String()
}

func (t *Type) format(b *strings.Builder, leaves []int64, name func(string) string) {
	switch t.Kind {
	case Bool:
		b.WriteString(strconv.FormatBool(leaves[0] != 0))
	case Enum:
		b.WriteString(name(member(t, leaves[0])))
	case Char:
		b.WriteString(strconv.Quote(string(rune(leaves[0]))))
	case Tuple:
		formatList(b, "(", ")", t.Elems, leaves, name)
	case Set:
		elems := t.MembersOf(leaves)
		types := make([]*Type, len(elems))
		var flat []int64
		for i, e := range elems {
			types[i] = t.Elems[0]
			flat = append(flat, e...)
		}
		formatList(b, "{", "}", types, flat, name)
	case Array:
		t.formatArray(b, t.Index, leaves, name)
	default:
		if t == Fraction {
			b.WriteString(fractionText(leaves[0], leaves[1]))
			return
		}
		b.WriteString(Decimal(leaves[0], t.Digits))
	}
}

// formatArray writes an array with one index as a list, and with several as a map from the
// first index to arrays over the others.
func (t *Type) formatArray(b *strings.Builder, index []*Type, leaves []int64, name func(string) string) {
	k := max(t.Elems[0].Leaves(), 1)
	if len(index) > 1 {
		if n, ok := index[0].Size(); ok && n > 0 && int64(len(leaves))%n == 0 {
			part := len(leaves) / int(n)
			b.WriteString("{")
			for i := range int(n) {
				if i > 0 {
					b.WriteString(", ")
				}
				index[0].format(b, index[0].Nth(int64(i)), name)
				b.WriteString(": ")
				t.formatArray(b, index[1:], leaves[i*part:(i+1)*part], name)
			}
			b.WriteString("}")
			return
		}
	}
	types := make([]*Type, len(leaves)/k)
	for i := range types {
		types[i] = t.Elems[0]
	}
	formatList(b, "[", "]", types, leaves, name)
}

func formatList(b *strings.Builder, open, close string, types []*Type, leaves []int64, name func(string) string) {
	b.WriteString(open)
	for i, t := range types {
		if i > 0 {
			b.WriteString(", ")
		}
		k := t.Leaves()
		t.format(b, leaves[:k], name)
		leaves = leaves[k:]
	}
	b.WriteString(close)
}

// member returns the name of a member of an enum, by its leaf.
func member(t *Type, i int64) string {
	if i -= t.Lo; i < 0 || i >= int64(len(t.Members)) {
		return "?"
	}
	return t.Members[i]
}

// Plain returns the value as in a table, a label or a key of JSON. It is like Format, but sets
// have no braces and names and characters no quotes. Names in tuples are quoted as by
// WrittenLoosely.
func (t *Type) Plain(leaves []int64) string {
	switch t.Kind {
	case Enum:
		return member(t, leaves[0])
	case Char:
		return string(rune(leaves[0]))
	case Set:
		var parts []string
		for _, e := range t.MembersOf(leaves) {
			parts = append(parts, t.Elems[0].Plain(e))
		}
		return strings.Join(parts, ", ")
	}
	var b strings.Builder
	t.format(&b, leaves, WrittenLoosely)
	return b.String()
}

// Shown returns the value as people see it: like Plain, with the labels of names and tuples.
func (t *Type) Shown(leaves []int64) string {
	if t.Label != nil {
		return t.labelled(leaves)
	}
	switch t.Kind {
	case Enum:
		return t.shownName(leaves[0])
	case Tuple:
		var parts []string
		for _, e := range t.Elems {
			k := e.Leaves()
			part := e.Shown(leaves[:k])
			if e.Kind == Enum {
				part = WrittenLoosely(part)
			}
			parts, leaves = append(parts, part), leaves[k:]
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case Set:
		var parts []string
		for _, e := range t.MembersOf(leaves) {
			parts = append(parts, t.Elems[0].Shown(e))
		}
		return strings.Join(parts, ", ")
	}
	return t.Plain(leaves)
}

// Labelled reports whether the type or a part of it has labels.
func (t *Type) Labelled() bool {
	return t.Label != nil || slices.ContainsFunc(t.Labels, func(s string) bool { return s != "" }) || slices.ContainsFunc(t.Elems, (*Type).Labelled)
}

func (t *Type) shownName(leaf int64) string {
	if i := leaf - t.Lo; i >= 0 && i < int64(len(t.Labels)) && t.Labels[i] != "" {
		return t.Labels[i]
	}
	return member(t, leaf)
}

func (t *Type) labelled(leaves []int64) string {
	parts := make([]string, len(t.Elems))
	for i, e := range t.Elems {
		k := e.Leaves()
		parts[i], leaves = e.Shown(leaves[:k]), leaves[k:]
	}
	var b strings.Builder
	for _, p := range t.Label {
		b.WriteString(p.Text)
		if p.Text == "" {
			b.WriteString(parts[p.Component])
		}
	}
	return b.String()
}

// MembersOf returns the members of a set value, each as its leaves, in order.
func (t *Type) MembersOf(leaves []int64) [][]int64 {
	var members [][]int64
	for i, in := range leaves {
		if in != 0 {
			members = append(members, t.Elems[0].Nth(int64(i)))
		}
	}
	return members
}

// JSON returns the value for encoding/json: numbers, Booleans, names as strings, and
// tuples and sets as lists. Arrays are objects.
func (t *Type) JSON(leaves []int64) any {
	switch t.Kind {
	case Bool:
		return leaves[0] != 0
	case Enum, Char:
		return t.Plain(leaves)
	case Tuple:
		list := make([]any, 0, len(t.Elems))
		for _, e := range t.Elems {
			k := e.Leaves()
			list = append(list, e.JSON(leaves[:k]))
			leaves = leaves[k:]
		}
		return list
	case Set:
		list := []any{}
		for _, m := range t.MembersOf(leaves) {
			list = append(list, t.Elems[0].JSON(m))
		}
		return list
	case Array:
		return arrayJSON(t, t.Index, leaves)
	}
	return JSONNumber(leaves[0], t.Digits)
}

// arrayJSON returns an array as an object from index to element, nested for several indices, as
// data files have it.
func arrayJSON(t *Type, index []*Type, leaves []int64) any {
	if len(index) == 0 {
		return t.Elems[0].JSON(leaves)
	}
	n, _ := index[0].Size()
	obj := make(map[string]any, n)
	for i := range n {
		k := int64(len(leaves)) / n
		obj[index[0].Plain(index[0].Nth(i))] = arrayJSON(t, index[1:], leaves[i*k:(i+1)*k])
	}
	return obj
}
