package types

import (
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// Kind is the form of a type, and of a value.
type Kind uint8

const (
	Bad     Kind = iota // an error has been reported; fits everything
	Nothing             // the members of an empty set; fits every member
	Bool
	Int   // any integer; Model is its declared range, nil if it has none
	Enum  // Model has the members
	Text  // of any length
	Tuple // Elems: the components
	Set   // Elems[0]: the members
	Array // Index: one for each index; Elems[0]: the elements
)

// A Type is the type of an expression. Bounds of integers do not matter to it: all integers are
// of one type, and what is stored is checked against its range by evaluation.
type Type struct {
	Kind  Kind
	Model *model.Type // Bool, Enum, and Int of a declared range
	Elems []*Type
	Index []*Type

	Components int // of a tuple: in all, those of its tuples included
}

// MaxElements bounds the size of one set or array.
const MaxElements = 1 << 22

// MaxWeight bounds the weight of a soft rule.
const MaxWeight = 1 << 30

// MaxComponents bounds the components of a tuple.
const MaxComponents = 1 << 12

// The types that need no more than their kind.
var (
	BadType   = &Type{Kind: Bad}
	BoolType  = &Type{Kind: Bool, Model: model.Boolean}
	IntType   = &Type{Kind: Int}
	TextType  = &Type{Kind: Text}
	EmptyType = &Type{Kind: Set, Elems: []*Type{{Kind: Nothing}}}
)

// SetOf returns the type of the sets of values of t.
func SetOf(t *Type) *Type { return &Type{Kind: Set, Elems: []*Type{t}} }

// Elem returns the type of the members of a set, or of the elements of an array.
func (t *Type) Elem() *Type { return t.Elems[0] }

// Fits reports whether values of a and b can be compared, assigned and so on.
func Fits(a, b *Type) bool {
	switch {
	case a == nil || b == nil: // not known yet
		return true
	case a.Kind == Bad || b.Kind == Bad || a.Kind == Nothing || b.Kind == Nothing:
		return true
	case a.Kind != b.Kind || len(a.Elems) != len(b.Elems) || len(a.Index) != len(b.Index):
		return false
	case a.Kind == Enum:
		return a.Model == b.Model
	}
	for i := range a.Elems {
		if !Fits(a.Elems[i], b.Elems[i]) {
			return false
		}
	}
	return SameIndex(a.Index, b.Index)
}

// SameIndex reports whether arrays with some indices have the same elements: there the
// bounds of integers do matter.
func SameIndex(a, b []*Type) bool { return slices.EqualFunc(a, b, sameValues) }

func sameValues(a, b *Type) bool {
	switch {
	case !Fits(a, b):
		return false
	case a.Kind == Tuple:
		return SameIndex(a.Elems, b.Elems)
	case a.Kind == Int && a.Model != nil && b.Model != nil:
		return a.Model.Lo == b.Model.Lo && a.Model.Hi == b.Model.Hi
	}
	return true
}

// Merge returns the type of a value that is of type a or of type b, which fit.
func Merge(a, b *Type) *Type {
	switch {
	case a == b || b.Kind == Bad || b.Kind == Nothing:
		return a
	case a.Kind == Bad || a.Kind == Nothing:
		return b
	case a.Kind == Int:
		if a.Model != nil && b.Model != nil && a.Model.Lo == b.Model.Lo && a.Model.Hi == b.Model.Hi {
			return a
		}
		return IntType
	}
	elems := make([]*Type, len(a.Elems))
	for i := range elems {
		elems[i] = Merge(a.Elems[i], b.Elems[i])
	}
	return &Type{Kind: a.Kind, Model: a.Model, Elems: elems, Index: a.Index}
}

// Finite returns the type as the model has it, or nil where it has no bounds.
func (t *Type) Finite() *model.Type {
	switch t.Kind {
	case Bool, Enum, Int:
		return t.Model
	case Tuple, Set, Array:
		m := &model.Type{Kind: map[Kind]model.Kind{Tuple: model.Tuple, Set: model.Set, Array: model.Array}[t.Kind]}
		for _, e := range t.Elems {
			f := e.Finite()
			if f == nil {
				return nil
			}
			m.Elems = append(m.Elems, f)
		}
		for _, x := range t.Index {
			m.Index = append(m.Index, x.Finite())
		}
		return m
	}
	return nil
}

// String describes a type in a message, as in "x is ...".
func (t *Type) String() string {
	switch t.Kind {
	case Bool:
		return "a truth value"
	case Int:
		return "a number"
	case Text:
		return "a text"
	case Enum:
		return article(t.Model.Name)
	case Tuple:
		return "a tuple " + t.Plain()
	case Set:
		if t.Elem().Kind == Nothing {
			return "an empty set"
		}
		return "a " + t.Plain()
	case Array:
		return "an array " + t.Plain()
	}
	return "unknown"
}

// Plain names a type without an article.
func (t *Type) Plain() string {
	switch t.Kind {
	case Bool:
		return "bool"
	case Int:
		if t.Model != nil {
			return t.Model.String()
		}
		return "number"
	case Text:
		return "text"
	case Enum:
		return t.Model.Name
	case Tuple:
		return "(" + PlainList(t.Elems) + ")"
	case Set:
		return "set of " + t.Elem().Plain()
	case Array:
		return "[" + PlainList(t.Index) + "]: " + t.Elem().Plain()
	}
	return "?"
}

// PlainList names types, with commas between.
func PlainList(ts []*Type) string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = t.Plain()
	}
	return strings.Join(names, ", ")
}

func article(name string) string {
	if strings.ContainsAny(name[:1], "AEIOUaeiou") {
		return "an " + name
	}
	return "a " + name
}

// IsTupleKey reports whether a key of a map {key: value} that gives the values of an
// array gives all its indices at once.
func IsTupleKey(key syntax.Expr, array *Type) bool {
	t, ok := key.(*syntax.TupleExpr)
	return ok && len(array.Index) > 1 && len(t.Elems) == len(array.Index)
}
