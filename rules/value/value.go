package value

import (
	"hash/maphash"
	"math"
)

// Kind is the type of a value.
type Kind uint8

// The kinds of values. The zero Value has kind None.
const (
	None Kind = iota
	SymbolKind
	StringKind
	IntegerKind
	FloatKind
	MultifieldKind
	FactKind
	ExternalKind
	InstanceKind     // the address of an instance of a class
	InstanceNameKind // the name of one, written [name]
)

var kindNames = [...]string{"NONE", "SYMBOL", "STRING", "INTEGER", "FLOAT", "MULTIFIELD", "FACT-ADDRESS", "EXTERNAL-ADDRESS", "INSTANCE-ADDRESS", "INSTANCE-NAME"}

// String returns the name of the kind in the language.
func (k Kind) String() string { return kindNames[k] }

// Object is the part of a value that does not fit in a word. It is immutable.
type Object struct {
	kind Kind
	text string
	list []Value
	ref  any
}

// Value is a value of the language. The second word is the number itself (integer, float) or a
// hash, so that comparing it decides most comparisons.
type Value struct {
	object *Object
	number uint64
}

var (
	integerObject = &Object{kind: IntegerKind}
	floatObject   = &Object{kind: FloatKind}
	seed          = maphash.MakeSeed()
)

// Symbols of every table.
var (
	True  = permanent("TRUE")
	False = permanent("FALSE")
	Nil   = permanent("nil")
	Crlf  = permanent("crlf")
	EOF   = permanent("EOF")
	Empty = List()
)

var known = map[string]Value{"TRUE": True, "FALSE": False, "nil": Nil, "crlf": Crlf, "EOF": EOF}

// permanent returns a symbol that all tables share.
func permanent(text string) Value { return symbol(text) }

func symbol(text string) Value {
	return Value{&Object{kind: SymbolKind, text: text}, maphash.String(seed, text)}
}

// Integer returns an integer.
func Integer(n int64) Value { return Value{integerObject, uint64(n)} }

// Float returns a float.
func Float(f float64) Value { return Value{floatObject, math.Float64bits(f)} }

// String returns a string. Strings are not interned.
func String(text string) Value {
	return Value{&Object{kind: StringKind, text: text}, maphash.String(seed, text)}
}

// InstanceName returns the name of an instance: text is the name without brackets.
func InstanceName(text string) Value {
	return Value{&Object{kind: InstanceNameKind, text: text}, maphash.String(seed, text)}
}

// Bool returns the symbol TRUE or FALSE.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// List returns a multifield of the values, and keeps the slice. Multifields among the values
// are flattened, since the language has no nested lists.
func List(values ...Value) Value {
	for i, v := range values {
		if v.Kind() == MultifieldKind {
			return List(spread(values, i)...)
		}
	}
	return Value{&Object{kind: MultifieldKind, list: values}, 0}
}

// spread returns values with multifields flattened. values[:first] contains no multifield.
func spread(values []Value, first int) []Value {
	flat := append([]Value(nil), values[:first]...)
	for _, v := range values[first:] {
		if v.Kind() == MultifieldKind {
			flat = append(flat, v.object.list...)
		} else {
			flat = append(flat, v)
		}
	}
	return flat
}

// Reference returns a fact address, an instance address or an external object; ref must be comparable.
func Reference(kind Kind, ref any, hash uint64) Value {
	return Value{&Object{kind: kind, ref: ref}, hash}
}

// Kind returns the type of v.
func (v Value) Kind() Kind {
	if v.object == nil {
		return None
	}
	return v.object.kind
}

// IsSymbol reports whether v is the symbol with the given text.
func (v Value) IsSymbol(text string) bool {
	return v.Kind() == SymbolKind && v.object.text == text
}

// IsLexeme reports whether v is a symbol or a string.
func (v Value) IsLexeme() bool { k := v.Kind(); return k == SymbolKind || k == StringKind }

// IsNumber reports whether v is an integer or a float.
func (v Value) IsNumber() bool { return v.object == integerObject || v.object == floatObject }

