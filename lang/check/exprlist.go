package check

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// listType is the type of [a, b]: the array that its place asks for, or one over
// 1..n.
func (c *checker) listType(e *syntax.ListExpr, want *types.Type) *types.Type {
	if want != nil && want.Kind == types.Array {
		return c.listInto(e, want)
	}
	elem := &types.Type{Kind: types.Nothing}
	ok := true
	for _, x := range e.Elems {
		elem, ok = c.oneType(x, elem, ok)
	}
	if !ok || elem.Kind == types.Bad {
		return types.BadType
	}
	if elem.Kind == types.Nothing {
		c.Errorf(e, "the type of an empty list cannot be told here")
		return types.BadType
	}
	n := &types.Type{Kind: types.Int, Model: &model.Type{Kind: model.Int, Lo: 1, Hi: int64(len(e.Elems))}}
	return &types.Type{Kind: types.Array, Index: []*types.Type{n}, Elems: []*types.Type{elem}}
}

// oneType checks that x is of the type of the elements before it.
func (c *checker) oneType(x syntax.Expr, elem *types.Type, ok bool) (*types.Type, bool) {
	t := c.expr(x, elem)
	if !types.Fits(t, elem) {
		c.Errorf(x, "%s is %s; the elements here are of type %s", c.Text(x), t, elem.Plain())
		return elem, false
	}
	return types.Merge(elem, t), ok && t.Kind != types.Bad
}

// listInto checks a list against an array type; for several indices it is a list of
// lists. The type elem of a const without a declared type is taken from the first.
func (c *checker) listInto(e *syntax.ListExpr, want *types.Type) *types.Type {
	ok := true
	inner := c.rest(want)
	for _, x := range e.Elems {
		t := c.expr(x, inner)
		switch {
		case t.Kind == types.Bad:
			ok = false
		case inner == nil:
			inner = t
		case inner.Kind == types.Array && inner.Elem() == nil:
			inner = t
		default:
			ok = c.mustFit(x, t, inner) && ok
		}
	}
	if !ok || inner == nil {
		return types.BadType
	}
	if n, _ := want.Index[0].Finite().Size(); int64(len(e.Elems)) != n {
		c.Errorf(e, "%s given, %s has %d", plural(len(e.Elems), "value", "values"), want.Index[0].Plain(), n)
		return types.BadType
	}
	return c.whole(want, inner)
}

// rest is the type of what one index of an array gives: an array over the other
// indices, or an element (nil where the element type is not declared).
func (c *checker) rest(t *types.Type) *types.Type {
	if len(t.Index) == 1 {
		return t.Elem()
	}
	return &types.Type{Kind: types.Array, Index: t.Index[1:], Elems: t.Elems}
}

// whole is t with the element type that inner, the type of its rest, turned out to
// have.
func (c *checker) whole(t, inner *types.Type) *types.Type {
	if t.Elem() != nil {
		return t
	}
	elem := inner
	if len(t.Index) > 1 {
		elem = inner.Elem()
	}
	return &types.Type{Kind: types.Array, Index: t.Index, Elems: []*types.Type{elem}}
}

func (c *checker) setType(e *syntax.SetExpr, want *types.Type) *types.Type {
	if len(e.Elems) == 0 {
		if want != nil && want.Kind == types.Set {
			return want
		}
		return types.EmptyType
	}
	elem := &types.Type{Kind: types.Nothing}
	if want != nil && want.Kind == types.Array && want.Elem() != nil {
		want = want.Elem()
	}
	if want != nil && want.Kind == types.Set {
		elem = want.Elem()
	}
	ok := true
	for _, x := range e.Elems {
		elem, ok = c.oneType(x, elem, ok)
	}
	if !ok || elem.Kind == types.Bad {
		return types.BadType
	}
	switch elem.Kind {
	case types.Text, types.Set, types.Array:
		c.Errorf(e, "a set of %s is not possible; sets have numbers, names, truth values and tuples of them", elem.Plain())
		return types.BadType
	}
	return types.SetOf(elem)
}

