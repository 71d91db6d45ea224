package advice

import (
	"fmt"
	"math"

	"farbank/lang/syntax"
	"farbank/model"
)

// bounded finds unknowns that requirements restrict to a small part of their ranges by comparing them
// with a number, as in require n < 10.
func (a *adviser) bounded() {
	lo, hi := make([]int64, len(a.p.Cells)), make([]int64, len(a.p.Cells))
	for k, c := range a.p.Cells {
		lo[k], hi[k] = c.Lo, c.Hi
	}
	for _, e := range a.required() {
		narrow(e, lo, hi)
	}
	for k := range lo {
		if lo[k] > hi[k] { // contradictory requirements; ranges are not the problem
			return
		}
	}
	for _, v := range a.finds() {
		m := a.variable(v)
		if m == nil || elementOf(m.Type).Kind != model.Int {
			continue
		}
		if least, most, span, ok := a.within(m, lo, hi); ok {
			a.say(v, fmt.Sprintf("%d..%d", least, most), "of %d values of %s the requirements leave only those from %d to %d; a narrower range is simpler",
				span, m.Name, least, most)
		}
	}
}

// narrow removes from the ranges of cells the values that a condition on one cell forbids.
func narrow(e *model.Expr, lo, hi []int64) {
	if len(e.Args) != 2 {
		return
	}
	x, y := e.Args[0], e.Args[1]
	strict := int64(0)
	if e.Op == model.Lt {
		strict = 1
	}
	switch {
	case e.Op != model.Lt && e.Op != model.Le && e.Op != model.Eq:
		return
	case x.Op == model.Cell && y.IsConst():
		if y.Value > math.MinInt64 {
			hi[x.Value] = min(hi[x.Value], y.Value-strict)
		}
		if e.Op == model.Eq {
			lo[x.Value] = max(lo[x.Value], y.Value)
		}
	case x.IsConst() && y.Op == model.Cell:
		if x.Value < math.MaxInt64 {
			lo[y.Value] = max(lo[y.Value], x.Value+strict)
		}
		if e.Op == model.Eq {
			hi[y.Value] = min(hi[y.Value], x.Value)
		}
	}
}

// required returns the conjuncts of the requirements on unknowns.
func (a *adviser) required() []*model.Expr {
	var list []*model.Expr
	for i := range a.p.Require {
		list = append(list, a.p.Require[i].Cond.Conjuncts()...)
	}
	return list
}

// finds returns the declarations of unknowns.
func (a *adviser) finds() []*syntax.ValueDecl {
	var list []*syntax.ValueDecl
	for _, d := range a.f.Decls {
		if v, ok := d.(*syntax.ValueDecl); ok && v.Kind == syntax.Find {
			list = append(list, v)
		}
	}
	return list
}

// variable returns the variable that a declaration declares.
func (a *adviser) variable(v *syntax.ValueDecl) *model.Var {
	for i := range a.p.Vars {
		if m := &a.p.Vars[i]; m.Name == v.Name.Name {
			return m
		}
	}
	return nil
}

// elementOf returns the element type of an array type, and any other type itself.
func elementOf(t *model.Type) *model.Type {
	if t.Kind == model.Array {
		return t.Elems[0]
	}
	return t
}
