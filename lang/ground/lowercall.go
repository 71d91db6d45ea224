package ground

import (
	"fmt"
	"math"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

func (g *grounder) lowerCall(e *syntax.CallExpr) value {
	if g.info.Uses[e.Fun] == nil && e.Fun.Name == types.Enabled {
		return g.lowerEnabled(e)
	}
	if g.info.Uses[e.Fun] == nil && e.Fun.Name == types.Known {
		return g.lowerKnown(e)
	}
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
	f := builtin.Lookup(e.Fun.Name)
	if f == nil || f.Lower == nil {
		panic(stopped{fmt.Errorf("a bug: the function %s is not written out", e.Fun.Name)})
	}
	views := make([]builtin.Lowered, len(args))
	for i, a := range args {
		views[i] = a
	}
	v := g.only(g.b.And(g.arraysDefined(f, args)...), f.Lower(lowering{g}, e, views).(value))
	if f.Partial {
		g.noted(e, v)
	}
	return v
}

// arraysDefined returns the conditions that array and tuple arguments are defined, unless the
// function ensures that.
func (g *grounder) arraysDefined(f *builtin.Function, args []value) []*model.Expr {
	var conds []*model.Expr
	for _, a := range args {
		switch {
		case a.kind != vArray && a.kind != vTuple:
		case !f.Members:
			conds = append(conds, g.wellDefined(a)...)
		case a.def != nil: // a truth value among its parts is never undefined
			conds = append(conds, a.def)
		}
	}
	return conds
}

// lowerDef evaluates a call of a function of the file. It is undefined if an argument is, or is
// not of the type of its parameter.
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
	if o.Group != nil {
		for i, p := range o.Params {
			args[i], _ = g.asType(args[i], p.Type.Finite())
		}
		return g.noted(e, g.only(def, g.lowerRecursive(e, o, args)))
	}
	for i, p := range o.Params {
		v, _ := g.asType(args[i], p.Type.Finite())
		g.values[p.ID] = g.widened(v, p.Type)
	}
	return g.noted(e, g.only(def, g.lower(o.Def.Body)))
}

// widened lays a set out over the possible members of type t; other values stay as they are.
func (g *grounder) widened(v value, t *types.Type) value {
	if t.Kind == types.Set && t.Elem().Finite() != nil && v.elem != nil {
		return g.widen(v, t.Elem().Finite())
	}
	return v
}

// within returns the conditions that v, if it is defined, is of type t.
func (g *grounder) within(v value, t *types.Type) []*model.Expr {
	var conds []*model.Expr
	if v.kind == vScalar || v.kind == vTuple {
		v, conds = g.asType(v, t.Finite())
	}
	if t.Of != nil {
		return append(conds, g.listing(v, t)...)
	}
	switch v.kind {
	case vScalar:
		if lo, hi := t.Model.Domain(); t.Kind != types.Bool && (v.e.Lo < lo || v.e.Hi > hi) {
			conds = append(conds, g.b.Le(g.b.Const(lo), v.e), g.b.Le(v.e, g.b.Const(hi)))
		}
	case vTuple:
		for i, p := range v.parts {
			conds = append(conds, g.within(p, t.Elems[i])...)
		}
	case vSet:
		elem := t.Elem().Finite()
		for i, in := range v.in {
			if _, ok := hasMember(v.elem.Nth(int64(i)), v.elem, elem); !in.IsFalse() && !ok {
				conds = append(conds, g.b.Not(in))
			}
		}
	}
	return conds
}

// tally returns the number of conditions that hold.
func (g *grounder) tally(conds []*model.Expr) *model.Expr {
	n := g.b.Sum(conds...)
	if n.Bool {
		return g.b.If(n, g.b.Const(1), g.b.Const(0))
	}
	return n
}

// attempts counts the evaluations of a part of the file, and how often it was undefined. If it
// always is, there is a warning.
type attempts struct{ all, undefined int }

// noted counts whether v, the value of e, is undefined.
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
