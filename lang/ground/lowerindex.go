package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

func (g *grounder) lowerTuple(e *syntax.TupleExpr) value {
	if t := g.info.Types[e]; t.Kind == types.Set { // of types: the set of all such tuples
		return g.wholeType(t.Elem().Finite())
	}
	v := value{kind: vTuple}
	for _, x := range e.Elems {
		p := g.lower(x)
		if p.kind == vBad {
			return badValue
		}
		v.parts = append(v.parts, p)
	}
	return g.whole(v)
}

// lowerIndex evaluates x[i, ...]: an element of an array, or a character of a text.
func (g *grounder) lowerIndex(e *syntax.IndexExpr) value {
	x := g.lower(e.X)
	var indices []*model.Expr
	bad := x.kind == vBad
	for _, i := range e.Index {
		v := g.lower(i)
		bad = bad || v.kind == vBad
		indices = append(indices, v.leaves()...)
		if v.def != nil {
			x.def = g.b.And(v.def, g.orTrue(x.def))
		}
	}
	if bad {
		return badValue
	}
	g.at(e)
	if x.kind == vText || x.kind == vShown {
		return g.noted(e, g.charAt(e, x, indices[0]))
	}
	if x.kind != vArray {
		return badValue
	}
	return g.noted(e, g.only(x.def, g.element(x, indices, g.info.Types[e])))
}

// element returns the element of an array at indices, given as leaves.
func (g *grounder) element(x value, indices []*model.Expr, t *types.Type) value {
	dims := dimsOf(x.index)
	indices = g.indices(x.index, indices)
	if off, fixed, inside := offset(dims, indices); !inside || len(x.parts) == 0 {
		return g.nothing(t)
	} else if fixed {
		return x.parts[off]
	}
	g.steps += int64(len(x.parts) / 8)
	if t.Kind == types.Text && !oneCharacterEach(x.parts) {
		return g.textAt(x.parts, dims, indices)
	}
	if t.Kind == types.Text {
		x.parts = g.characters(x.parts)
	}
	x.parts = g.alignAll(g.allAlike(x.parts))
	first := x.parts[0].leaves()
	columns := make([][]*model.Expr, len(first))
	for _, p := range x.parts {
		for j, l := range p.leaves() {
			columns[j] = append(columns[j], l)
		}
	}
	out := make([]*model.Expr, len(first))
	for j := range out {
		out[j] = g.b.Element(columns[j], dims, indices)
	}
	v, _ := x.parts[0].rebuild(out)
	if v.kind == vSet || v.kind == vTuple && slices.ContainsFunc(first, isTruth) {
		// Outside the array the value is undefined, not a value of falsehoods.
		inside := g.b.Element(g.repeat(g.b.Truth(true), len(x.parts)), dims, indices)
		if !inside.IsTrue() {
			v.def = g.b.And(inside, g.orTrue(v.def))
		}
	}
	return v
}

func isTruth(e *model.Expr) bool { return e.Bool }

func (g *grounder) repeat(e *model.Expr, n int) []*model.Expr {
	out := make([]*model.Expr, n)
	for i := range out {
		out[i] = e
	}
	return out
}

// allAlike lays all sets among parts out over the same possible members.
func (g *grounder) allAlike(parts []value) []value {
	if len(parts) == 0 || parts[0].kind != vSet {
		return parts
	}
	out := append([]value(nil), parts...)
	whole := out[0]
	for _, p := range out[1:] {
		whole, _ = g.alike(whole, p)
	}
	for i := range out {
		out[i], _ = g.alike(out[i], whole)
	}
	return out
}

// nothing returns the undefined value of a type.
func (g *grounder) nothing(t *types.Type) value {
	switch t.Kind {
	case types.Bool:
		return scalar(g.b.Truth(false))
	case types.Text:
		return charValue(g.b.Undefined())
	case types.Set:
		return value{kind: vSet, def: g.b.Truth(false)}
	case types.Tuple:
		v := value{kind: vTuple, def: g.b.Truth(false)}
		for _, et := range t.Elems {
			v.parts = append(v.parts, g.nothing(et))
		}
		return v
	case types.Array:
		v := value{kind: vArray, index: finites(t.Index), def: g.b.Truth(false)}
		for range count(v.index) {
			v.parts = append(v.parts, g.nothing(t.Elem()))
		}
		return v
	}
	return scalar(g.b.Undefined())
}

