package ground

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Locals that stand for the length and the cost of a plan in an objective, if these are not
// part of the state.
const (
	stepsLocal = model.DerivedBase - 1
	costLocal  = model.DerivedBase - 2
	timeLocal  = model.DerivedBase - 3
)

func (g *grounder) ofPlan(name string) *model.Expr {
	switch name {
	case types.Steps:
		return g.b.Local(stepsLocal, 0, 1<<40, false)
	case types.Time:
		return g.b.Local(timeLocal, 0, 1<<40, false)
	}
	return g.b.Local(costLocal, 0, 1<<40, false)
}

// weight returns the weight of a soft rule.
func (g *grounder) weight(d *syntax.RuleDecl) int64 {
	if d.Weight == nil {
		return 1
	}
	n, _ := g.number(g.lower(d.Weight))
	return n
}

// groundObjective grounds an objective and those after it. The cost and length of a plan may be
// added and multiplied by constants; the optimal plan then has minimum cost.
func (g *grounder) groundObjective(d *syntax.ObjectiveDecl) *model.Objective {
	if d == nil {
		return nil
	}
	v := g.lower(d.Value)
	if v.kind != vScalar {
		return nil
	}
	o := &model.Objective{Maximize: d.Maximize, Pos: g.pos(d), Digits: g.info.Digits[d]}
	by := int64(1)
	if p := model.Power(o.Digits); v.den == nil {
		by = p
	} else if v.den.IsConst() && p%v.den.Value == 0 {
		by = p / v.den.Value
	} else {
		v.e, _ = g.leaf(v, o.Digits) // exact by Digits
	}
	rest, ok := g.linear(v.e, by, o)
	bound := "a rule bounds it and makes it a part of the state: always steps <= 100, or always cost <= 100"
	switch {
	case !ok:
		g.Errorf(d.Value, "in an objective cost and steps are added, and multiplied by constants, and nothing else").Hint = bound
	case d.Maximize && (o.Cost > 0 || o.Steps > 0 || o.Time > 0):
		g.Errorf(d.Value, "the longer the plan, the greater this is: it has no greatest value").Hint = bound
	case !d.Maximize && (o.Cost < 0 || o.Steps < 0 || o.Time < 0):
		g.Errorf(d.Value, "the longer the plan, the less this is: it has no least value").Hint = bound
	}
	o.Value = g.b.Sum(rest...)
	o.Then = g.groundObjective(d.Then)
	return o
}

// linear splits e times by into multiples of cost and steps, which it adds to o, and the
// remaining summands. It returns false if e is not linear in cost and steps.
func (g *grounder) linear(e *model.Expr, by int64, o *model.Objective) ([]*model.Expr, bool) {
	has := false
	e.Walk(func(x *model.Expr) {
		has = has || x.Op == model.Local && (x.Value == stepsLocal || x.Value == costLocal || x.Value == timeLocal)
	})
	if !has {
		return []*model.Expr{g.b.Mul(e, g.b.Const(by))}, true
	}
	switch e.Op {
	case model.Local:
		switch e.Value {
		case stepsLocal:
			o.Steps += by
		case timeLocal:
			o.Time += by
		default:
			o.Cost += by
		}
		return nil, true
	case model.Neg:
		return g.linear(e.Args[0], -by, o)
	case model.Mul:
		if k := e.Args[1]; k.IsConst() && -1<<30 < k.Value && k.Value < 1<<30 && -1<<30 < by && by < 1<<30 {
			return g.linear(e.Args[0], by*k.Value, o)
		}
	case model.Sum:
		var rest []*model.Expr
		for _, a := range e.Args {
			more, ok := g.linear(a, by, o)
			if !ok {
				return nil, false
			}
			rest = append(rest, more...)
		}
		return rest, true
	}
	return nil, false
}
