package ground

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// lowerCompare evaluates a chain of comparisons: each of its pairs must hold.
func (g *grounder) lowerCompare(e *syntax.CompareExpr) value {
	vs := make([]value, len(e.Xs))
	for i, x := range e.Xs {
		if i > 0 && e.Ops[i-1] == syntax.In && (i == len(e.Ops) || e.Ops[i] == syntax.In) && g.rangeOperand(x) != nil {
			continue // x in lo..hi needs no set
		}
		if vs[i] = g.lower(x); vs[i].kind == vBad {
			return badValue
		}
	}
	conds := make([]*model.Expr, len(e.Ops))
	for i, op := range e.Ops {
		if r := g.rangeOperand(e.Xs[i+1]); op == syntax.In && r != nil && vs[i+1].kind == vBad {
			conds[i] = g.inRangeOf(vs[i], r)
		} else {
			g.at(e)
			conds[i] = g.comparePair(e, op, vs[i], vs[i+1])
		}
		if conds[i] == nil {
			return badValue
		}
	}
	g.at(e)
	return scalar(g.b.And(conds...))
}

// rangeOperand returns e if it is a range, or nil.
func (g *grounder) rangeOperand(e syntax.Expr) *syntax.BinaryExpr {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			break
		}
		e = p.X
	}
	if r, ok := e.(*syntax.BinaryExpr); ok && r.Op == syntax.Range {
		return r
	}
	return nil
}

func (g *grounder) inRangeOf(x value, r *syntax.BinaryExpr) *model.Expr {
	lo, hi := g.lower(r.X), g.lower(r.Y)
	if lo.kind == vBad || hi.kind == vBad || x.kind != vScalar {
		return nil
	}
	g.at(r)
	if anyFraction(lo, hi, x) {
		return g.inDecimalRange(r, x, lo, hi)
	}
	return g.b.And(g.b.Le(lo.e, x.e), g.b.Le(x.e, hi.e))
}

// comparePair returns one comparison, or nil after an error.
func (g *grounder) comparePair(n syntax.Node, op syntax.Token, x, y value) *model.Expr {
	if g.onlyShown(n, x, y) {
		return nil
	}
	switch op {
	case syntax.Eq:
		return g.same(x, y)
	case syntax.Ne:
		return g.differ(x, y)
	case syntax.Lt:
		return g.less(x, y, false)
	case syntax.Le:
		return g.less(x, y, true)
	case syntax.Gt:
		return g.less(y, x, false)
	case syntax.Ge:
		return g.less(y, x, true)
	case syntax.Subset:
		return g.subset(x, y)
	}
	if y.kind == vText {
		return g.textIn(x, y)
	}
	return g.member(x, y)
}

// same returns x == y, which is false if a part of either is undefined.
func (g *grounder) same(x, y value) *model.Expr {
	switch x.kind {
	case vScalar:
		n, m, _ := g.common(x, y)
		return g.b.Eq(n, m)
	case vText:
		if x.e == nil && y.e == nil {
			return g.b.Truth(x.text == y.text)
		}
		if !oneCharacter(x) || !oneCharacter(y) {
			return g.b.Truth(false)
		}
		return g.b.Eq(g.character(x), g.character(y))
	}
	conds := g.pairs(&x, &y, g.b.Eq)
	if conds == nil {
		return g.b.Truth(false)
	}
	return g.b.And(append(conds, g.wellDefined(x, y)...)...)
}

// differ returns x != y: both are defined and a part differs.
func (g *grounder) differ(x, y value) *model.Expr {
	switch x.kind {
	case vScalar:
		n, m, _ := g.common(x, y)
		return g.b.Ne(n, m)
	case vText:
		if x.e == nil && y.e == nil {
			return g.b.Truth(x.text != y.text)
		}
		if !oneCharacter(x) || !oneCharacter(y) {
			return g.b.And(g.wellDefined(x, y)...)
		}
		return g.b.Ne(g.character(x), g.character(y))
	}
	conds := g.pairs(&x, &y, g.b.Ne)
	if conds == nil {
		return g.b.And(g.wellDefined(x, y)...)
	}
	return g.b.And(append(g.wellDefined(x, y), g.b.Or(conds...))...)
}

