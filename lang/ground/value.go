package ground

import (
	"farbank/lang/types"
	"farbank/model"
)

// vKind is the kind of a value.
type vKind uint8

const (
	vBad    vKind = iota // an error has been reported
	vScalar              // e
	vTuple               // parts
	vSet                 // elem, in, def
	vArray               // index, parts
	vText                // text, or e: a character that depends on the state
	vShown               // shown: a text that depends on the state
)

// A value is the value of an expression: constants where it is known, expressions of the model
// where it depends on the state.
type value struct {
	kind  vKind
	e     *model.Expr
	den   *model.Expr // of a number: if it is not nil, the value is e / den, and den is greater than 0
	parts []value
	elem  *model.Type   // of a set: the type of its possible members
	in    []*model.Expr // of a set: for each value of elem, whether it is a member
	def   *model.Expr   // of a set, a tuple or an array: whether it is defined; nil means always
	index []*model.Type // of an array
	text  string
	shown *model.Display
}

var badValue = value{kind: vBad}

func scalar(e *model.Expr) value    { return value{kind: vScalar, e: e} }
func textValue(s string) value      { return value{kind: vText, text: s} }
func charValue(e *model.Expr) value { return value{kind: vText, e: e} }

// fixed reports whether v is constant.
func (v value) fixed() bool {
	switch v.kind {
	case vScalar:
		return v.e.IsConst() && (v.den == nil || v.den.IsConst())
	case vText:
		return v.e == nil
	case vSet:
		for _, e := range v.in {
			if !e.IsConst() {
				return false
			}
		}
		return v.def == nil
	case vTuple, vArray:
		for _, p := range v.parts {
			if !p.fixed() {
				return false
			}
		}
		return v.def == nil
	}
	return false
}

// leaves returns the leaves of v in the order of model.Type. A denominator that is not constant is
// a further leaf.
func (v value) leaves() []*model.Expr {
	switch v.kind {
	case vScalar:
		if v.den != nil && !v.den.IsConst() {
			return []*model.Expr{v.e, v.den}
		}
		return []*model.Expr{v.e}
	case vText:
		if v.e != nil {
			return []*model.Expr{v.e}
		}
	case vSet:
		return v.in
	case vTuple, vArray:
		var all []*model.Expr
		for _, p := range v.parts {
			all = append(all, p.leaves()...)
		}
		return all
	}
	return nil
}

// constLeaves returns the leaves of a fixed value as integers.
func (v value) constLeaves() []int64 {
	exprs := v.leaves()
	out := make([]int64, len(exprs))
	for i, e := range exprs {
		out[i] = e.Value
	}
	return out
}

// rebuild returns v with its leaves replaced by the first ones of exprs, and the remaining
// exprs.
func (v value) rebuild(exprs []*model.Expr) (value, []*model.Expr) {
	switch v.kind {
	case vScalar:
		v.e = exprs[0]
		if v.den != nil && !v.den.IsConst() {
			v.den = exprs[1]
			return v, exprs[2:]
		}
		return v, exprs[1:]
	case vText:
		if v.e != nil {
			v.e = exprs[0]
			return v, exprs[1:]
		}
	case vSet:
		v.in = exprs[:len(v.in)]
		return v, exprs[len(v.in):]
	case vTuple, vArray:
		parts := make([]value, len(v.parts))
		for i, p := range v.parts {
			parts[i], exprs = p.rebuild(exprs)
		}
		v.parts = parts
	}
	return v, exprs
}

// valueOf returns the value of a type with the given leaves.
func (g *grounder) valueOf(t *model.Type, exprs []*model.Expr) value {
	v, _ := g.takeValue(t, exprs)
	return v
}

func (g *grounder) takeValue(t *model.Type, exprs []*model.Expr) (value, []*model.Expr) {
	switch t.Kind {
	case model.Tuple:
		v := value{kind: vTuple}
		for _, e := range t.Elems {
			var p value
			p, exprs = g.takeValue(e, exprs)
			v.parts = append(v.parts, p)
		}
		return v, exprs
	case model.Set:
		n := t.Leaves()
		return value{kind: vSet, elem: t.Elems[0], in: exprs[:n]}, exprs[n:]
	case model.Array:
		v := value{kind: vArray, index: t.Index}
		for range count(t.Index) {
			var p value
			p, exprs = g.takeValue(t.Elems[0], exprs)
			v.parts = append(v.parts, p)
		}
		return v, exprs
	case model.Char:
		return charValue(exprs[0]), exprs[1:]
	}
	return g.decimal(exprs[0], t.Digits), exprs[1:]
}

