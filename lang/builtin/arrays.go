package builtin

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// arrays returns the functions on the elements of arrays.
func arrays() []Function {
	return []Function{
		{
			Name: "atmost", Forms: of(Param{Name: "n", Is: Number}, Param{Name: "v", Is: Plain}, Param{Name: "a", Is: Plains}),
			Fit: func(k Checking, e *syntax.CallExpr) bool {
				v, a := k.TypeOf(e.Args[1]), k.TypeOf(e.Args[2])
				if types.Fits(v, a.Elem()) {
					return true
				}
				k.Errorf(e.Args[1], "atmost needs a value that the elements can be compared with; they are %s, it is %s", a.Elem(), v)
				return false
			},
			Type: types.BoolType, Members: true,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				b, n, v, list := l.Builder(), args[0].Scalar(), args[1].Scalar(), scalars(args[2])
				conds := make([]*model.Expr, len(list))
				for i, x := range list {
					conds[i] = b.Eq(x, v)
				}
				return l.Scalar(b.And(append(allDefined(l, list, []*model.Expr{n, v}), b.Le(l.Count(conds), n))...))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				j.Spend(len(args[2].Elems), e)
				left := args[0].N
				for _, x := range args[2].Elems {
					if left >= 0 && x.N == args[1].N {
						left--
					}
				}
				return types.BoolValue(left >= 0), nil
			},
			Manual:   "whether at most `n` elements of an array are `v`",
			Examples: []Example{{With: "n: 0..3 = 1; a[1..3]: Thing = [wolf, goat, wolf]", Call: "atmost(n, wolf, a)", Gives: "false"}},
		},
		{
			Name: "lexless", Forms: of(Param{Name: "a", Is: Plains}, Param{Name: "b", Is: Plains}), Aligned: true,
			Fit: func(k Checking, e *syntax.CallExpr) bool {
				a, b := k.TypeOf(e.Args[0]).Elem(), k.TypeOf(e.Args[1]).Elem()
				if types.Fits(a, b) {
					return true
				}
				k.Errorf(e.Args[1], "lexless needs elements that can be compared; they are %s and %s", a, b)
				return false
			},
			Type: types.BoolType, Members: true,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				b, x, y := l.Builder(), scalars(args[0]), scalars(args[1])
				less := b.Truth(false)
				for i := len(x) - 1; i >= 0; i-- {
					less = b.Or(b.Lt(x[i], y[i]), b.And(b.Eq(x[i], y[i]), less))
				}
				return l.Scalar(b.And(append(allDefined(l, x, y), less)...))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				x, y := args[0].Elems, args[1].Elems
				j.Spend(len(x), e)
				for i := range x {
					if x[i].N != y[i].N {
						return types.BoolValue(x[i].N < y[i].N), nil
					}
				}
				return types.BoolValue(false), nil
			},
			Manual:   "whether `a` is lexicographically before `b`: where they first differ, the element of `a` is less",
			Examples: []Example{{With: "a[1..3]: 0..2 = [1, 0, 2]; b[1..3]: 0..2 = [1, 2, 0]", Call: "lexless(a, b)", Gives: "true"}},
		},
		{
			Name: "inverse", Forms: of(Param{Name: "a", Is: Mapping}, Param{Name: "b", Is: Mapping}),
			Fit: func(k Checking, e *syntax.CallExpr) bool {
				a, b := k.TypeOf(e.Args[0]), k.TypeOf(e.Args[1])
				if types.Fits(a.Index[0], b.Elem()) && types.Fits(b.Index[0], a.Elem()) {
					return true
				}
				k.Errorf(e, "inverse needs two arrays, each with the indices of the other as elements; they are %s and %s", a, b)
				return false
			},
			Type: types.BoolType, Members: true,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				a, b := scalars(args[0]), scalars(args[1])
				return l.Scalar(inverse(l.Builder(), a, b, indices(l.TypeOf(e.Args[0]).Index[0]), indices(l.TypeOf(e.Args[1]).Index[0])))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				x, y := args[0].Elems, args[1].Elems
				s, t := j.TypeOf(e.Args[0]).Index[0], j.TypeOf(e.Args[1]).Index[0]
				j.Spend(len(x)+len(y)+len(s.Of)+len(t.Of), e)
				return types.BoolValue(back(j, x, s, y, t) && back(j, y, t, x, s)), nil
			},
			Manual:   "whether the arrays are inverse to each other: `b[a[i]]` is `i` for every index of `a`, and `a[b[k]]` is `k` for every index of `b`",
			Examples: []Example{{With: "a[1..3]: 1..3 = [2, 3, 1]; b[1..3]: 1..3 = [3, 1, 2]", Call: "inverse(a, b)", Gives: "true"}},
		},
	}
}

// indices returns the values of the type of an index.
func indices(t *types.Type) []int64 {
	var list []int64
	for _, v := range t.Of {
		list = append(list, v.N)
	}
	if t.Of == nil {
		lo, hi := t.Model.Domain()
		for v := range model.Range(lo, hi) {
			list = append(list, v)
		}
	}
	return list
}

// inverse returns the condition x[i] == k <=> y[k] == i for all i and k. s and t are the values
// of the indices of x and y.
func inverse(b *model.Builder, x, y []*model.Expr, s, t []int64) *model.Expr {
	var conds []*model.Expr
	some := make([][]*model.Expr, len(y))
	for i := range x {
		var any []*model.Expr
		for k := range y {
			to, from := b.Eq(x[i], b.Const(t[k])), b.Eq(y[k], b.Const(s[i]))
			conds = append(conds, b.Eq(to, from))
			any, some[k] = append(any, to), append(some[k], from)
		}
		conds = append(conds, b.Or(any...))
	}
	for k := range y {
		conds = append(conds, b.Or(some[k]...))
	}
	return b.And(conds...)
}

// back reports whether y[x[i]] == i for every index i; s and t are the types of the indices of
// x and y.
func back(j Judging, x []types.Value, s *types.Type, y []types.Value, t *types.Type) bool {
	for i, v := range x {
		k := placeOf(j, t, v.N)
		if k < 0 || k >= int64(len(y)) || placeOf(j, s, y[k].N) != int64(i) {
			return false
		}
	}
	return true
}

// placeOf returns the position of a value in a type, or a position outside it if the type does
// not have the value.
func placeOf(j Judging, t *types.Type, n int64) int64 {
	for i, v := range t.Of {
		if v.N == n {
			return int64(i)
		}
	}
	if t.Of != nil {
		return -1
	}
	lo, hi := j.Ends(t)
	if n < lo || n > hi {
		return -1
	}
	return n - lo
}
