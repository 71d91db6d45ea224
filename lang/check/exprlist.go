package check

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// listType is the type of [a, b]: the array that its place asks for, or one over
// 1..n.
func (c *checker) listType(e *syntax.ListExpr, want *ty) *ty {
	if want != nil && want.kind == kArray {
		return c.listInto(e, want)
	}
	elem := &ty{kind: kNone}
	ok := true
	for _, x := range e.Elems {
		elem, ok = c.oneType(x, elem, ok)
	}
	if !ok || elem.kind == kBad {
		return bad
	}
	if elem.kind == kNone {
		c.errorf(e, "the type of an empty list cannot be told here")
		return bad
	}
	n := &ty{kind: kInt, m: &model.Type{Kind: model.Int, Lo: 1, Hi: int64(len(e.Elems))}}
	return &ty{kind: kArray, index: []*ty{n}, elems: []*ty{elem}}
}

// oneType checks that x is of the type of the elements before it.
func (c *checker) oneType(x syntax.Expr, elem *ty, ok bool) (*ty, bool) {
	t := c.expr(x, elem)
	if !fits(t, elem) {
		c.errorf(x, "%s is %s; the elements here are of type %s", c.text(x), t, elem.plain())
		return elem, false
	}
	return merge(elem, t), ok && t.kind != kBad
}

// listInto checks a list against an array type; for several indices it is a list of
// lists. The type elem of a const without a declared type is taken from the first.
func (c *checker) listInto(e *syntax.ListExpr, want *ty) *ty {
	ok := true
	inner := c.rest(want)
	for _, x := range e.Elems {
		t := c.expr(x, inner)
		switch {
		case t.kind == kBad:
			ok = false
		case inner == nil:
			inner = t
		case inner.kind == kArray && inner.elem() == nil:
			inner = t
		default:
			ok = c.mustFit(x, t, inner) && ok
		}
	}
	if !ok || inner == nil {
		return bad
	}
	if n, _ := want.index[0].finite().Size(); int64(len(e.Elems)) != n {
		c.errorf(e, "%s given, %s has %d", plural(len(e.Elems), "value", "values"), want.index[0].plain(), n)
		return bad
	}
	return c.whole(want, inner)
}

// rest is the type of what one index of an array gives: an array over the other
// indices, or an element (nil where the element type is not declared).
func (c *checker) rest(t *ty) *ty {
	if len(t.index) == 1 {
		return t.elem()
	}
	return &ty{kind: kArray, index: t.index[1:], elems: t.elems}
}

// whole is t with the element type that inner, the type of its rest, turned out to
// have.
func (c *checker) whole(t, inner *ty) *ty {
	if t.elem() != nil {
		return t
	}
	elem := inner
	if len(t.index) > 1 {
		elem = inner.elem()
	}
	return &ty{kind: kArray, index: t.index, elems: []*ty{elem}}
}

func (c *checker) setType(e *syntax.SetExpr, want *ty) *ty {
	if len(e.Elems) == 0 {
		if want != nil && want.kind == kSet {
			return want
		}
		return emptyTy
	}
	elem := &ty{kind: kNone}
	if want != nil && want.kind == kArray && want.elem() != nil {
		want = want.elem()
	}
	if want != nil && want.kind == kSet {
		elem = want.elem()
	}
	ok := true
	for _, x := range e.Elems {
		elem, ok = c.oneType(x, elem, ok)
	}
	if !ok || elem.kind == kBad {
		return bad
	}
	switch elem.kind {
	case kText, kSet, kArray:
		c.errorf(e, "a set of %s is not possible; sets have numbers, names, truth values and tuples of them", elem.plain())
		return bad
	}
	return setOf(elem)
}

func (c *checker) mapType(e *syntax.MapExpr, want *ty) *ty {
	if want == nil || want.kind != kArray {
		err := c.errorf(e, "a map {key: value} can only give the values of an array")
		err.Hint = "a set comprehension is {x: T where cond} or {x: T -> value}"
		return bad
	}
	inner, ok := c.rest(want), true
	for i, k := range e.Keys {
		kt := c.expr(k, want.index[0])
		full := isTupleKey(k, want)
		if full {
			kt = c.fullKey(kt, want)
		} else if kt.kind != kBad && !fits(kt, want.index[0]) {
			c.errorf(k, "%s is %s; the keys here are of type %s", c.text(k), kt, want.index[0].plain())
			kt = bad
		}
		wv := inner
		if full {
			wv = want.elem()
		}
		vt := c.expr(e.Values[i], wv)
		ok = ok && kt.kind != kBad && vt.kind != kBad
		if wv == nil || wv.kind == kArray && wv.elem() == nil {
			inner = vt
		} else {
			ok = c.mustFit(e.Values[i], vt, wv) && ok
		}
	}
	if !ok {
		return bad
	}
	return c.whole(want, inner)
}

// isTupleKey reports whether a key gives all indices of an array at once.
func isTupleKey(k syntax.Expr, want *ty) bool {
	t, ok := k.(*syntax.TupleExpr)
	return ok && len(want.index) > 1 && len(t.Elems) == len(want.index)
}

func (c *checker) fullKey(kt, want *ty) *ty {
	if kt.kind == kBad {
		return bad
	}
	return &ty{kind: kTuple, elems: want.index}
}

// compareType checks a chain of comparisons.
func (c *checker) compareType(e *syntax.CompareExpr) *ty {
	ts := make([]*ty, len(e.Xs))
	for i, x := range e.Xs {
		var want *ty
		if i > 0 {
			want = ts[i-1]
			if e.Ops[i-1] == syntax.In {
				want = nil
			}
		}
		ts[i] = c.expr(x, want)
	}
	ok := true
	for i, op := range e.Ops {
		if ts[i].kind == kBad || ts[i+1].kind == kBad {
			ok = false
			continue
		}
		ok = c.pairType(e.Xs[i], e.Xs[i+1], ts[i], ts[i+1], op) && ok
	}
	if !ok {
		return bad
	}
	return boolTy
}

// pairType checks one comparison of a chain.
func (c *checker) pairType(x, y syntax.Expr, tx, ty *ty, op syntax.Token) bool {
	switch op {
	case syntax.In:
		return c.inType(x, y, tx, ty)
	case syntax.Subset:
		return c.setOperands(x, y, "subset", nil).kind != kBad
	}
	if !fits(tx, ty) {
		from := x.Pos()
		err := c.errorAt(from, y.End(), "%s is %s, %s is %s; they cannot be compared", c.text(x), tx, c.text(y), ty)
		if err.Hint = c.elementHint(y, ty, tx); err.Hint == "" {
			err.Hint = c.elementHint(x, tx, ty)
		}
		return false
	}
	if op != syntax.Eq && op != syntax.Ne && (tx.kind == kSet || tx.kind == kArray) {
		err := c.errorAt(x.Pos(), y.End(), "%s is %s; %s has no meaning for it", c.text(x), tx, op)
		if tx.kind == kSet {
			err.Hint = "use subset"
		}
		return false
	}
	return true
}

func (c *checker) inType(x, y syntax.Expr, tx, ty *ty) bool {
	switch {
	case ty.kind == kText && tx.kind == kText:
		return true
	case ty.kind == kText || ty.kind != kSet:
		c.errorf(y, "%s is %s; in needs a set", c.text(y), ty)
		return false
	case !fits(tx, ty.elem()):
		c.errorAt(x.Pos(), y.End(), "%s is %s, %s is %s; it cannot be in it", c.text(x), tx, c.text(y), ty).Hint = c.elementHint(x, tx, ty.elem())
		return false
	}
	return true
}
