package check

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// lowerCompare is a chain of comparisons: all neighbouring pairs must hold.
func (c *checker) lowerCompare(e *syntax.CompareExpr) value {
	vs := make([]value, len(e.Xs))
	for i, x := range e.Xs {
		if i > 0 && e.Ops[i-1] == syntax.In && (i == len(e.Ops) || e.Ops[i] == syntax.In) && c.rangeOperand(x) != nil {
			continue // x in lo..hi needs no set
		}
		if vs[i] = c.lower(x); vs[i].kind == vBad {
			return badValue
		}
	}
	conds := make([]*model.Expr, len(e.Ops))
	for i, op := range e.Ops {
		if r := c.rangeOperand(e.Xs[i+1]); op == syntax.In && r != nil && vs[i+1].kind == vBad {
			conds[i] = c.inRangeOf(vs[i], r)
		} else {
			c.at(e)
			conds[i] = c.comparePair(e, op, vs[i], vs[i+1])
		}
		if conds[i] == nil {
			return badValue
		}
	}
	c.at(e)
	return scalar(c.b.And(conds...))
}

// rangeOperand returns e if it is written as a range.
func (c *checker) rangeOperand(e syntax.Expr) *syntax.BinaryExpr {
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

func (c *checker) inRangeOf(x value, r *syntax.BinaryExpr) *model.Expr {
	lo, hi := c.lower(r.X), c.lower(r.Y)
	if lo.kind == vBad || hi.kind == vBad || x.kind != vScalar {
		return nil
	}
	c.at(r)
	return c.b.And(c.b.Le(lo.e, x.e), c.b.Le(x.e, hi.e))
}

// comparePair is one comparison; nil after an error.
func (c *checker) comparePair(n syntax.Node, op syntax.Token, x, y value) *model.Expr {
	if c.onlyShown(n, x, y) {
		return nil
	}
	switch op {
	case syntax.Eq:
		return c.same(x, y)
	case syntax.Ne:
		return c.differ(x, y)
	case syntax.Lt:
		return c.less(x, y, false)
	case syntax.Le:
		return c.less(x, y, true)
	case syntax.Gt:
		return c.less(y, x, false)
	case syntax.Ge:
		return c.less(y, x, true)
	case syntax.Subset:
		return c.subset(x, y)
	}
	if y.kind == vText {
		return c.textIn(x, y)
	}
	return c.member(x, y)
}

// same is x == y. Where a part of either is undefined it is false.
func (c *checker) same(x, y value) *model.Expr {
	switch x.kind {
	case vScalar:
		return c.b.Eq(x.e, y.e)
	case vText:
		if x.e == nil && y.e == nil {
			return c.b.Truth(x.text == y.text)
		}
		if !oneCharacter(x) || !oneCharacter(y) {
			return c.b.Truth(false)
		}
		return c.b.Eq(c.character(x), c.character(y))
	}
	conds := c.pairs(&x, &y, c.b.Eq)
	if conds == nil {
		return c.b.Truth(false)
	}
	return c.b.And(append(conds, c.wellDefined(x, y)...)...)
}

// differ is x != y: both are defined and a part differs.
func (c *checker) differ(x, y value) *model.Expr {
	switch x.kind {
	case vScalar:
		return c.b.Ne(x.e, y.e)
	case vText:
		if x.e == nil && y.e == nil {
			return c.b.Truth(x.text != y.text)
		}
		if !oneCharacter(x) || !oneCharacter(y) {
			return c.b.And(c.wellDefined(x, y)...)
		}
		return c.b.Ne(c.character(x), c.character(y))
	}
	conds := c.pairs(&x, &y, c.b.Ne)
	if conds == nil {
		return c.b.And(c.wellDefined(x, y)...)
	}
	return c.b.And(append(c.wellDefined(x, y), c.b.Or(conds...))...)
}

// pairs compares the leaves of two values one by one, having laid out sets alike.
// It returns nil if they are arrays of different indices.
func (c *checker) pairs(x, y *value, compare func(a, b *model.Expr) *model.Expr) []*model.Expr {
	if x.kind == vSet {
		*x, *y = c.alike(*x, *y)
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
			conds = append(conds, compare(p.e, q.e))
			continue
		}
		if compare(c.b.Const(0), c.b.Const(0)).IsTrue() {
			conds = append(conds, c.same(p, q))
		} else {
			conds = append(conds, c.differ(p, q))
		}
	}
	return conds
}

