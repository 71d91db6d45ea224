package judge

import (
	"errors"
	"math"
	"testing"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// names binds the names of a test to the objects that its choices declare.
func names(info *types.Info, e syntax.Expr) {
	objects := map[string]*types.Object{}
	syntax.Inspect(e, func(n syntax.Node) bool {
		if b, ok := n.(*syntax.Binder); ok {
			for _, id := range b.Names {
				objects[id.Name] = info.NewObject(types.Local, id)
				info.Uses[id] = objects[id.Name]
			}
		}
		return true
	})
	syntax.Inspect(e, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok && info.Uses[id] == nil && objects[id.Name] != nil {
			info.Uses[id] = objects[id.Name]
		}
		return true
	})
}

// TestNumbers evaluates expressions that need no types.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		text string
		want any // int, bool, "undefined" or "overflow"
	}{
		{"-7 / 2", -4}, {"-7 % 2", 1}, {"7 / -2", -4}, {"7 % -2", -1}, {"-8 / 2", -4}, {"6 % -3", 0}, {"1 / 0", "undefined"}, {"1 % 0", "undefined"},
		{"9223372036854775807 + 1", "overflow"}, {"-9223372036854775807 - 1", math.MinInt64}, {"-9223372036854775807 - 2", "overflow"},
		{"-(-9223372036854775807 - 1)", "overflow"}, {"(-9223372036854775807 - 1) / -1", "overflow"}, {"(-9223372036854775807 - 1) % -1", 0},
		{"4611686018427387904 * 2", "overflow"}, {"4611686018427387904 * -2", math.MinInt64}, {"-4611686018427387904 * -2", "overflow"},
		{"3037000500 * 3037000500", "overflow"}, {"(-9223372036854775807 - 1) * -1", "overflow"}, {"(-9223372036854775807 - 1) * 0", 0},
		{"sum(k: 1..3 where k > 1 -> 6 / (k - 1))", 9}, {"sum(k: 1..3 -> 6 / (k - 1))", "undefined"}, {"sum(k: 1..0 -> k)", 0},
		{"sum(x in {1, 9223372036854775807} -> x)", "overflow"}, {"sum(x in {1, 9223372036854775807, -1} -> x)", math.MaxInt64},
		{"min(k: 1..0 -> k)", "undefined"}, {"max(k: 1..4 -> k * (5 - k))", 6}, {"min(k: 1..4 -> k * (5 - k))", 4},
		{"count(k: 1..9 where k % 2 == 1)", 5}, {"count(x in {1, 2, 1} where true)", 2}, {"count(a, b: 1..3 where a < b)", 3},
		{"all k: 1..3 { k > 0 }", true}, {"any k: 1..3 { k > 3 }", false}, {"all k: 1..0 { false }", true}, {"any k: 1..0 { true }", false},
		{"all x in {1 / 0} { true }", false}, {"any x in {1 / 0} { true }", false}, {"not all x in {1 / 0} { true }", true},
		{"any k: 0..1, x in {2 / k} { true }", true}, {"count(k: 0..1, x in {2 / k} where true)", "undefined"},
		{"distinct(k: 1..3 -> k % 2)", false}, {"distinct(k: 1..3 -> k)", true}, {"distinct(k: 0..2 -> 2 / k)", false},
		{"1 / 0 == 1", false}, {"1 / 0 != 1", false}, {"not (1 / 0 == 1)", true}, {"1 / 0 == 1 / 0", false},
		{"1 < 2 < 3", true}, {"1 < 3 < 2", false}, {"1 == 1 != 1", false}, {"2 in {1, 2}", true}, {"2 in {1, 2, 1 / 0}", false},
		{"1 in {1} == {1}", true}, {"{1} subset {1, 2}", true}, {"{3} subset {1, 2}", false}, {"{1 / 0} subset {1}", false},
		{"5 in 1..9223372036854775807", true}, {"0 in 1..9223372036854775807", false}, {"size(1..9223372036854775807)", math.MaxInt64},
		{"size(0..9223372036854775807)", "overflow"}, {"size(3..1)", 0}, {"size({1 / 0})", "undefined"}, {"size({1, 1})", 1},
		{"any x: 9223372036854775800..9223372036854775807 { x == 9223372036854775807 }", true},
		{"count(x: 9223372036854775800..9223372036854775807)", 8},
		{"size((1..3) union {7} minus ({2} inter (1..9)))", 3}, {"union({1}, {2}) == {1, 2}", true}, {"inter({1}, {2}) == {}", true}, {"minus({1}, {2}) == {1}", true},
		{"subset({1}, 1..2)", true}, {"{k: 1..3 -> k * k} == {1, 4, 9}", true}, {"{k: 1..9 where k % 4 == 0} == {4, 8}", true},
		{"{x in {1, 2}, y in {3} where true} == {(1, 3), (2, 3)}", true}, {"(1, 2) < (1, 3)", true}, {"(2, 1) < (1, 3)", false}, {"(1, 2).2", 2},
		{"false < true", true}, {`"a" < "b"`, true}, {`"b" in "abc"`, true}, {`"" in "abc"`, true}, {`"ca" in "abc"`, false},
		{"if 1 / 0 == 1 then 1 / 0 else 3", 3}, {"if true then 1 / 0 else 3", "undefined"}, {"min(3, 1, 2)", 1}, {"max(3, 1 / 0)", "undefined"},
		{"true or 9223372036854775807 + 1 > 0", true}, {"false and 9223372036854775807 + 1 > 0", false}, {"false implies 9223372036854775807 + 1 > 0", true},
		{"9223372036854775807 + 1 > 0 or true", "overflow"}, {"1 / 0 == 9223372036854775807 + 1", "overflow"}, {"1 > 2 > 9223372036854775807 + 1", false},
		{"any k: 1..2 { k == 1 or k + 9223372036854775806 > 0 }", true}, {"distinct(1, 2, 1)", false}, {"distinct(1, 2)", true},
	} {
		e, err := syntax.ParseExpr("test", c.text)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		info := types.NewInfo(&syntax.File{})
		names(info, e)
		v, err := NewEvaluator(info, Options{}).Eval(e)
		if got := outcome(v, err); got != c.want {
			t.Errorf("%s is %v, want %v (%v)", c.text, got, c.want, err)
		}
	}
}

// outcome describes the result of an evaluation.
func outcome(v types.Value, err error) any {
	var undefined *Undefined
	var overflow *Overflow
	switch {
	case errors.As(err, &undefined):
		return "undefined"
	case errors.As(err, &overflow):
		return "overflow"
	case err != nil:
		return err
	case v.Kind == types.Bool:
		return v.True()
	}
	return int(v.N)
}