func (c *checker) mapType(e *syntax.MapExpr, want *types.Type) *types.Type {
	if want == nil || want.Kind != types.Array {
		err := c.Errorf(e, "a map {key: value} can only give the values of an array")
		err.Hint = "a set comprehension is {x: T where cond} or {x: T -> value}"
		return types.BadType
	}
	inner, ok := c.rest(want), true
	for i, k := range e.Keys {
		kt := c.expr(k, want.Index[0])
		full := types.IsTupleKey(k, want)
		if full {
			kt = c.fullKey(kt, want)
		} else if kt.Kind != types.Bad && !types.Fits(kt, want.Index[0]) {
			c.Errorf(k, "%s is %s; the keys here are of type %s", c.Text(k), kt, want.Index[0].Plain())
			kt = types.BadType
		}
		wv := inner
		if full {
			wv = want.Elem()
		}
		vt := c.expr(e.Values[i], wv)
		ok = ok && kt.Kind != types.Bad && vt.Kind != types.Bad
		if wv == nil || wv.Kind == types.Array && wv.Elem() == nil {
			inner = vt
		} else {
			ok = c.mustFit(e.Values[i], vt, wv) && ok
		}
	}
	if !ok {
		return types.BadType
	}
	return c.whole(want, inner)
}

func (c *checker) fullKey(kt, want *types.Type) *types.Type {
	if kt.Kind == types.Bad {
		return types.BadType
	}
	return &types.Type{Kind: types.Tuple, Elems: want.Index}
}

// compareType checks a chain of comparisons.
func (c *checker) compareType(e *syntax.CompareExpr) *types.Type {
	ts := make([]*types.Type, len(e.Xs))
	for i, x := range e.Xs {
		var want *types.Type
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
		if ts[i].Kind == types.Bad || ts[i+1].Kind == types.Bad {
			ok = false
			continue
		}
		ok = c.pairType(e.Xs[i], e.Xs[i+1], ts[i], ts[i+1], op) && ok
	}
	if !ok {
		return types.BadType
	}
	return types.BoolType
}

// pairType checks one comparison of a chain.
func (c *checker) pairType(x, y syntax.Expr, tx, ty *types.Type, op syntax.Token) bool {
	switch op {
	case syntax.In:
		return c.inType(x, y, tx, ty)
	case syntax.Subset:
		return c.setOperands(x, y, "subset", nil).Kind != types.Bad
	}
	if !types.Fits(tx, ty) {
		from := x.Pos()
		err := c.ErrorAt(from, y.End(), "%s is %s, %s is %s; they cannot be compared", c.Text(x), tx, c.Text(y), ty)
		if err.Hint = c.elementHint(y, ty, tx); err.Hint == "" {
			err.Hint = c.elementHint(x, tx, ty)
		}
		return false
	}
	if op != syntax.Eq && op != syntax.Ne && (tx.Kind == types.Set || tx.Kind == types.Array) {
		err := c.ErrorAt(x.Pos(), y.End(), "%s is %s; %s has no meaning for it", c.Text(x), tx, op)
		if tx.Kind == types.Set {
			err.Hint = "use subset"
		}
		return false
	}
	return true
}

func (c *checker) inType(x, y syntax.Expr, tx, ty *types.Type) bool {
	switch {
	case ty.Kind == types.Text && tx.Kind == types.Text:
		return true
	case ty.Kind == types.Text || ty.Kind != types.Set:
		c.Errorf(y, "%s is %s; in needs a set", c.Text(y), ty)
		return false
	case !types.Fits(tx, ty.Elem()):
		c.ErrorAt(x.Pos(), y.End(), "%s is %s, %s is %s; it cannot be in it", c.Text(x), tx, c.Text(y), ty).Hint = c.elementHint(x, tx, ty.Elem())
		return false
	}
	return true
}
