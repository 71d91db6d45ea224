package builtin

import (
	"math/big"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// resources returns the functions on tasks that take time.
func resources() []Function {
	return []Function{
		{
			Name:  "disjoint",
			Forms: of(Param{Name: "start", Is: Numbers}, Param{Name: "length", Is: Numbers}), Aligned: true,
			Type: types.BoolType, Members: true,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				return l.Scalar(disjoint(l, scalars(args[0]), scalars(args[1])))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				start, length := args[0].Elems, args[1].Elems
				j.Spend(len(start)*len(start), e)
				apart := true
				for i := range start {
					for k := range i {
						if length[i].N <= 0 || length[k].N <= 0 {
							continue
						}
						first, second := i, k
						if start[k].N < start[i].N {
							first, second = k, i
						}
						end, ok := ending(start[first].N, length[first].N)
						if !ok {
							return types.Value{}, ErrOverflow
						}
						apart = apart && end <= start[second].N
					}
				}
				return types.BoolValue(apart), nil
			},
			Manual:   "whether tasks that begin at `start` and last `length` do not overlap. A task of length 0 or less takes no time",
			Examples: []Example{{With: "s[1..2]: 0..4 = [3, 0]; d[1..2]: 0..3 = [2, 3]", Call: "disjoint(s, d)", Gives: "true"}},
		},
		{
			Name: "cumulative",
			Forms: of(Param{Name: "start", Is: Numbers}, Param{Name: "length", Is: Numbers}, Param{Name: "use", Is: Numbers},
				Param{Name: "limit", Is: Number}), Aligned: true,
			Type: types.BoolType, Members: true,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				return l.Scalar(cumulative(l, scalars(args[0]), scalars(args[1]), scalars(args[2]), args[3].Scalar()))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				start, length, use := args[0].Elems, args[1].Elems, args[2].Elems
				j.Spend(len(start)*len(start), e)
				within := true
				for i := range start {
					if length[i].N <= 0 {
						continue
					}
					sum := new(big.Int)
					for k := range start {
						end, ok := ending(start[k].N, length[k].N)
						switch {
						case !ok:
							return types.Value{}, ErrOverflow
						case start[k].N <= start[i].N && start[i].N < end:
							sum.Add(sum, big.NewInt(use[k].N))
						}
					}
					if !sum.IsInt64() {
						return types.Value{}, ErrOverflow
					}
					within = within && sum.Int64() <= args[3].N
				}
				return types.BoolValue(within), nil
			},
			Manual: "whether tasks that run at the same time use at most `limit` together. This is checked whenever a task of positive length begins",
			Examples: []Example{{With: "s[1..2]: 0..2 = [1, 0]; w[1..2]: 0..2 = [1, 2]; u[1..2]: 0..2 = [1, 2]; n: 1..3 = 2",
				Call: "cumulative(s, w, u, n)", Gives: "false"}},
		},
	}
}

// ending returns when a task ends, and whether that fits 64 bits.
func ending(start, length int64) (int64, bool) {
	end := start + length
	return end, (end < start) == (length < 0)
}

// scalars returns the elements of an array of scalars.
func scalars(a Lowered) []*model.Expr {
	list := make([]*model.Expr, len(a.Elements()))
	for i, x := range a.Elements() {
		list[i] = x.Scalar()
	}
	return list
}

// allDefined returns the conditions that the expressions are defined.
func allDefined(l Lowering, lists ...[]*model.Expr) []*model.Expr {
	var conds []*model.Expr
	for _, list := range lists {
		for _, e := range list {
			conds = append(conds, l.Defined(e))
		}
	}
	return conds
}

func disjoint(l Lowering, start, length []*model.Expr) *model.Expr {
	b := l.Builder()
	zero := b.Const(0)
	conds := allDefined(l, start, length)
	for i := range start {
		for k := range i {
			conds = append(conds, b.Or(b.Le(b.Sum(start[i], length[i]), start[k]), b.Le(b.Sum(start[k], length[k]), start[i]),
				b.Le(length[i], zero), b.Le(length[k], zero)))
		}
	}
	return b.And(conds...)
}

func cumulative(l Lowering, start, length, use []*model.Expr, limit *model.Expr) *model.Expr {
	b := l.Builder()
	zero := b.Const(0)
	conds := append(allDefined(l, start, length, use), l.Defined(limit))
	for i := range start {
		uses := make([]*model.Expr, len(start))
		for k := range start {
			lasts := b.And(b.Le(start[k], start[i]), b.Lt(start[i], b.Sum(start[k], length[k])))
			uses[k] = b.If(lasts, use[k], zero)
		}
		conds = append(conds, b.Or(b.Le(length[i], zero), b.Le(b.Sum(uses...), limit)))
	}
	return b.And(conds...)
}