// wellDefined are the conditions that the values have all their parts.
func (c *checker) wellDefined(vs ...value) []*model.Expr {
	var conds []*model.Expr
	for _, v := range vs {
		switch v.kind {
		case vSet:
			if v.def != nil {
				conds = append(conds, v.def)
			}
		case vTuple, vArray:
			conds = append(conds, c.wellDefined(v.parts...)...)
		default:
			if v.e != nil {
				if d := c.defined(v.e); d != nil {
					conds = append(conds, d)
				}
			}
		}
	}
	return conds
}

// less is x < y, or x <= y where equal is set; tuples compare component by
// component, the first difference deciding.
func (c *checker) less(x, y value, equal bool) *model.Expr {
	compare := c.b.Lt
	if equal {
		compare = c.b.Le
	}
	switch {
	case x.kind == vScalar:
		return compare(x.e, y.e)
	case x.kind == vText && x.e == nil && y.e == nil:
		return c.b.Truth(x.text < y.text || equal && x.text == y.text)
	case x.kind == vText && oneCharacter(x) && oneCharacter(y):
		return compare(c.character(x), c.character(y))
	case x.kind == vText:
		return c.lessText(x, y)
	}
	cond := c.b.Truth(equal)
	for i := len(x.parts) - 1; i >= 0; i-- {
		p, q := x.parts[i], y.parts[i]
		cond = c.b.Or(c.less(p, q, false), c.b.And(c.same(p, q), cond))
	}
	return c.b.And(append(c.wellDefined(x, y), cond)...)
}

// lessText compares a character that depends on the state with a longer or an empty
// text: the first character decides, then the length.
func (c *checker) lessText(x, y value) *model.Expr {
	if x.e != nil {
		if y.text == "" {
			return c.b.Truth(false)
		}
		first := textValue(string([]rune(y.text)[0]))
		return c.b.Le(x.e, c.character(first))
	}
	if x.text == "" {
		return c.orTrue(c.defined(y.e))
	}
	first := textValue(string([]rune(x.text)[0]))
	return c.b.Lt(c.character(first), y.e)
}

// member is x in s.
func (c *checker) member(x, s value) *model.Expr {
	if s.elem == nil {
		return c.b.Truth(false)
	}
	in := c.b.Element(s.in, dimsOf([]*model.Type{s.elem}), x.leaves())
	if s.def != nil {
		return c.b.And(in, s.def)
	}
	return in
}

func (c *checker) subset(x, y value) *model.Expr {
	x, y = c.alike(x, y)
	conds := c.wellDefined(x, y)
	for i := range x.in {
		conds = append(conds, c.b.Or(c.b.Not(x.in[i]), y.in[i]))
	}
	return c.b.And(conds...)
}

func (c *checker) setOperation(op syntax.Token, x, y value) value {
	x, y = c.alike(x, y)
	in := make([]*model.Expr, len(x.in))
	for i := range in {
		switch op {
		case syntax.Union:
			in[i] = c.b.Or(x.in[i], y.in[i])
		case syntax.Inter:
			in[i] = c.b.And(x.in[i], y.in[i])
		default:
			in[i] = c.b.And(x.in[i], c.b.Not(y.in[i]))
		}
	}
	v := value{kind: vSet, elem: x.elem, in: in}
	if conds := c.wellDefined(x, y); conds != nil {
		v.def = c.b.And(conds...)
	}
	return v
}
