package ground

import (
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// parts splits a condition at its ands and at the choices of its alls: together they
// say what the condition says. The names are those of the choices made so far.
func (g *grounder) parts(e syntax.Expr, chosen []string) []model.Part {
	switch x := e.(type) {
	case *syntax.ParenExpr:
		return g.parts(x.X, chosen)
	case *syntax.BinaryExpr:
		if x.Op == syntax.And {
			return append(g.parts(x.X, chosen), g.parts(x.Y, chosen)...)
		}
	case *syntax.Comprehension:
		if x.Kind == syntax.All {
			return g.partsOfAll(x, chosen)
		}
	}
	v := g.lower(e)
	if v.kind != vScalar || v.e.IsTrue() {
		return nil
	}
	return []model.Part{{Choice: strings.Join(chosen, ", "), Text: g.Text(e), Cond: v.e}}
}

func (g *grounder) partsOfAll(e *syntax.Comprehension, chosen []string) []model.Part {
	var parts []model.Part
	defs := g.each(e.Binders, e.Where, g.b.Truth(true), func(cond *model.Expr) {
		g.step()
		names := slices.Clone(chosen)
		for _, id := range syntax.BoundNames(e.Binders) {
			if o := g.info.Uses[id]; o != nil && g.values[o.ID].fixed() && o.Type.Finite() != nil && g.values[o.ID].kind != vText {
				names = append(names, id.Name+" = "+o.Type.Finite().Format(g.values[o.ID].constLeaves()))
			}
		}
		for _, p := range g.parts(e.Body, names) {
			if p.Cond = g.b.Or(g.b.Not(cond), p.Cond); !p.Cond.IsTrue() {
				parts = append(parts, p)
			}
		}
	})
	if def := g.b.And(defs...); !def.IsTrue() { // what is chosen from has to be defined
		parts = append(parts, model.Part{Choice: strings.Join(chosen, ", "), Text: g.Text(e), Cond: def})
	}
	return parts
}

// settings are the integer parameters with their values and what they may be.
func (g *grounder) settings() {
	for _, o := range g.info.Objects {
		if o.Kind != types.Param || o.Type.Kind != types.Int || !o.Known {
			continue
		}
		s := model.Setting{Name: o.Name, Value: o.Const.N, Pos: g.pos(o.Ident)}
		if o.Type.Model != nil {
			s.Lo, s.Hi, s.Bounded = o.Type.Model.Lo, o.Type.Model.Hi, true
		}
		g.p.Settings = append(g.p.Settings, s)
	}
}
