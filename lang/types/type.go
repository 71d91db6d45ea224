package types

import (
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// Kind is the kind of a type and of a value.
type Kind uint8

const (
	Bad     Kind = iota // an error was reported; fits every type
	Nothing             // the member type of an empty set; fits every member type
	Bool
	Int   // any integer; Model is its declared range or nil
	Enum  // Model has the members
	Text  // any length
	Tuple // Elems: the components
	Set   // Elems[0]: the members
	Array // Index: the indices; Elems[0]: the elements
)

// A Type is the type of an expression. All integers are of one type: ranges are checked when
// values are stored.
type Type struct {
	Kind  Kind
	Model *model.Type // of a Bool, an Enum, and an Int with a declared range
	Elems []*Type
	Index []*Type

	// Decimal is set for an Int whose values need not be whole. Digits is the number of digits
	// after the point of a literal or a declared type; it is -1 if it is not known.
	Decimal bool
	Digits  int

	// Of lists the values of a restricted scalar or tuple type in order. It is nil if all
	// values in its range or of its components are allowed.
	Of   []Value
	Name string // of a tuple type with a list: as declared, or ""

	// Family is the family of an enum: enums of one family share values through unions. It is
	// nil if the enum shares no values.
	Family *Family

	Names      []string          // of a tuple with named components
	Label      []model.LabelPart // of a tuple: its displayed form, or nil
	Written    bool              // of a tuple written as a value, (1, 2), so that it has no declared type
	Components int               // of a tuple: the number of components, including those of nested tuples
}

// A Family is a set of enums joined by unions, with all their members.
type Family struct {
	All     *Type    // the type of all values
	Members []string // by value
	Enums   []string // by value: the enum that it is from
	Labels  []string // by value: the displayed text; "" means the name
}

// Sub returns the type of some values of the family. It lists the values unless they are
// consecutive. Ambiguous names are qualified by their enums.
func (f *Family) Sub(name string, values []int64) *Type {
	m := &model.Type{Kind: model.Enum, Name: name}
	t := &Type{Kind: Enum, Model: m, Family: f}
	if len(values) == 0 {
		return t
	}
	lo, hi := values[0], values[len(values)-1]
	m.Lo = lo
	count := map[string]int{}
	for _, v := range values {
		count[f.name(v)]++
	}
	for v := lo; v <= hi; v++ {
		_, in := slices.BinarySearch(values, v)
		switch {
		case v != None && (!in || count[f.name(v)] > 1):
			m.Members = append(m.Members, f.Enums[v]+"."+f.Members[v])
		default:
			m.Members = append(m.Members, f.name(v))
		}
		label, full := "", "none"
		if v != None {
			label, full = f.Labels[v], f.Enums[v]+"."+f.Members[v]
		}
		m.Labels, m.Full = append(m.Labels, label), append(m.Full, full)
	}
	if hi-lo+1 > int64(len(values)) {
		t.Of = []Value{}
		for _, v := range values {
			t.Of = append(t.Of, EnumValue(v))
			m.Only = append(m.Only, []int64{v})
		}
	}
	return t
}

// None is the value none of the types T or none.
const None = -1

func (f *Family) name(v int64) string {
	if v == None {
		return "none"
	}
	return f.Members[v]
}

// OrNone returns the type of the values of t, a type of the family, and none.
func (f *Family) OrNone(t *Type) *Type {
	n, _ := t.Model.Size()
	values := []int64{None}
	for i := range n {
		if v := t.Model.Nth(i)[0]; v != None {
			values = append(values, v)
		}
	}
	name := ""
	if t.Model.Name != "" {
		name = strings.TrimSuffix(t.Model.Name, " or none") + " or none"
	}
	return f.Sub(name, values)
}

// HasNone reports whether none is a value of an enum type.
func (t *Type) HasNone() bool { return t.Kind == Enum && t.Model.Has([]int64{None}) }

// MaxElements bounds the size of one set or array.
const MaxElements = 1 << 22

// MaxWeight bounds the weight of a soft rule.
const MaxWeight = 1 << 30

// MaxComponents bounds the components of a tuple.
const MaxComponents = 1 << 12

// The types without parameters.
var (
	BadType     = &Type{Kind: Bad}
	BoolType    = &Type{Kind: Bool, Model: model.Boolean}
	IntType     = &Type{Kind: Int}
	DecimalType = &Type{Kind: Int, Decimal: true, Digits: -1}
	TextType    = &Type{Kind: Text}
	EmptyType   = &Type{Kind: Set, Elems: []*Type{{Kind: Nothing}}}
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
		return a.Model == b.Model || a.Family != nil && a.Family == b.Family
	}
	for i := range a.Elems {
		if !Fits(a.Elems[i], b.Elems[i]) {
			return false
		}
	}
	return SameIndex(a.Index, b.Index)
}

// SameIndex reports whether arrays with these indices have the same elements. Unlike Fits it
// compares the bounds of integers.
func SameIndex(a, b []*Type) bool { return slices.EqualFunc(a, b, sameValues) }

