package builtin

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// graphs returns the functions on successor arrays.
func graphs() []Function {
	return []Function{{
		Name: "circuit", Forms: of(Param{Name: "a", Is: Successors}), Type: types.BoolType, Members: true,
		Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
			return l.Scalar(circuit(l, l.TypeOf(e.Args[0]).Index[0], args[0]))
		},
		Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
			index := j.TypeOf(e.Args[0]).Index[0]
			place := func(v types.Value) int {
				return slices.IndexFunc(index.Of, func(w types.Value) bool { return w.N == v.N })
			}
			if index.Of == nil {
				lo, _ := j.Ends(index)
				place = func(v types.Value) int { return int(v.N - lo) }
			}
			next := args[0].Elems
			j.Spend(len(next)*(1+len(index.Of)), e)
			at, n := 0, 0
			for n < len(next) && (n == 0 || at != 0) {
				if at = place(next[at]); at < 0 || at >= len(next) {
					return types.BoolValue(false), nil
				}
				n++
			}
			return types.BoolValue(n == len(next) && at == 0), nil
		},
		Manual:   "whether the successors `a[i]` form a single cycle through all indices. That no index succeeds itself follows, unless there is only one",
		Examples: []Example{{With: "a[1..3]: 1..3 = [2, 3, 1]", Call: "circuit(a)", Gives: "true"}},
	}}
}

// circuit follows the successors from the first index, which must not recur before all indices
// are visited. It adds the implied conditions that no index succeeds itself and that all
// elements differ, since they help bounds propagation.
func circuit(l Lowering, index *types.Type, a Lowered) *model.Expr {
	b := l.Builder()
	list := a.Elements()
	if len(list) == 0 {
		return b.Truth(true)
	}
	next := make([]*model.Expr, len(list))
	for i, x := range list {
		next[i] = x.Scalar()
	}
	lo, place := int64(0), placeIn(b, index.Of)
	if index.Of == nil {
		lo, _ = index.Model.Domain()
	}
	dims := []model.Dim{{Lo: lo, N: int64(len(next)), Stride: 1}}
	first := b.Const(lo)
	var conds []*model.Expr
	for i, x := range next {
		if v := lo + int64(i); len(next) > 1 {
			if index.Of != nil {
				v = index.Of[i].N
			}
			conds = append(conds, b.Ne(x, b.Const(v)))
		}
	}
	conds = append(conds, b.Distinct(next))
	at := place(next[0])
	for range len(next) - 1 {
		conds = append(conds, b.Ne(at, first))
		at = place(b.Element(next, dims, []*model.Expr{at}))
	}
	return b.And(append(conds, b.Eq(at, first))...)
}

// placeIn returns a function from a value to its position in the list of, from 0. If the list
// is empty it is the identity.
func placeIn(b *model.Builder, of []types.Value) func(x *model.Expr) *model.Expr {
	if len(of) == 0 {
		return func(x *model.Expr) *model.Expr { return x }
	}
	return func(x *model.Expr) *model.Expr {
		at := b.Const(0)
		for k, v := range of[1:] {
			at = b.If(b.Eq(x, b.Const(v.N)), b.Const(int64(k+1)), at)
		}
		return at
	}
}
