package ground

import (
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// constant returns the value of a const or param. A value of the caller is used as it is. A
// value in the file is evaluated again and compared with that of package judge: both must agree
// on every constant.
func (g *grounder) constant(o *types.Object) value {
	if v := g.values[o.ID]; v.kind != vBad {
		return v
	}
	v := badValue
	if o.Given {
		v = g.plain(o.Const, o.Type)
	} else {
		v = g.conform(g.lowerValue(o.Value, o.Type), o.Type, o.Value.Value)
		if v.kind != vBad && !g.agrees(v, o.Const, o.Type) {
			panic(stopped{&DisagreementError{Name: o.Name, File: g.file.Name, Pos: g.pos(o.Ident)}})
		}
	}
	g.values[o.ID] = v
	return v
}

// plain converts a value of package types to one of the grounder.
func (g *grounder) plain(v types.Value, t *types.Type) value {
	switch t.Kind {
	case types.Text:
		return textValue(v.Text)
	case types.Tuple, types.Array:
		out := value{kind: vTuple}
		if t.Kind == types.Array {
			out = value{kind: vArray, index: finites(t.Index)}
		}
		for i, x := range v.Elems {
			et := t.Elems[0]
			if t.Kind == types.Tuple {
				et = t.Elems[i]
			}
			out.parts = append(out.parts, g.plain(x, et))
		}
		return out
	case types.Set:
		out := g.emptySet(t.Elem().Finite())
		for _, x := range v.Elems {
			out.in[out.elem.Ordinal(x.LeavesOf(t.Elem(), nil))] = g.b.Truth(true)
		}
		return out
	case types.Bool:
		return scalar(g.b.Truth(v.True()))
	}
	if v.Den != 0 {
		return g.fraction(g.b.Const(v.N), g.b.Const(v.Den))
	}
	return scalar(g.b.Const(v.N))
}

// agrees reports whether v is the constant x of type t.
func (g *grounder) agrees(v value, x types.Value, t *types.Type) bool {
	switch v.kind {
	case vText:
		return v.e == nil && x.Kind == types.Text && v.text == x.Text
	case vScalar:
		if v.den != nil || x.Den != 0 {
			return v.isRat(x.Rat())
		}
		return v.e.IsConst() && x.N == v.e.Value
	case vTuple, vArray:
		if len(v.parts) != len(x.Elems) {
			return false
		}
		for i, p := range v.parts {
			et := t.Elems[0]
			if t.Kind == types.Tuple {
				et = t.Elems[i]
			}
			if !g.agrees(p, x.Elems[i], et) {
				return false
			}
		}
		return true
	case vSet:
		return g.sameMembers(v, x)
	}
	return false
}

// sameMembers reports whether the constant set v has the members of x.
func (g *grounder) sameMembers(v value, x types.Value) bool {
	k := 0
	for i, in := range v.in {
		if !in.IsConst() || v.def != nil {
			return false
		}
		if !in.IsTrue() {
			continue
		}
		if k == len(x.Elems) || !slices.Equal(v.elem.Nth(int64(i)), numbers(x.Elems[k], v.elem)) {
			return false
		}
		k++
	}
	return k == len(x.Elems)
}

// numbers returns the leaves of a scalar or a tuple.
func numbers(v types.Value, t *model.Type) []int64 {
	if v.Kind != types.Tuple {
		if n, ok := v.Scaled(max(t.Digits, 0)); ok {
			return []int64{n}
		}
		return nil
	}
	var out []int64
	for i, x := range v.Elems {
		out = append(out, numbers(x, t.Elems[i])...)
	}
	return out
}

// A DisagreementError reports a bug: the grounder and the judge compute different values of a
// constant.
type DisagreementError struct {
	Name string
	File string
	Pos  model.Pos
}

// Error returns the name of the constant and its place.
func (e *DisagreementError) Error() string {
	return fmt.Sprintf("%s:%d:%d: a bug: %s has two values, one by the interpreter of the text and another by the model", e.File, e.Pos.Line, e.Pos.Col, e.Name)
}

// lowerValue evaluates the value of a declaration of type t, for each element if it is a
// formula.
func (g *grounder) lowerValue(d *syntax.ValueDecl, t *types.Type) value {
	if !named(d.Index) {
		return g.lowerInto(d.Value, t)
	}
	var names []*types.Object
	for _, f := range d.Index {
		for _, id := range f.Names {
			names = append(names, g.info.Uses[id])
		}
	}
	v := value{kind: vArray, index: finites(t.Index)}
	g.eachIndex(names, v.index, func() {
		v.parts = append(v.parts, g.lowerInto(d.Value, t.Elem()))
	})
	return g.whole(v)
}

// lowerInto evaluates e for a place of type t. A value that is no array is repeated for every
// element of one.
func (g *grounder) lowerInto(e syntax.Expr, t *types.Type) value {
	v := g.lower(e)
	if t.Kind == types.Array && v.kind != vArray && v.kind != vBad {
		all := value{kind: vArray, index: finites(t.Index)}
		for range count(all.index) {
			all.parts = append(all.parts, v)
		}
		if conds := g.wellDefined(v); conds != nil { // there may be no element to require it
			all.def = g.b.And(conds...)
		}
		return all
	}
	return v
}

// eachIndex calls f for all combinations of the values of index types, the last varying
// fastest, and binds names, if any, to them.
func (g *grounder) eachIndex(names []*types.Object, index []*model.Type, f func()) {
	if len(names) == 0 {
		f()
		return
	}
	n, _ := index[0].Size()
	for i := range n {
		g.step()
		if o := names[0]; o != nil {
			g.values[o.ID] = g.fixedValue(index[0], index[0].Nth(i))
		}
		g.eachIndex(names[1:], index[1:], f)
	}
}

// conform converts v to the layout of type t, and reports constants that are out of range. Sets
// are laid out over the possible members in t.
func (g *grounder) conform(v value, t *types.Type, n syntax.Node) value {
	if v.kind == vBad || t.Kind == types.Bad {
		return badValue
	}
	switch t.Kind {
	case types.Bool, types.Int, types.Enum:
		return g.conformScalar(v, t, n)
	case types.Set:
		return g.conformSet(v, t, n)
	case types.Tuple, types.Array:
		if t.Kind == types.Array && !sameIndex(v.index, finites(t.Index)) {
			g.Errorf(n, "the array is over [%s], not [%s]", joinPlain(v.index), types.PlainList(t.Index))
			return badValue
		}
		parts := make([]value, len(v.parts))
		for i, p := range v.parts {
			et := t.Elem()
			if t.Kind == types.Tuple {
				et = t.Elems[i]
			}
			if parts[i] = g.conform(p, et, n); parts[i].kind == vBad {
				return badValue
			}
		}
		v.parts = parts
		if t.Of != nil && v.fixed() && !anyFraction(v) && !t.Finite().Has(v.constLeaves()) {
			g.Errorf(n, "%s is not in %s", t.Finite().Format(v.constLeaves()), t.Plain())
			return badValue
		}
	}
	return v
}

func (g *grounder) conformScalar(v value, t *types.Type, n syntax.Node) value {
	if t.Model != nil && (v.den != nil || t.Model.Digits > 0) {
		w, conds := g.asType(v, t.Model)
		for _, c := range conds {
			if c.IsFalse() {
				g.Errorf(n, "%s is not in %s", types.FractionValue(v.e.Value, v.denConst()).Written(), t.Model)
				return badValue
			}
			w.e = g.onlyScalar(c, w.e)
		}
		v = w
	}
	switch {
	case v.e.Op == model.Undefined:
		g.Errorf(n, "this has no value").Hint = "an index is out of range, or something is divided by 0"
		return badValue
	case v.e.IsConst() && t.Model != nil && !t.Model.Has([]int64{v.e.Value}):
		written := t.Model.Plain([]int64{v.e.Value})
		if t.Family != nil {
			written = t.Family.All.Model.Plain([]int64{v.e.Value})
		}
		g.Errorf(n, "%s is not in %s", written, t.Model)
		return badValue
	}
	return v
}

func (g *grounder) conformSet(v value, t *types.Type, n syntax.Node) value {
	elem := t.Elem().Finite()
	if elem == nil {
		return v
	}
	if v.elem == nil {
		empty := g.emptySet(elem)
		empty.def = v.def
		return empty
	}
	for i, e := range v.in {
		if !e.IsTrue() {
			continue
		}
		leaves := v.elem.Nth(int64(i))
		if _, ok := hasMember(leaves, v.elem, elem); !ok {
			g.Errorf(n, "%s is not in %s", v.elem.Format(leaves), elem)
			return badValue
		}
	}
	if conds := g.within(v, t); len(conds) > 0 { // possible members that must not occur here
		if v.def != nil {
			conds = append(conds, v.def)
		}
		v.def = g.b.And(conds...)
	}
	return g.widen(v, elem)
}

func sameIndex(a, b []*model.Type) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameType(a[i], b[i]) {
			return false
		}
	}
	return true
}

func sameType(a, b *model.Type) bool {
	if a == b {
		return true
	}
	if a.Kind != b.Kind || a.Digits != b.Digits || a.Lo != b.Lo || a.Hi != b.Hi || len(a.Members) != len(b.Members) ||
		(a.Only == nil) != (b.Only == nil) || !slices.EqualFunc(a.Only, b.Only, slices.Equal) {
		return false
	}
	return sameIndex(a.Elems, b.Elems)
}

func joinPlain(ts []*model.Type) string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = t.String()
	}
	return strings.Join(names, ", ")
}

// named reports whether the indices of a declaration bind names, so that its value is a
// formula.
func named(index []*syntax.Field) bool { return len(index) > 0 && len(index[0].Names) > 0 }
