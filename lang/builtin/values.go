package builtin

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// values returns the functions that need all values of a type in their order.
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
				return turned(l, e, args[0], 1) // of two values, the other is the next
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
			Manual:   "the next value of the type of `v`; the first follows the last. Without wrapping around, `w` is the next value if `ord(w) == ord(v) + 1`",
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
			Manual:   "the previous value of the type of `v`; the last precedes the first",
			Examples: []Example{{With: "t: Thing = farmer", Call: "prev(t)", Gives: "cabbage"}},
		},
		{
			Name: "ord", Forms: of(Param{Name: "v", Is: Listed}), Type: types.IntType,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				t := l.TypeOf(e.Args[0])
				if t.Of != nil {
					return l.Scalar(position(l, l.Leaf(args[0], t.Model), t.Model))
				}
				if v := args[0].Scalar(); v.Bool { // as a number, which may be undefined
					return l.Scalar(l.Count([]*model.Expr{v}))
				}
				first, _ := t.Model.Domain()
				return l.Scalar(l.Builder().Sub(l.Leaf(args[0], t.Model), l.Builder().Const(first)))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				if t := j.TypeOf(e.Args[0]); t.Of != nil {
					i, ok := slices.BinarySearchFunc(t.Of, args[0], types.Compare)
					if !ok {
						return types.Value{}, errOutside
					}
					return types.IntValue(int64(i)), nil
				}
				at := int64(0)
				_, err := moved(j, e, args[0], func(n, lo, hi int64) int64 { at = n - lo; return n })
				if at < 0 && err == nil {
					return types.Value{}, ErrOverflow
				}
				return types.IntValue(at), err
			},
			Manual:   "the position of a value in its type, from 0",
			Examples: []Example{{With: "t: Thing = goat", Call: "ord(t)", Gives: "2"}, {With: "n: 5..9 = 7", Call: "ord(n)", Gives: "2", Declared: true}},
		},
		{
			Name: "name", Forms: of(Param{Name: "v", Is: Name}), Type: types.TextType,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				return l.Shown(args[0], l.TypeOf(e.Args[0]).Unlabelled())
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				return types.TextValue(j.Shown(args[0], j.TypeOf(e.Args[0]).Unlabelled())), nil
			},
			Manual:   "the name of an enum value, as a text",
			Examples: []Example{{With: "t: Thing = goat", Call: "name(t)", Gives: `"goat"`}},
		},
	}
}

// same returns the type of the first argument.
func same(k Checking, e *syntax.CallExpr) *types.Type { return k.TypeOf(e.Args[0]) }

// turned returns the value before or after v, cyclically.
func turned(l Lowering, e *syntax.CallExpr, v Lowered, by int64) Lowered {
	b, t := l.Builder(), l.TypeOf(e.Args[0]).Model
	if t.Digits > 0 {
		of := l.Value(t)
		return of(stepped(l, l.Leaf(v, t), t, by))
	}
	x := v.Scalar()
	if t.Kind == model.Bool {
		return l.Scalar(b.Not(x))
	}
	return l.Scalar(stepped(l, x, t, by))
}

// stepped returns the leaf before or after x, cyclically.
func stepped(l Lowering, x *model.Expr, t *model.Type, by int64) *model.Expr {
	b := l.Builder()
	if n := int64(len(t.Only)); t.Only != nil {
		row := make([]*model.Expr, n)
		for i := range row {
			row[i] = b.Const(t.Only[(int64(i)+by+n)%n][0])
		}
		return b.Element(row, []model.Dim{{N: n, Stride: 1}}, []*model.Expr{position(l, x, t)})
	}
	end, wrap := t.Domain()
	if by > 0 {
		end, wrap = wrap, end
	}
	return b.If(b.Eq(x, b.Const(end)), b.Const(wrap), b.Sum(x, b.Const(by)))
}

// position returns the position of a value among the listed values of a type; it is undefined
// for others.
func position(l Lowering, x *model.Expr, t *model.Type) *model.Expr {
	b := l.Builder()
	lo, hi := t.Domain()
	places := make([]*model.Expr, hi-lo+1)
	k := int64(0)
	for i := range places {
		if places[i] = b.Undefined(); t.Has([]int64{lo + int64(i)}) {
			places[i] = b.Const(k)
			k++
		}
	}
	return b.Element(places, []model.Dim{{Lo: lo, N: hi - lo + 1, Stride: 1}}, []*model.Expr{x})
}

var errOutside = Undefined("it is outside of its type")

// moved returns the value of the type of v at the position that to returns.
func moved(j Judging, e *syntax.CallExpr, v types.Value, to func(n, lo, hi int64) int64) (types.Value, error) {
	t := j.TypeOf(e.Args[0])
	if t.Of != nil {
		i, ok := slices.BinarySearchFunc(t.Of, v, types.Compare)
		if !ok {
			return types.Value{}, errOutside
		}
		return t.Of[to(int64(i), 0, int64(len(t.Of))-1)], nil
	}
	lo, hi := j.Ends(t)
	n, ok := v.Scaled(t.Scale())
	if !ok || n < lo || n > hi {
		return types.Value{}, errOutside
	}
	if digits := t.Scale(); digits > 0 {
		return types.DecimalValue(to(n, lo, hi), digits), nil
	}
	return types.Value{Kind: v.Kind, N: to(n, lo, hi)}, nil
}
