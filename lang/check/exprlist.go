package check

import (
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// listType returns the type of [a, b]: the expected array, or one over 1..n.
func (c *checker) listType(e *syntax.ListExpr, want *types.Type) *types.Type {
	if want != nil && want.Kind == types.Array {
		return c.listInto(e, want)
	}
	elem := &types.Type{Kind: types.Nothing}
	ok := true
	for _, i := range c.closedFirst(e.Elems...) {
		elem, ok = c.oneType(e.Elems[i], elem, ok)
	}
	if !ok || elem.Kind == types.Bad {
		return types.BadType
	}
	if elem.Kind == types.Nothing {
		c.Errorf(e, "the type of an empty list is not known here")
		return types.BadType
	}
	n := &types.Type{Kind: types.Int, Model: &model.Type{Kind: model.Int, Lo: 1, Hi: int64(len(e.Elems))}}
	return &types.Type{Kind: types.Array, Index: []*types.Type{n}, Elems: []*types.Type{elem}}
}

// oneType checks that x fits the type of the elements before it.
func (c *checker) oneType(x syntax.Expr, elem *types.Type, ok bool) (*types.Type, bool) {
	t := c.expr(x, elem)
	if !types.Fits(t, elem) {
		c.Errorf(x, "%s is %s; the elements here are of type %s", c.Text(x), t, elem.Plain())
		return elem, false
	}
	return types.Merge(elem, t), ok && t.Kind != types.Bad
}

// listInto checks a list against an array type; with several indices it is a nested list.
// Without a declared type the element type is inferred from the elements.
func (c *checker) listInto(e *syntax.ListExpr, want *types.Type) *types.Type {
	elem, ok := want.Elem(), true
	for _, x := range e.Elems {
		elem, ok = c.part(x, want, elem, len(want.Index) == 1, ok)
	}
	if !ok {
		return types.BadType
	}
	if n, _ := want.Index[0].Finite().Size(); int64(len(e.Elems)) != n {
		c.Errorf(e, "%s given, %s has %d", plural(len(e.Elems), "value", "values"), want.Index[0].Plain(), n)
		return types.BadType
	}
	if elem == nil {
		c.Errorf(e, "the type of an empty list is not known here")
		return types.BadType
	}
	return &types.Type{Kind: types.Array, Index: want.Index, Elems: []*types.Type{elem}}
}

// part checks a value in a list or map for an array: an element if whole is true, or else an
// array over the remaining indices. elem is the type of the elements before it, or nil. part
// returns the merged type.
func (c *checker) part(x syntax.Expr, want, elem *types.Type, whole, ok bool) (*types.Type, bool) {
	if whole {
		got := c.expr(x, elem)
		if got.Kind == types.Bad || !c.fitsPart(x, got, elem) {
			return elem, false
		}
		return mergePart(elem, got), ok
	}
	rest := &types.Type{Kind: types.Array, Index: want.Index[1:], Elems: []*types.Type{elem}}
	got := c.expr(x, rest)
	switch {
	case got.Kind == types.Bad:
		return elem, false
	case got.Kind != types.Array || !types.SameIndex(got.Index, rest.Index):
		c.Errorf(x, "%s is %s; values over [%s] are needed here", c.Text(x), got, types.PlainList(rest.Index))
		return elem, false
	case !c.fitsPart(x, got.Elem(), elem):
		return elem, false
	}
	return mergePart(elem, got.Elem()), ok
}

func (c *checker) fitsPart(x syntax.Expr, got, elem *types.Type) bool {
	return elem == nil || c.mustFit(x, got, elem)
}

func mergePart(elem, got *types.Type) *types.Type {
	if elem == nil {
		return got
	}
	return types.Merge(elem, got)
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
	for _, i := range c.closedFirst(e.Elems...) {
		elem, ok = c.oneType(e.Elems[i], elem, ok)
	}
	if !ok || elem.Kind == types.Bad {
		return types.BadType
	}
	switch elem.Kind {
	case types.Text, types.Set, types.Array:
		c.noSetOf(e, elem)
		return types.BadType
	}
	return types.SetOf(elem)
}

func (c *checker) mapType(e *syntax.MapExpr, want *types.Type) *types.Type {
	if want == nil || want.Kind != types.Array {
		err := c.Errorf(e, "a map {key: value} can only give the values of an array")
		err.Hint = "an array has its index before its values: m[T]: U = {key: value}; a set is {x: T where cond} or {x: T -> value}"
		return types.BadType
	}
	elem, ok := want.Elem(), true
	for i, k := range e.Keys {
		kt := c.expr(k, want.Index[0])
		full := types.IsTupleKey(k, want)
		switch {
		case kt.Kind == types.Bad:
			ok = false
		case full && !types.Fits(kt, &types.Type{Kind: types.Tuple, Elems: want.Index}) || !full && !types.Fits(kt, want.Index[0]):
			c.Errorf(k, "%s is %s; the keys here are of type %s", c.Text(k), kt, want.Index[0].Plain())
			ok = false
		}
		elem, ok = c.part(e.Values[i], want, elem, full || len(want.Index) == 1, ok)
	}
	if !ok {
		return types.BadType
	}
	return &types.Type{Kind: types.Array, Index: want.Index, Elems: []*types.Type{elem}}
}

// compareType checks a chain of comparisons.
func (c *checker) compareType(e *syntax.CompareExpr) *types.Type {
	ts := make([]*types.Type, len(e.Xs))
	for i, x := range e.Xs {
		if !c.open(x) {
			ts[i] = c.expr(x, c.wantAfter(e, ts, i))
		}
	}
	for i := len(ts) - 1; i >= 0; i-- { // open expressions take their type from their neighbours
		if want := c.wantBefore(e, ts, i); ts[i] == nil && want != nil {
			ts[i] = c.expr(e.Xs[i], want)
		}
	}
	for i, x := range e.Xs {
		if ts[i] == nil {
			ts[i] = c.expr(x, c.wantAfter(e, ts, i))
		}
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

// wantAfter returns the type of Xs[i] that the operand before it implies, or nil.
func (c *checker) wantAfter(e *syntax.CompareExpr, ts []*types.Type, i int) *types.Type {
	switch {
	case i == 0 || ts[i-1] == nil:
		return nil
	case e.Ops[i-1] != syntax.In:
		return ts[i-1]
	case c.open(e.Xs[i]):
		return types.SetOf(ts[i-1])
	}
	return nil
}

// wantBefore returns the type of Xs[i] that the operand after it implies, or nil.
func (c *checker) wantBefore(e *syntax.CompareExpr, ts []*types.Type, i int) *types.Type {
	switch {
	case i == len(e.Ops) || ts[i+1] == nil:
		return nil
	case e.Ops[i] != syntax.In:
		return ts[i+1]
	case ts[i+1].Kind == types.Set:
		return ts[i+1].Elem()
	}
	return nil
}

// pairType checks one comparison of a chain.
func (c *checker) pairType(x, y syntax.Expr, tx, ty *types.Type, op syntax.Token) bool {
	switch op {
	case syntax.In:
		return c.inType(x, y, tx, ty)
	case syntax.Subset:
		return c.setOperands(x, y, "subset", nil).Kind != types.Bad
	}
	if (op == syntax.Eq || op == syntax.Ne) && (c.neverNone(x, ty) || c.neverNone(y, tx)) {
		return false
	}
	if !types.Fits(tx, ty) {
		from := x.Pos()
		err := c.ErrorAt(from, y.End(), "%s is %s, %s is %s; they cannot be compared", c.Text(x), tx, c.Text(y), ty)
		if err.Hint = c.elementHint(y, ty, tx); err.Hint == "" {
			err.Hint = c.elementHint(x, tx, ty)
		}
		if hint := c.wholeHint(x, y); hint != "" {
			err.Hint = hint
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
		err := c.Errorf(y, "%s is %s; in needs a set", c.Text(y), ty)
		if ty.Kind == types.Array {
			err.Hint = "a set is written {a, b}; the elements of an array are {i: T -> a[i]}"
		}
		if t, ok := unparen(y).(*syntax.TupleExpr); ok {
			var list []string
			for _, x := range t.Elems {
				list = append(list, c.Text(x))
			}
			err.Hint = "a set is written {" + strings.Join(list, ", ") + "}"
		}
		return false
	case !types.Fits(tx, ty.Elem()):
		c.ErrorAt(x.Pos(), y.End(), "%s is %s, %s is %s; it cannot be in it", c.Text(x), tx, c.Text(y), ty).Hint = c.elementHint(x, tx, ty.Elem())
		return false
	}
	return true
}
