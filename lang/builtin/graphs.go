package builtin

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// graphs are the functions of who follows whom.
func graphs() []Function {
	return []Function{{
		Name: "circuit", Forms: of(Param{Name: "a", Is: Successors}), Type: types.BoolType, Members: true,
		Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
			return l.Scalar(circuit(l, l.TypeOf(e.Args[0]).Index[0], args[0]))
		},
		Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
			lo, _ := j.Ends(j.TypeOf(e.Args[0]).Index[0])
			next := args[0].Elems
			j.Spend(len(next), e)
			at, n := 0, 0
			for n < len(next) && (n == 0 || at != 0) {
				if at = int(next[at].N - lo); at < 0 || at >= len(next) {
					return types.BoolValue(false), nil
				}
				n++
			}
			return types.BoolValue(n == len(next) && at == 0), nil
		},
		Manual:   "whether an array that says of each index which one comes next makes one round of all",
		Examples: []Example{{With: "a[1..3]: 1..3 = [2, 3, 1]", Call: "circuit(a)", Gives: "true"}},
	}}
}

// circuit follows the first index: it must not come back before all have been met. That
// all elements differ follows, and is said since it is a help.
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
	lo, _ := index.Model.Domain()
	dims := []model.Dim{{Lo: lo, N: int64(len(next)), Stride: 1}}
	first := b.Const(lo)
	conds := []*model.Expr{b.Distinct(next)}
	at := next[0]
	for range len(next) - 1 {
		conds = append(conds, b.Ne(at, first))
		at = b.Element(next, dims, []*model.Expr{at})
	}
	return b.And(append(conds, b.Eq(at, first))...)
}