// count returns the number of elements of an array with these indices.
func count(index []*model.Type) int64 {
	n := int64(1)
	for _, t := range index {
		m, _ := t.Size()
		n *= m
	}
	return n
}

// fixedValue returns a constant of a type.
func (g *grounder) fixedValue(t *model.Type, leaves []int64) value {
	types := t.LeafTypes()
	exprs := make([]*model.Expr, len(leaves))
	for i, x := range leaves {
		exprs[i] = g.leafConst(types[i], x)
	}
	return g.valueOf(t, exprs)
}

func (g *grounder) leafConst(t *model.Type, x int64) *model.Expr {
	if t.Kind == model.Bool {
		return g.b.Truth(x != 0)
	}
	return g.b.Const(x)
}

// number returns the value of a constant whole number.
func (g *grounder) number(v value) (int64, bool) {
	if v.kind == vScalar && v.e.IsConst() && v.den == nil {
		return v.e.Value, true
	}
	return 0, false
}

// hull returns a type that covers a and b, which differ at most in ranges of numbers and in
// names of one family.
func hull(a, b *model.Type) *model.Type {
	switch {
	case a == b:
		return a
	case a.Kind == model.Int && a.Digits != b.Digits:
		return hullOfDecimals(a, b)
	case a.Kind == model.Int || a.Kind == model.Enum:
		if covers(a, b) {
			return a
		}
		if covers(b, a) {
			return b
		}
		alo, ahi := a.Domain()
		blo, bhi := b.Domain()
		t := &model.Type{Kind: a.Kind, Lo: min(alo, blo), Hi: max(ahi, bhi), Digits: a.Digits}
		for v := t.Lo; a.Kind == model.Enum && v <= t.Hi; v++ {
			t.Members = append(t.Members, memberAt(v, a, b))
		}
		return t
	case a.Kind == model.Tuple:
		t := &model.Type{Kind: model.Tuple}
		for i := range a.Elems {
			t.Elems = append(t.Elems, hull(a.Elems[i], b.Elems[i]))
		}
		return t
	}
	return a
}

// hullOfDecimals returns a type with the digits of the finer of a and b that covers both.
func hullOfDecimals(a, b *model.Type) *model.Type {
	if a.Digits < b.Digits {
		a, b = b, a
	}
	p := model.Power(a.Digits - b.Digits)
	return &model.Type{Kind: model.Int, Lo: min(a.Lo, multiplied(b.Lo, p)), Hi: max(a.Hi, multiplied(b.Hi, p)), Digits: a.Digits}
}

func covers(a, b *model.Type) bool {
	alo, ahi := a.Domain()
	blo, bhi := b.Domain()
	return a.Only == nil && alo <= blo && ahi >= bhi
}

// memberAt returns the name of a leaf in the first type that has it.
func memberAt(leaf int64, ts ...*model.Type) string {
	for _, t := range ts {
		if i := leaf - t.Lo; i >= 0 && i < int64(len(t.Members)) {
			return t.Members[i]
		}
	}
	return "?"
}

// widen lays the set v out over a type that covers its own.
func (g *grounder) widen(v value, t *model.Type) value {
	if v.elem == t || v.elem == nil && len(v.in) == 0 && t == nil {
		return v
	}
	n, ok := t.Size()
	if !ok || n > types.MaxElements {
		return badValue
	}
	in := make([]*model.Expr, n)
	for i := range in {
		in[i] = g.b.Truth(false)
	}
	for i, e := range v.in {
		if leaves, ok := hasMember(v.elem.Nth(int64(i)), v.elem, t); ok {
			in[t.Ordinal(leaves)] = e
		}
	}
	return value{kind: vSet, elem: t, in: in, def: v.def}
}
