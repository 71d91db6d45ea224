package ground

import (
	"fmt"
	"math"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

func (g *grounder) lowerCall(e *syntax.CallExpr) value {
	args := make([]value, len(e.Args))
	for i, a := range e.Args {
		if args[i] = g.lower(a); args[i].kind == vBad {
			return badValue
		}
	}
	if o := g.info.Uses[e.Fun]; o != nil && o.Kind == types.Def {
		return g.lowerDef(e, o, args)
	}
	g.at(e)
	if g.onlyShown(e, args...) {
		return badValue
	}
	switch e.Fun.Name {
	case "union":
		return g.setOperation(syntax.Union, args[0], args[1])
	case "inter":
		return g.setOperation(syntax.Inter, args[0], args[1])
	case "minus":
		return g.setOperation(syntax.SetMinus, args[0], args[1])
	case "subset":
		return scalar(g.subset(args[0], args[1]))
	case "min", "max", "sum", "distinct":
		return g.lowerFold(e.Fun.Name, args)
	case "grid":
		return g.lowerGrid(args[0].text, g.info.Types[e])
	case "rows", "cols":
		return g.extent(e.Fun.Name, args[0])
	case "name":
		return g.nameOf(args[0], g.info.Types[e.Args[0]])
	case "size":
		return g.size(args[0])
	}
	return g.lowerScalarCall(e, args[0])
}

// lowerDef is a call of a function of the file. It is undefined where an argument is, or
// lies outside the type of its parameter.
func (g *grounder) lowerDef(e *syntax.CallExpr, o *types.Object, args []value) value {
	g.at(e)
	conds := g.wellDefined(args...)
	for i, p := range o.Params {
		conds = append(conds, g.within(args[i], p.Type)...)
	}
	def := g.b.And(conds...)
	if def.IsFalse() {
		return g.noted(e, g.nothing(g.info.Types[e]))
	}
	for i, p := range o.Params {
		g.values[p.ID] = args[i]
	}
	return g.noted(e, g.only(def, g.lower(o.Def.Body)))
}

// within are the conditions that v, where it is defined, lies in a type.
func (g *grounder) within(v value, t *types.Type) []*model.Expr {
	var conds []*model.Expr
	switch v.kind {
	case vScalar:
		if lo, hi := t.Model.Domain(); t.Kind == types.Int && (v.e.Lo < lo || v.e.Hi > hi) {
			conds = append(conds, g.b.Le(g.b.Const(lo), v.e), g.b.Le(v.e, g.b.Const(hi)))
		}
	case vTuple:
		for i, p := range v.parts {
			conds = append(conds, g.within(p, t.Elems[i])...)
		}
	case vSet:
		elem := t.Elem().Finite()
		for i, in := range v.in {
			if !in.IsFalse() && !contains(elem, v.elem.Nth(int64(i))) {
				conds = append(conds, g.b.Not(in))
			}
		}
	}
	return conds
}

func (g *grounder) lowerFold(name string, args []value) value {
	if len(args) == 1 {
		args = args[0].parts
	}
	es := make([]*model.Expr, len(args))
	conds := make([]*model.Expr, len(args))
	for i, a := range args {
		es[i], conds[i] = a.e, g.b.Truth(true)
	}
	switch name {
	case "min":
		return scalar(g.b.Least(es...))
	case "max":
		return scalar(g.b.Greatest(es...))
	case "sum":
		return scalar(g.b.Sum(es...))
	}
	return scalar(g.allDistinct(args, conds))
}

func (g *grounder) extent(name string, v value) value {
	i := 0
	if name == "cols" {
		i = 1
	}
	n, _ := v.index[i].Size()
	return scalar(g.b.Const(n))
}

func (g *grounder) nameOf(v value, t *types.Type) value {
	d := g.display(v, t)
	if d.Kind == model.Literal {
		return textValue(d.Text)
	}
	return value{kind: vShown, shown: d}
}

// tally is how many of some conditions hold: a number, even of a single one.
func (g *grounder) tally(conds []*model.Expr) *model.Expr {
	n := g.b.Sum(conds...)
	if n.Bool {
		return g.b.If(n, g.b.Const(1), g.b.Const(0))
	}
	return n
}

func (g *grounder) size(s value) value {
	n := g.tally(s.in)
	if s.def != nil {
		n = g.b.If(s.def, n, g.b.Undefined())
	}
	return scalar(n)
}

// lowerScalarCall is a function of one scalar or text.
func (g *grounder) lowerScalarCall(e *syntax.CallExpr, v value) value {
	switch e.Fun.Name {
	case "abs":
		return scalar(g.b.Abs(v.e))
	case "len":
		if v.e == nil {
			return scalar(g.b.Const(int64(len([]rune(v.text)))))
		}
		return scalar(g.b.If(g.orTrue(g.defined(v.e)), g.b.Const(1), g.b.Undefined()))
	case "digit":
		return g.noted(e, scalar(g.digit(v)))
	}
	t := g.info.Types[e.Args[0]].Model
	lo, hi := t.Domain()
	first, last := g.leafConst(t, lo), g.leafConst(t, hi)
	switch e.Fun.Name {
	case "ord":
		return scalar(g.b.Sub(v.e, g.b.Const(lo)))
	case "other":
		if v.e.Bool {
			return scalar(g.b.Not(v.e))
		}
		return scalar(g.cyclic(v.e, t, last, first, 1)) // of two values the other is the next
	case "next":
		return scalar(g.cyclic(v.e, t, last, first, 1))
	case "prev":
		return scalar(g.cyclic(v.e, t, first, last, -1))
	}
	panic(stopped{fmt.Errorf("a bug: the function %s is not written out", e.Fun.Name)})
}

// cyclic is v+by, or wrap where v is at the end of its type.
func (g *grounder) cyclic(v *model.Expr, t *model.Type, end, wrap *model.Expr, by int64) *model.Expr {
	if t.Kind == model.Bool {
		return g.b.Not(v)
	}
	return g.b.If(g.b.Eq(v, end), wrap, g.b.Sum(v, g.b.Const(by)))
}

// attempts counts how often a part of the file was evaluated and how often it had
// no value; one that never has is worth a warning.
type attempts struct{ all, undefined int }

// noted records whether v, the value of e, is undefined.
func (g *grounder) noted(e syntax.Expr, v value) value {
	a := g.tried[e]
	if a == nil {
		a = &attempts{}
		g.tried[e] = a
	}
	a.all++
	if isUndefined(v) {
		a.undefined++
	}
	return v
}

func isUndefined(v value) bool {
	switch v.kind {
	case vScalar, vText:
		return v.e != nil && v.e.Op == model.Undefined
	}
	return v.def != nil && v.def.IsFalse()
}

// binomial returns n choose k, saturated.
func binomial(n, k int64) int64 {
	r := int64(1)
	for i := range k {
		if r > math.MaxInt64/(n-i) {
			return math.MaxInt64
		}
		r = r * (n - i) / (i + 1)
	}
	return r
}
