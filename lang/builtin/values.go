package builtin

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// values are the functions that know all values of a type, in their order.
func values() []Function {
	return []Function{
		{
			Name: "other", Forms: of(Param{Name: "v", Is: Listed}),
			Result: func(k Checking, e *syntax.CallExpr) *types.Type {
				t := k.TypeOf(e.Args[0])
				if n, _ := t.Model.Size(); n != 2 {
					k.Errorf(e.Args[0], "other needs a type of two values; %s has %d", t.Model, n)
					return types.BadType
				}
				return t
			},
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				return turned(l, e, args[0], 1) // of two values the other is the next
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				return moved(j, e, args[0], func(n, lo, hi int64) int64 { return lo + hi - n })
			},
			Manual:   "the other value of a type of two values",
			Examples: []Example{{With: "b: Bank = west", Call: "other(b)", Gives: "east"}, {With: "n: 3..4 = 4", Call: "other(n)", Gives: "3", Declared: true}},
		},
		{
			Name: "next", Forms: of(Param{Name: "v", Is: Listed}), Result: same,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered { return turned(l, e, args[0], 1) },
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				return moved(j, e, args[0], func(n, lo, hi int64) int64 {
					if n == hi {
						return lo
					}
					return n + 1
				})
			},
			Manual:   "the value after `v` in its type; after the last comes the first",
			Examples: []Example{{With: "t: Thing = goat", Call: "next(t)", Gives: "cabbage"}, {With: "n: 1..7 = 7", Call: "next(n)", Gives: "1", Declared: true}},
		},
		{
			Name: "prev", Forms: of(Param{Name: "v", Is: Listed}), Result: same,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered { return turned(l, e, args[0], -1) },
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				return moved(j, e, args[0], func(n, lo, hi int64) int64 {
					if n == lo {
						return hi
					}
					return n - 1
				})
			},
			Manual:   "the value before; before the first comes the last",
			Examples: []Example{{With: "t: Thing = farmer", Call: "prev(t)", Gives: "cabbage"}},
		},
		{
			Name: "ord", Forms: of(Param{Name: "v", Is: Listed}), Type: types.IntType,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				if v := args[0].Scalar(); v.Bool { // a number, which may be undefined where it stands
					return l.Scalar(l.Count([]*model.Expr{v}))
				}
				first, _ := l.TypeOf(e.Args[0]).Model.Domain()
				return l.Scalar(l.Builder().Sub(args[0].Scalar(), l.Builder().Const(first)))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				v, err := moved(j, e, args[0], func(n, lo, hi int64) int64 { return n - lo })
				if v.N < 0 && err == nil {
					return types.Value{}, ErrOverflow
				}
				return types.IntValue(v.N), err
			},
			Manual:   "the position of a value in its type, from 0",
			Examples: []Example{{With: "t: Thing = goat", Call: "ord(t)", Gives: "2"}, {With: "n: 5..9 = 7", Call: "ord(n)", Gives: "2", Declared: true}},
		},
		{
			Name: "name", Forms: of(Param{Name: "v", Is: Name}), Type: types.TextType,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				return l.Shown(args[0], l.TypeOf(e.Args[0]))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				return types.TextValue(j.Shown(args[0], j.TypeOf(e.Args[0]))), nil
			},
			Manual:   "the name of a value of an enum, as a text",
			Examples: []Example{{With: "t: Thing = goat", Call: "name(t)", Gives: `"goat"`}},
		},
	}
}

// same is the type of the first argument.
func same(k Checking, e *syntax.CallExpr) *types.Type { return k.TypeOf(e.Args[0]) }

// turned is the value before or after v, the ends joined.
func turned(l Lowering, e *syntax.CallExpr, v Lowered, by int64) Lowered {
	b, x, t := l.Builder(), v.Scalar(), l.TypeOf(e.Args[0]).Model
	if t.Kind == model.Bool {
		return l.Scalar(b.Not(x))
	}
	end, wrap := t.Domain()
	if by > 0 {
		end, wrap = wrap, end
	}
	return l.Scalar(b.If(b.Eq(x, b.Const(end)), b.Const(wrap), b.Sum(x, b.Const(by))))
}

// moved is another value of the type of v, at the place that to says.
func moved(j Judging, e *syntax.CallExpr, v types.Value, to func(n, lo, hi int64) int64) (types.Value, error) {
	lo, hi := j.Ends(j.TypeOf(e.Args[0]))
	if v.N < lo || v.N > hi {
		return types.Value{}, Undefined("it is outside of its type")
	}
	return types.Value{Kind: v.Kind, N: to(v.N, lo, hi)}, nil
}