// dimsOf returns the dimensions of an array: one for each scalar of its indices, and one for an
// index whose type lists its values.
func dimsOf(index []*model.Type) []model.Dim {
	dims := addDims(make([]model.Dim, 0, len(index)), index)
	stride := int64(1)
	for i := len(dims) - 1; i >= 0; i-- {
		dims[i].Stride = stride
		stride *= dims[i].N
	}
	return dims
}

func addDims(dims []model.Dim, index []*model.Type) []model.Dim {
	for _, t := range index {
		switch {
		case t.Only != nil:
			dims = append(dims, model.Dim{N: int64(len(t.Only))})
		case t.Kind == model.Tuple:
			dims = addDims(dims, t.Elems)
		default:
			lo, hi := t.Domain()
			dims = append(dims, model.Dim{Lo: lo, N: hi - lo + 1})
		}
	}
	return dims
}

// indices returns the expressions that address the dimensions of an index: its leaves, or the
// position among listed values, -1 if it is not listed. leaves may be those of the first
// indices only.
func (g *grounder) indices(index []*model.Type, leaves []*model.Expr) []*model.Expr {
	var out []*model.Expr
	for _, t := range index {
		if len(leaves) == 0 {
			break
		}
		k := t.Leaves()
		switch {
		case t.Only != nil:
			out = append(out, g.b.Element(g.positions(t), dimsOf([]*model.Type{unlisted(t)}), leaves[:k]))
		case t.Kind == model.Tuple:
			out = append(out, g.indices(t.Elems, leaves[:k])...)
		default:
			out = append(out, leaves[0])
		}
		leaves = leaves[k:]
	}
	return out
}

// positions returns the position among the listed values for every value within the bounds of a
// type.
func (g *grounder) positions(t *model.Type) []*model.Expr {
	whole := unlisted(t)
	table := g.repeat(g.b.Const(-1), int(g.places(whole)))
	for i, v := range t.Only {
		table[whole.Ordinal(v)] = g.b.Const(int64(i))
	}
	g.steps += int64(len(table)) / 8
	return table
}

// unlisted returns a type without its list of values.
func unlisted(t *model.Type) *model.Type {
	if t.Only == nil {
		return t
	}
	whole := *t
	whole.Only, whole.Name = nil, ""
	return &whole
}

// listing returns the conditions that v, which is within the bounds of a type, is among its
// listed values.
func (g *grounder) listing(v value, t *types.Type) []*model.Expr {
	var conds []*model.Expr
	switch {
	case t.Kind == types.Array:
		for _, p := range v.parts {
			conds = append(conds, g.listing(p, t.Elem())...)
		}
	case t.Of != nil:
		m := t.Finite()
		v, conds = g.asType(v, m)
		whole := unlisted(m)
		table := g.repeat(g.b.Truth(false), int(g.places(whole)))
		for _, x := range m.Only {
			table[whole.Ordinal(x)] = g.b.Truth(true)
		}
		g.steps += int64(len(table)) / 8
		in := g.b.Element(table, dimsOf([]*model.Type{whole}), v.leaves())
		if in.Op == model.Undefined { // no listed value is possible
			in = g.b.Truth(false)
		}
		conds = append(conds, in)
	case t.Kind == types.Tuple:
		for i, p := range v.parts {
			conds = append(conds, g.listing(p, t.Elems[i])...)
		}
	}
	return conds
}

// offset returns the offset of constant indices. fixed is false if an index is not constant;
// inside is false if one is certainly out of range.
func offset(dims []model.Dim, indices []*model.Expr) (off int64, fixed, inside bool) {
	fixed = true
	for i, x := range indices {
		d := dims[i]
		if x.Op == model.Undefined || d.Misses(x.Lo, x.Hi) {
			return 0, false, false
		}
		fixed = fixed && x.IsConst()
		off += (x.Value - d.Lo) * d.Stride
	}
	return off, fixed, true
}
