package check

import (
	"strings"

	"farbank/model"
)

// kind is the form of a static type.
type kind uint8

const (
	kBad   kind = iota // an error has been reported; fits everything
	kNone              // the members of an empty set; fits every member
	kBool              //
	kInt               // any integer; m is its declared range, if it has one
	kEnum              // m
	kText              //
	kTuple             // elems
	kSet               // elems[0]
	kArray             // index, elems[0]
)

// A ty is a static type. Bounds of integers do not matter to it: all integers are
// of one type, and what is stored is checked against its range by evaluation.
type ty struct {
	kind  kind
	m     *model.Type // kBool, kEnum, and kInt of a declared range
	elems []*ty
	index []*ty

	components int // of a tuple: in all, those of its tuples included
}

// maxComponents bounds the components of a tuple.
const maxComponents = 1 << 12

var (
	bad     = &ty{kind: kBad}
	boolTy  = &ty{kind: kBool, m: model.Boolean}
	intTy   = &ty{kind: kInt}
	textTy  = &ty{kind: kText}
	emptyTy = &ty{kind: kSet, elems: []*ty{{kind: kNone}}}
)

func setOf(t *ty) *ty { return &ty{kind: kSet, elems: []*ty{t}} }

func (t *ty) elem() *ty { return t.elems[0] }

// fits reports whether values of a and b can be compared, assigned and so on.
func fits(a, b *ty) bool {
	switch {
	case a.kind == kBad || b.kind == kBad || a.kind == kNone || b.kind == kNone:
		return true
	case a.kind != b.kind || len(a.elems) != len(b.elems) || len(a.index) != len(b.index):
		return false
	case a.kind == kEnum:
		return a.m == b.m
	}
	for i := range a.elems {
		if !fits(a.elems[i], b.elems[i]) {
			return false
		}
	}
	for i := range a.index {
		if !fits(a.index[i], b.index[i]) {
			return false
		}
	}
	return true
}

// merge returns the type of a value that is of type a or of type b, which fit.
func merge(a, b *ty) *ty {
	switch {
	case a == b || b.kind == kBad || b.kind == kNone:
		return a
	case a.kind == kBad || a.kind == kNone:
		return b
	case a.kind == kInt:
		if a.m != nil && b.m != nil && a.m.Lo == b.m.Lo && a.m.Hi == b.m.Hi {
			return a
		}
		return intTy
	}
	elems := make([]*ty, len(a.elems))
	for i := range elems {
		elems[i] = merge(a.elems[i], b.elems[i])
	}
	return &ty{kind: a.kind, m: a.m, elems: elems, index: a.index}
}

// finite returns the type as the model has it, or nil where it has no bounds.
func (t *ty) finite() *model.Type {
	switch t.kind {
	case kBool, kEnum, kInt:
		return t.m
	case kTuple, kSet, kArray:
		m := &model.Type{Kind: map[kind]model.Kind{kTuple: model.Tuple, kSet: model.Set, kArray: model.Array}[t.kind]}
		for _, e := range t.elems {
			f := e.finite()
			if f == nil {
				return nil
			}
			m.Elems = append(m.Elems, f)
		}
		for _, x := range t.index {
			m.Index = append(m.Index, x.finite())
		}
		return m
	}
	return nil
}

// String describes a type in a message, as in "x is ...".
func (t *ty) String() string {
	switch t.kind {
	case kBool:
		return "a truth value"
	case kInt:
		return "a number"
	case kText:
		return "a text"
	case kEnum:
		return article(t.m.Name)
	case kTuple:
		return "a tuple " + t.plain()
	case kSet:
		if t.elem().kind == kNone {
			return "an empty set"
		}
		return "a " + t.plain()
	case kArray:
		return "an array " + t.plain()
	}
	return "unknown"
}

// plain names a type without an article.
func (t *ty) plain() string {
	switch t.kind {
	case kBool:
		return "bool"
	case kInt:
		if t.m != nil {
			return t.m.String()
		}
		return "number"
	case kText:
		return "text"
	case kEnum:
		return t.m.Name
	case kTuple:
		return "(" + plainList(t.elems) + ")"
	case kSet:
		return "set of " + t.elem().plain()
	case kArray:
		return "[" + plainList(t.index) + "]: " + t.elem().plain()
	}
	return "?"
}

func plainList(ts []*ty) string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = t.plain()
	}
	return strings.Join(names, ", ")
}

func article(name string) string {
	if strings.ContainsAny(name[:1], "AEIOUaeiou") {
		return "an " + name
	}
	return "a " + name
}