func sameValues(a, b *Type) bool {
	switch {
	case !Fits(a, b):
		return false
	case (a.Of == nil) != (b.Of == nil) || !slices.EqualFunc(a.Of, b.Of, Equal):
		return false
	case a.Kind == Tuple:
		return SameIndex(a.Elems, b.Elems)
	case (a.Kind == Int || a.Kind == Enum) && a.Model != nil && b.Model != nil:
		alo, ahi := a.Model.Domain()
		blo, bhi := b.Model.Domain()
		return alo == blo && ahi == bhi && a.Model.Digits == b.Model.Digits
	}
	return true
}

// Literal returns the type of a decimal written with a number of digits after the point.
func Literal(digits int) *Type { return &Type{Kind: Int, Decimal: true, Digits: digits} }

// Number returns the type of a number computed from numbers of types a and b.
func Number(a, b *Type) *Type {
	switch {
	case !a.Decimal && !b.Decimal:
		return IntType
	case a.Digits < 0 || b.Digits < 0:
		return DecimalType
	}
	return Literal(max(a.Digits, b.Digits))
}

// Merge returns the type of a value that has type a or type b; a and b must fit.
func Merge(a, b *Type) *Type {
	switch {
	case a == b || b.Kind == Bad || b.Kind == Nothing:
		return a
	case a.Kind == Bad || a.Kind == Nothing:
		return b
	case a.Kind == Int && (a.Model == nil || b.Model == nil || !sameValues(a, b)):
		return Number(a, b)
	case a.Kind == Enum && !sameValues(a, b) && (a.HasNone() || b.HasNone()):
		return a.Family.OrNone(a.Family.All)
	case a.Kind == Enum && !sameValues(a, b):
		return a.Family.All
	case a.Kind == Int || a.Kind == Enum || len(a.Elems) == 0 || a.Kind == Tuple && a.Of != nil && sameValues(a, b):
		return a
	}
	elems := make([]*Type, len(a.Elems))
	for i := range elems {
		elems[i] = Merge(a.Elems[i], b.Elems[i])
	}
	names := a.Names
	if names == nil {
		names = b.Names
	} else if b.Names != nil && !slices.Equal(names, b.Names) {
		names = nil
	}
	out := &Type{Kind: a.Kind, Model: a.Model, Elems: elems, Index: a.Index, Names: names}
	if slices.Equal(a.Label, b.Label) {
		out.Label = a.Label
	}
	out.Written = a.Written && b.Written
	return out
}

// Component returns the position, from 0, of the component that e selects by number or by name,
// or -1.
func (t *Type) Component(e *syntax.SelectExpr) int {
	if e.Name != nil {
		return slices.Index(t.Names, e.Name.Name)
	}
	if e.N > len(t.Elems) {
		return -1
	}
	return e.N - 1
}

// Unlabelled returns an enum without the labels of its members.
func (t *Type) Unlabelled() *Type {
	u, m := *t, *t.Model
	m.Labels = nil
	u.Model = &m
	return &u
}

// Ordered reports whether values of the type are ordered.
func (t *Type) Ordered() bool { return t.Kind >= Bool && t.Kind <= Tuple }

// Finite returns the type as a type of the model, or nil if it has no bounds.
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
		m.Label = t.Label
		if t.Of != nil {
			m.Name, m.Only = t.Name, [][]int64{}
			for _, v := range t.Of {
				m.Only = append(m.Only, v.LeavesOf(t, nil))
			}
		}
		return m
	}
	return nil
}

// String returns a description for messages of the form "x is ...".
func (t *Type) String() string {
	switch t.Kind {
	case Bool:
		return "a truth value"
	case Int:
		if t.Decimal {
			return "a decimal number"
		}
		return "a number"
	case Text:
		return "a text"
	case Enum:
		if t.Model == nil { // in a file with errors
			return "unknown"
		}
		if t.Model.Name == "" {
			return "one of " + t.Model.String()
		}
		return article(t.Model.Name)
	case Tuple:
		if t.Name != "" {
			return article(t.Name)
		}
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

// Plain returns the type without an article.
func (t *Type) Plain() string {
	switch t.Kind {
	case Bool:
		return "bool"
	case Int:
		if t.Model != nil {
			return t.Model.String()
		}
		if t.Decimal {
			return "decimal number"
		}
		return "number"
	case Text:
		return "text"
	case Enum:
		if t.Model == nil {
			return "?"
		}
		return t.Model.String()
	case Tuple:
		if t.Of != nil {
			return t.Finite().String()
		}
		if t.Names != nil {
			parts := make([]string, len(t.Elems))
			for i, e := range t.Elems {
				parts[i] = t.Names[i] + ": " + e.Plain()
			}
			return "(" + strings.Join(parts, ", ") + ")"
		}
		return "(" + PlainList(t.Elems) + ")"
	case Set:
		return "set of " + t.Elem().Plain()
	case Array:
		return "[" + PlainList(t.Index) + "]: " + t.Elem().Plain()
	}
	return "?"
}

// PlainList returns types separated by commas.
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

// IsTupleKey reports whether a key of a map for an array is a tuple of all its indices.
func IsTupleKey(key syntax.Expr, array *Type) bool {
	t, ok := key.(*syntax.TupleExpr)
	return ok && len(array.Index) > 1 && len(t.Elems) == len(array.Index)
}
