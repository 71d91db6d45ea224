package builtin

import (
	"math"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// sets returns the functions on sets.
func sets() []Function {
	return []Function{
		{
			Name: "size", Forms: of(Param{Name: "s", Is: Set, Domain: true, Hint: sizeHint}), Type: types.IntType,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				in, def := args[0].Members()
				n := l.Count(in)
				if def != nil {
					n = l.Builder().If(def, n, l.Builder().Undefined())
				}
				return l.Scalar(n)
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				d, err := j.Domain(e.Args[0])
				if err != nil {
					return types.Value{}, err
				}
				n, fits := d.Size()
				if !fits || n > math.MaxInt64 {
					return types.Value{}, ErrOverflow
				}
				return types.IntValue(int64(n)), nil
			},
			Manual:   "the number of members of a set",
			Examples: []Example{{With: "s: set of Thing = {wolf, goat}", Call: "size(s)", Gives: "2"}},
		},
		{Name: "connected", Manual: "connected(s, x, y -> e), of the members of a set"},
		{Name: "first", Manual: "first(x: T where cond); the least of some values is min(a, b)"},
		{Name: "count", Manual: "count(x: T where cond); the size of a set is size(s)"},
		operator("union", syntax.Union, Function{
			Manual:   "the same as `s union t`",
			Examples: []Example{{With: "s: set of 1..3 = {1, 2}; u: set of 1..3 = {2, 3}", Call: "union(s, u)", Gives: "{1, 2, 3}"}},
		}),
		operator("inter", syntax.Inter, Function{
			Manual:   "the same as `s inter t`",
			Examples: []Example{{With: "s: set of 1..3 = {1, 2}; u: set of 1..3 = {2, 3}", Call: "inter(s, u)", Gives: "{2}"}},
		}),
		operator("minus", syntax.SetMinus, Function{
			Manual:   "the same as `s minus t`",
			Examples: []Example{{With: "s: set of 1..3 = {1, 2}; u: set of 1..3 = {2, 3}", Call: "minus(s, u)", Gives: "{1}"}},
		}),
		{
			Name: "subset", Type: types.BoolType,
			Forms: []Form{{Params: []Param{{Name: "s", Is: Set}, {Name: "t", Is: Set, Domain: true}}, Alike: "subset needs sets of one type"}},
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				return l.Operator(syntax.Subset, args[0], args[1])
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				d, err := j.Domain(e.Args[1])
				if err != nil {
					return types.Value{}, err
				}
				outside := slices.ContainsFunc(args[0].Elems, func(v types.Value) bool { return !d.Has(v) })
				return types.BoolValue(!outside), nil
			},
			Manual:   "the same as `s subset t`",
			Examples: []Example{{With: "s: set of 1..3 = {1, 2}; u: set of 1..3 = {2, 3}", Call: "subset(s, u)", Gives: "false"}},
		},
	}
}

// operator returns the function form of an operator on sets.
func operator(name string, op syntax.Token, f Function) Function {
	f.Name = name
	f.Forms = []Form{{Params: []Param{{Name: "s", Is: Set}, {Name: "t", Is: Set}}, Alike: name + " needs sets of one type"}}
	f.Result = merged
	f.Lower = func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered { return l.Operator(op, args[0], args[1]) }
	f.Judge = func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
		return j.Operator(op, args[0], args[1], e), nil
	}
	return f
}

func sizeHint(t *types.Type) string {
	if t.Kind == types.Text {
		return "the length of a text is len(t)"
	}
	switch t.Kind {
	case types.Int:
		return "the number of members of a set is size(s), of values of a type size(T); the absolute value of a number is abs(n)"
	case types.Array:
		return "the number of indices of an array is size(T) of their type T; count(i: T where a[i] > 0) counts elements"
	}
	return ""
}