// IsFalse reports whether v is the symbol FALSE, the only value that counts as false.
func (v Value) IsFalse() bool { return v.number == False.number && v.IsSymbol("FALSE") }

// Text returns the text of a symbol, string or instance name, and "" for other values.
func (v Value) Text() string {
	if v.object == nil {
		return ""
	}
	return v.object.text
}

// Int returns the integer, or the float truncated to an integer.
func (v Value) Int() int64 {
	if v.object == floatObject {
		return int64(math.Float64frombits(v.number))
	}
	return int64(v.number)
}

// Number returns an integer or float as a float.
func (v Value) Number() float64 {
	if v.object == floatObject {
		return math.Float64frombits(v.number)
	}
	return float64(int64(v.number))
}

// Items returns the values of a multifield, and nil for other values. The caller must not
// modify them.
func (v Value) Items() []Value {
	if v.object == nil {
		return nil
	}
	return v.object.list
}

// Seen is an external object that represents another one in programs, for example with a text.
type Seen interface {
	Named
	Behind() any
}

// Ref returns the Go value of a fact address or an external object.
func (v Value) Ref() any {
	ref := v.Held()
	if v.Kind() == ExternalKind {
		if s, ok := ref.(Seen); ok {
			return s.Behind()
		}
	}
	return ref
}

// Held returns the argument ref of Reference: Ref, or the object that represents it.
func (v Value) Held() any {
	if v.object == nil {
		return nil
	}
	return v.object.ref
}

// Word returns a number that is equal for equal values, and hardly ever for others of the same kind. It is
// 0 for all multifields.
func (v Value) Word() uint64 { return v.number }

// Equal reports whether two values have the same kind and content: the integer 1 and the float
// 1.0 differ, and so do the symbol a and the string "a".
func Equal(a, b Value) bool {
	if a.number != b.number {
		return false
	}
	return a.object == b.object || sameObject(a.object, b.object)
}

func sameObject(a, b *Object) bool {
	if a == nil || b == nil || a.kind != b.kind {
		return false
	}
	switch a.kind {
	case SymbolKind, StringKind, InstanceNameKind:
		return a.text == b.text
	case MultifieldKind:
		return EqualItems(a.list, b.list)
	case FactKind, ExternalKind, InstanceKind:
		return a.ref == b.ref
	}
	return false
}

// EqualItems reports whether two lists have equal values.
func EqualItems(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// Hash returns a hash of v of 32 bits; equal values have equal hashes.
func (v Value) Hash() uint32 {
	if v.object != nil && v.object.kind == MultifieldKind {
		return HashItems(v.object.list)
	}
	return uint32((v.number * 0x9E3779B97F4A7C15) >> 32)
}

// HashItems returns the hash of a multifield of items.
func HashItems(items []Value) uint32 {
	h := uint32(2166136261)
	for _, item := range items {
		h = h*16777619 ^ item.Hash()
	}
	return h
}

// Table interns symbols. The zero Table is ready to use. It must not be used by several
// goroutines at once.
type Table struct {
	symbols map[string]Value
	base    map[string]Value // of the table on which it is based; never changed
}

// Based returns a table that has the symbols of t, which must not change any more and not be based on
// another table. Several tables may be based on one and be used at the same time.
func (t *Table) Based() Table { return Table{base: t.symbols} }

// Symbol returns the symbol with the given text.
func (t *Table) Symbol(text string) Value {
	if v, ok := t.symbols[text]; ok {
		return v
	}
	if v, ok := t.base[text]; ok {
		return v
	}
	if v, ok := known[text]; ok {
		return v
	}
	if t.symbols == nil {
		t.symbols = map[string]Value{}
	}
	v := symbol(text)
	t.symbols[v.object.text] = v
	return v
}

// Known reports whether the table has a symbol with the given text.
func (t *Table) Known(text string) bool {
	if _, ok := t.symbols[text]; ok {
		return true
	}
	if _, ok := t.base[text]; ok {
		return true
	}
	_, ok := known[text]
	return ok
}
