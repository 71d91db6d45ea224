package ground

import (
	"math/bits"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// chosen returns the first value whose condition holds; for the, the only one.
func (g *grounder) chosen(e *syntax.Comprehension, vs []value, conds []*model.Expr) value {
	if len(vs) == 0 {
		return g.nothing(g.info.Types[e])
	}
	def := g.b.Or(conds...)
	if e.Kind == syntax.The {
		def = g.b.Eq(g.tally(conds), g.b.Const(1))
	}
	return g.only(def, g.firstOf(vs, conds))
}

// firstOf returns the first value whose condition holds, or the last value if no condition
// does.
func (g *grounder) firstOf(vs []value, conds []*model.Expr) value {
	v := vs[len(vs)-1]
	for i := len(vs) - 2; i >= 0 && v.kind != vBad; i-- {
		v = g.choose(conds[i], vs[i], v)
	}
	return v
}

// extremeOf returns the minimum or maximum of values of an ordered type.
func (g *grounder) extremeOf(e syntax.Expr, greatest bool, vs []value, conds []*model.Expr) value {
	if len(vs) == 0 {
		return g.nothing(g.info.Types[e])
	}
	vs = g.alignAll(vs)
	switch t := g.info.Types[e]; {
	case t.Kind == types.Text:
		return g.extremeText(e, greatest, vs, conds)
	case t.Kind == types.Tuple:
		return g.extremeTuple(e, greatest, vs, conds)
	case t.Kind == types.Bool:
		numbers := make([]value, len(vs))
		for i, v := range vs {
			numbers[i] = scalar(g.b.If(v.e, g.b.Const(1), g.b.Const(0)))
		}
		return scalar(g.b.Eq(g.extreme(greatest, numbers, conds), g.b.Const(1)))
	}
	return g.fraction(g.extreme(greatest, vs, conds), vs[0].den)
}

// extreme returns the minimum or maximum of the values whose conditions hold; it is undefined
// if no condition does. Other values are replaced by a bound that does not change the result.
func (g *grounder) extreme(greatest bool, vs []value, conds []*model.Expr) *model.Expr {
	if len(vs) == 0 {
		return g.b.Undefined()
	}
	least, loser := g.b.Least, vs[0].e.Hi
	for _, v := range vs {
		loser = max(loser, v.e.Hi)
	}
	if greatest {
		least, loser = g.b.Greatest, vs[0].e.Lo
		for _, v := range vs {
			loser = min(loser, v.e.Lo)
		}
	}
	args := make([]*model.Expr, len(vs))
	for i, v := range vs {
		args[i] = g.b.If(conds[i], v.e, g.b.Const(loser))
	}
	return g.b.If(g.b.Or(conds...), least(args...), g.b.Undefined())
}

// extremeText returns the minimum or maximum of constant texts, or of single characters.
func (g *grounder) extremeText(e syntax.Expr, greatest bool, vs []value, conds []*model.Expr) value {
	if !slices.ContainsFunc(vs, func(v value) bool { return !oneCharacter(v) }) {
		codes := make([]value, len(vs))
		for i, v := range vs {
			codes[i] = scalar(g.character(v))
		}
		code := g.extreme(greatest, codes, conds)
		if code.IsConst() {
			return textValue(string(rune(code.Value)))
		}
		return charValue(code)
	}
	order := make([]int, len(vs))
	for i, v := range vs {
		if order[i] = i; v.kind != vText || v.e != nil {
			g.Errorf(e, "a text that depends on the state can be shown, but not compared or measured")
			return badValue
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if greatest {
			i, j = j, i
		}
		return strings.Compare(vs[i].text, vs[j].text)
	})
	sorted, when := make([]value, len(vs)), make([]*model.Expr, len(vs))
	for k, i := range order {
		sorted[k], when[k] = vs[i], conds[i]
	}
	return g.only(g.b.Or(conds...), g.firstOf(sorted, when))
}

// extremeTuple returns the minimum or maximum of tuples, by numbering them in their order.
func (g *grounder) extremeTuple(e syntax.Expr, greatest bool, vs []value, conds []*model.Expr) value {
	rows := make([][]*model.Expr, len(vs))
	for i, v := range vs {
		for _, l := range v.leaves() {
			if l.Bool {
				l = g.b.If(l, g.b.Const(1), g.b.Const(0))
			}
			rows[i] = append(rows[i], l)
		}
		if conds := g.wellDefined(v); conds != nil {
			rows[i][0] = g.onlyScalar(g.b.And(conds...), rows[i][0])
		}
	}
	n := len(rows[0])
	lo, strides := make([]int64, n), make([]uint64, n+1)
	strides[n] = 1
	for k := n - 1; k >= 0; k-- {
		first, last := int64(0), int64(0)
		seen := false
		for _, r := range rows {
			if r[k].Op == model.Undefined {
				continue
			}
			if first, last = min(first, r[k].Lo), max(last, r[k].Hi); !seen {
				first, last, seen = r[k].Lo, r[k].Hi, true
			}
		}
		over, size := bits.Mul64(strides[k+1], uint64(last)-uint64(first)+1)
		if over != 0 || size == 0 || size > 1<<62 {
			g.Errorf(e, "the tuples here have too many possible values for a minimum or maximum").Hint =
				"the possible values follow from the types of the components"
			return badValue
		}
		lo[k], strides[k] = first, size
	}
	keys := make([]value, len(vs))
	for i, r := range rows {
		var sum []*model.Expr
		for k, l := range r {
			sum = append(sum, g.b.Mul(g.b.Sub(l, g.b.Const(lo[k])), g.b.Const(int64(strides[k+1]))))
		}
		keys[i] = scalar(g.b.Sum(sum...))
	}
	key := g.extreme(greatest, keys, conds)
	leaves := make([]*model.Expr, n)
	for k, old := range vs[0].leaves() {
		leaves[k] = g.b.Div(key, g.b.Const(int64(strides[k+1])))
		if k > 0 {
			leaves[k] = g.b.Mod(leaves[k], g.b.Const(int64(strides[k]/strides[k+1])))
		}
		if leaves[k] = g.b.Sum(leaves[k], g.b.Const(lo[k])); old.Bool {
			leaves[k] = g.b.Eq(leaves[k], g.b.Const(1))
		}
	}
	v, _ := withoutDefs(vs[0]).rebuild(leaves)
	v.def = g.defined(key)
	return v
}
