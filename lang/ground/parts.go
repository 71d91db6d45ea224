package ground

import (
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// parts splits a condition at its conjunctions and at the choices of its alls. The conjunction
// of the parts is equivalent to the condition. chosen has the names and values of the choices
// so far.
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
				names = append(names, id.Name+" = "+choiceText(o.Type, g.values[o.ID].constLeaves()))
			}
		}
		for _, p := range g.parts(e.Body, names) {
			if p.Cond = g.b.Or(g.b.Not(cond), p.Cond); !p.Cond.IsTrue() {
				parts = append(parts, p)
			}
		}
	})
	if def := g.b.And(defs...); !def.IsTrue() { // the domains must be defined
		parts = append(parts, model.Part{Choice: strings.Join(chosen, ", "), Text: g.Text(e), Cond: def})
	}
	return parts
}

// choiceText returns a chosen value for a person: a tuple with its label, or with the names of its components.
func choiceText(t *types.Type, leaves []int64) string {
	m := t.Finite()
	switch {
	case t.Kind == types.Tuple && m.Label != nil:
		return m.Shown(leaves)
	case t.Kind != types.Tuple || t.Names == nil:
		return m.Format(leaves)
	}
	parts := make([]string, len(m.Elems))
	for i, e := range m.Elems {
		n := e.Leaves()
		parts[i], leaves = t.Names[i]+": "+e.Format(leaves[:n]), leaves[n:]
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// settings adds the parameters that are numbers with their values and ranges.
func (g *grounder) settings() {
	for _, o := range g.info.Objects {
		if o.Kind != types.Param || !o.Known {
			continue
		}
		switch {
		case o.Type.Kind == types.Int:
			if s, ok := g.setting(o, o.Name, o.Type, o.Const); ok {
				g.p.Settings = append(g.p.Settings, s)
			}
		case g.opts.Parts && o.Type.Kind == types.Array && o.Type.Elem().Kind == types.Int:
			index := make([]*model.Type, len(o.Type.Index))
			for i, t := range o.Type.Index {
				index[i] = t.Finite()
			}
			for i, v := range o.Const.Elems {
				if s, ok := g.setting(o, o.Name+"["+indexName(index, int64(i))+"]", o.Type.Elem(), v); ok {
					g.p.Numbers = append(g.p.Numbers, model.Number{Setting: s, Param: o.Name, Index: i})
				}
			}
		}
	}
}

// setting returns a number of a parameter, or false if it has no finite decimal form.
func (g *grounder) setting(o *types.Object, name string, t *types.Type, v types.Value) (model.Setting, bool) {
	digits, ok := v.DecimalDigits()
	if t.Model != nil {
		digits = t.Model.Digits
	}
	n, whole := v.Scaled(digits)
	s := model.Setting{Name: name, Value: n, Digits: digits, Pos: g.pos(o.Ident)}
	if t.Model != nil {
		s.Lo, s.Hi, s.Bounded = t.Model.Lo, t.Model.Hi, true
	}
	return s, ok && whole
}
