package ground

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
)

var choosers = map[syntax.Chooser]model.Chooser{syntax.ByUs: model.ByUs, syntax.ByFoe: model.ByFoe, syntax.ByChance: model.ByChance}

// others reports whether the move is not ours. Leaving a range or a missing value is then an error, as in a strict problem.
func (m *moveBuilder) others() bool { return m.schema != nil && m.schema.By != model.ByUs }

// addOther adds a ground move that is not ours. Its body keeps the guards that fail where a value leaves its range or
// does not exist.
func (ch *chooser) addOther(m *moveBuilder, move *model.Move) {
	g := ch.g
	if m.never && !m.strays {
		return
	}
	if ch.decl.When != nil {
		v := g.lower(ch.decl.When)
		if v.kind != vScalar {
			return
		}
		if move.When = v.e; v.e.IsTrue() {
			move.When = nil
		}
	}
	if ch.decl.Weight != nil {
		v := g.lower(ch.decl.Weight)
		if v.kind != vScalar {
			return
		}
		if v.e.IsConst() && v.e.Value < 0 {
			g.Errorf(ch.decl.Weight, "the weight of %s is %d", move, v.e.Value).Hint = "weights are 0 or more; a move of weight 0 is never made"
		}
		if v.e.IsConst() && v.e.Value == 0 {
			return
		}
		move.Weight = v.e
	}
	if m.never { // it applies nowhere, but it may leave a range before
		m.out = append(m.out, model.Stmt{Kind: model.Guard, Value: g.b.Truth(false), Pos: g.pos(ch.decl)})
	}
	move.Body = pruneLets(m.out, move.Label)
	g.p.Moves = append(g.p.Moves, move)
}

// lowerKnown evaluates known(e). If all is seen, it says whether e has a value.
func (g *grounder) lowerKnown(e *syntax.CallExpr) value {
	v := g.lower(e.Args[0])
	if v.kind == vBad || g.onlyShown(e, v) {
		return badValue
	}
	g.at(e)
	conds := g.wellDefined(v)
	if g.info.Unseen {
		for _, c := range slices.Concat(conds, v.leaves()) {
			conds = append(conds, g.b.Known(c))
		}
	}
	return scalar(g.b.And(conds...))
}

// apart reports a require that connects values which we choose with values that we do not know.
func (g *grounder) apart(d *syntax.RuleDecl, cond *model.Expr) {
	var find, unknown string
	cond.Cells(func(i int) {
		switch v := &g.p.Vars[g.p.Cells[i].Var]; {
		case v.Unknown:
			unknown = v.Name
		case v.Find:
			find = v.Name
		}
	})
	if find != "" && unknown != "" {
		g.Errorf(d.Cond, "this is about %s, which we choose, and %s, which we do not know", find, unknown).Hint =
			"a require is about one of them; what we choose must do for all values of the unknown, which a goal says"
	}
}
