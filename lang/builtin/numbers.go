package builtin

import (
	"math"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// numbers returns the functions on numbers, and those that reduce several values to one.
func numbers() []Function {
	return []Function{
		{
			Name: "abs", Forms: of(Param{Name: "n", Is: Real}), Result: number,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				n, den := l.Fraction(args[0])
				return l.Quotient(l.Builder().Abs(n), den)
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				n := args[0].N
				if n == math.MinInt64 {
					return types.Value{}, ErrOverflow
				}
				return types.Value{Kind: types.Int, N: max(n, -n), Den: args[0].Den}, nil
			},
			Manual:   "the absolute value",
			Examples: []Example{{With: "n: -9..9 = -5", Call: "abs(n)", Gives: "5"}},
		},
		folding("min", syntax.Min, Function{
			Manual:   "the least of the values, or of the elements of an array; undefined for an empty array",
			Examples: []Example{{With: "n: 0..3 = 3; k: 1..2 = 2", Call: "min(n, 4, k)", Gives: "2"}, {With: "a[1..3]: 0..2 = [2, 0, 1]", Call: "min(a)", Gives: "0"}, {With: "t: Thing = goat", Call: "min(t, wolf)", Gives: "wolf"}, {With: "p: (1..3, Thing) = (2, goat)", Call: "min(p, (2, wolf))", Gives: "(2, wolf)"}},
		}),
		folding("max", syntax.Max, Function{
			Manual:   "the greatest of the values, or of the elements of an array; undefined for an empty array",
			Examples: []Example{{With: "n: 0..3 = 3; k: 1..2 = 2", Call: "max(n, 1, k)", Gives: "3"}, {With: "a[1..3]: 0..2 = [2, 0, 1]", Call: "max(a)", Gives: "2"}},
		}),
		{
			Name: "sum", Forms: of(Param{Name: "a", Is: Reals}), Result: number, Members: true, // without a range: the sum may leave that of the elements
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered { return l.Fold(syntax.Sum, args, e) },
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				return j.Fold(syntax.Sum, args, e)
			},
			Manual:   "the sum of the elements of an array",
			Examples: []Example{{With: "a[1..3]: 0..4 = [4, 0, 1]", Call: "sum(a)", Gives: "5"}},
		},
		{
			Name: "distinct",
			Forms: []Form{{Params: []Param{{Name: "a", Is: Array}}},
				{Params: []Param{{Name: "a", Is: Anything}, {Name: "b", Is: Anything}}, More: true, Alike: "they cannot be compared"}},
			Type:    types.BoolType,
			Members: true,
			Lower:   func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered { return l.Fold(syntax.Distinct, args, e) },
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				return j.Fold(syntax.Distinct, args, e)
			},
			Manual:   "whether all values, or all elements of an array, are different",
			Examples: []Example{{With: "n: 0..3 = 1; k: 1..2 = 2", Call: "distinct(n, k, 1)", Gives: "false"}, {With: "a[1..3]: 0..2 = [2, 0, 1]", Call: "distinct(a)", Gives: "true"}},
		},
		rounding("round", "the nearest whole number, halves away from zero; with a step, the nearest multiple of it. Where a value with digits after the point is expected, the nearest one with these digits",
			[]Example{{With: "x: 0.0..9.9 = 2.5", Call: "round(x)", Gives: "3", Declared: true}, {With: "x: 0.00..9.99 = 2.44", Call: "round(x, 0.5)", Gives: "2.5", Declared: true}}),
		rounding("floor", "like `round`, but down", []Example{{With: "x: -9.9..9.9 = -2.5", Call: "floor(x)", Gives: "-3", Declared: true}, {With: "x: 0.0..9.9 = 2.9", Call: "floor(x, 2)", Gives: "2", Declared: true}}),
		rounding("ceil", "like `round`, but up", []Example{{With: "x: -9.9..9.9 = -2.5", Call: "ceil(x)", Gives: "-2", Declared: true}, {With: "x: 0.0..9.9 = 2.1", Call: "ceil(x, 0.5)", Gives: "2.5", Declared: true}}),
	}
}

// folding returns min or max of an array, or of two or more values.
func folding(name string, k syntax.ComprehensionKind, f Function) Function {
	f.Name, f.Members = name, true
	f.Forms = []Form{{Params: []Param{{Name: "a", Is: Ordereds}}},
		{Params: []Param{{Name: "a", Is: Ordered}, {Name: "b", Is: Ordered}}, More: true, Alike: name + " needs one type"}}
	f.Result = merged
	f.Lower = func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered { return l.Fold(k, args, e) }
	f.Judge = func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
		return j.Fold(k, args, e)
	}
	return f
}

// number returns the type of a number computed from the argument, or from the elements of it.
func number(k Checking, e *syntax.CallExpr) *types.Type {
	t := k.TypeOf(e.Args[0])
	if t.Kind == types.Array {
		t = t.Elem()
	}
	return types.Number(t, t)
}

// merged returns the type of an element of the array, or the merged type of the arguments.
func merged(k Checking, e *syntax.CallExpr) *types.Type {
	t := k.TypeOf(e.Args[0])
	if len(e.Args) == 1 {
		return t.Elem()
	}
	for _, a := range e.Args[1:] {
		t = types.Merge(t, k.TypeOf(a))
	}
	return t
}