// pairs compares the leaves of two values one by one, with sets laid out alike. It returns nil
// for arrays with different indices.
func (g *grounder) pairs(x, y *value, compare func(a, b *model.Expr) *model.Expr) []*model.Expr {
	if x.kind == vSet {
		*x, *y = g.alike(*x, *y)
	}
	if x.kind == vArray && !sameIndex(x.index, y.index) {
		return nil
	}
	conds := []*model.Expr{}
	if x.kind == vSet {
		for i := range x.in {
			conds = append(conds, compare(x.in[i], y.in[i]))
		}
		return conds
	}
	for i := range x.parts {
		p, q := x.parts[i], y.parts[i]
		if p.kind == vScalar {
			n, m, _ := g.common(p, q)
			conds = append(conds, compare(n, m))
			continue
		}
		if compare(g.b.Const(0), g.b.Const(0)).IsTrue() {
			conds = append(conds, g.same(p, q))
		} else {
			conds = append(conds, g.differ(p, q))
		}
	}
	return conds
}

// wellDefined returns the conditions that all parts of the values are defined.
func (g *grounder) wellDefined(vs ...value) []*model.Expr {
	var conds []*model.Expr
	for _, v := range vs {
		switch v.kind {
		case vSet:
			if v.def != nil {
				conds = append(conds, v.def)
			}
		case vTuple, vArray:
			if v.def != nil {
				conds = append(conds, v.def)
			}
			conds = append(conds, g.wellDefined(v.parts...)...)
		default:
			if v.e != nil {
				if d := g.defined(v.e); d != nil {
					conds = append(conds, d)
				}
			}
		}
	}
	return conds
}

// less returns x < y, or x <= y if equal is set. Tuples are compared lexicographically.
func (g *grounder) less(x, y value, equal bool) *model.Expr {
	compare := g.b.Lt
	if equal {
		compare = g.b.Le
	}
	switch {
	case x.kind == vScalar:
		n, m, _ := g.common(x, y)
		return compare(n, m)
	case x.kind == vText && x.e == nil && y.e == nil:
		return g.b.Truth(x.text < y.text || equal && x.text == y.text)
	case x.kind == vText && oneCharacter(x) && oneCharacter(y):
		return compare(g.character(x), g.character(y))
	case x.kind == vText:
		return g.lessText(x, y)
	}
	cond := g.b.Truth(equal)
	for i := len(x.parts) - 1; i >= 0; i-- {
		p, q := x.parts[i], y.parts[i]
		cond = g.b.Or(g.less(p, q, false), g.b.And(g.same(p, q), cond))
	}
	return g.b.And(append(g.wellDefined(x, y), cond)...)
}

// lessText compares a character that depends on the state with a longer or an empty text: by
// the first character, then by length.
func (g *grounder) lessText(x, y value) *model.Expr {
	if x.e != nil {
		if y.text == "" {
			return g.b.Truth(false)
		}
		first := textValue(string([]rune(y.text)[0]))
		return g.b.Le(x.e, g.character(first))
	}
	if x.text == "" {
		return g.orTrue(g.defined(y.e))
	}
	first := textValue(string([]rune(x.text)[0]))
	return g.b.Lt(g.character(first), y.e)
}

// member returns x in s.
func (g *grounder) member(x, s value) *model.Expr {
	if len(s.in) == 0 {
		return g.b.Truth(false)
	}
	index := []*model.Type{s.elem}
	in := g.b.Element(s.in, dimsOf(index), g.indices(index, g.leavesAs(x, s.elem)))
	if in.Op == model.Undefined {
		return g.b.Truth(false) // a condition is false where it would be undefined
	}
	return g.b.And(in, g.orTrue(s.def), g.orTrue(x.def))
}

func (g *grounder) subset(x, y value) *model.Expr {
	x, y = g.alike(x, y)
	conds := g.wellDefined(x, y)
	for i := range x.in {
		conds = append(conds, g.b.Or(g.b.Not(x.in[i]), y.in[i]))
	}
	return g.b.And(conds...)
}

func (g *grounder) setOperation(op syntax.Token, x, y value) value {
	x, y = g.alike(x, y)
	in := make([]*model.Expr, len(x.in))
	for i := range in {
		switch op {
		case syntax.Union:
			in[i] = g.b.Or(x.in[i], y.in[i])
		case syntax.Inter:
			in[i] = g.b.And(x.in[i], y.in[i])
		default:
			in[i] = g.b.And(x.in[i], g.b.Not(y.in[i]))
		}
	}
	v := value{kind: vSet, elem: x.elem, in: in}
	if conds := g.wellDefined(x, y); conds != nil {
		v.def = g.b.And(conds...)
	}
	return v
}
