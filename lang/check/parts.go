package check

import (
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// parts splits a condition at its ands and at the choices of its alls: together they
// say what the condition says. The names are those of the choices made so far.
func (c *checker) parts(e syntax.Expr, chosen []string) []model.Part {
	switch x := e.(type) {
	case *syntax.ParenExpr:
		return c.parts(x.X, chosen)
	case *syntax.BinaryExpr:
		if x.Op == syntax.And {
			return append(c.parts(x.X, chosen), c.parts(x.Y, chosen)...)
		}
	case *syntax.Comprehension:
		if x.Kind == syntax.All {
			return c.partsOfAll(x, chosen)
		}
	}
	v := c.lower(e)
	if v.kind != vScalar || v.e.IsTrue() {
		return nil
	}
	return []model.Part{{Choice: strings.Join(chosen, ", "), Text: c.text(e), Cond: v.e}}
}

func (c *checker) partsOfAll(e *syntax.Comprehension, chosen []string) []model.Part {
	var parts []model.Part
	c.each(e.Binders, e.Where, c.b.Truth(true), func(cond *model.Expr) {
		c.step()
		names := slices.Clone(chosen)
		for _, id := range boundNames(e.Binders) {
			if o := c.uses[id]; o != nil && o.val.fixed() && o.ty.finite() != nil && o.val.kind != vText {
				names = append(names, id.Name+" = "+o.ty.finite().Format(o.val.constLeaves()))
			}
		}
		for _, p := range c.parts(e.Body, names) {
			if p.Cond = c.b.Or(c.b.Not(cond), p.Cond); !p.Cond.IsTrue() {
				parts = append(parts, p)
			}
		}
	})
	return parts
}

// settings are the integer parameters with their values and what they may be.
func (c *checker) settings() {
	for _, o := range c.objects {
		if o.kind != objParam || o.ty.kind != kInt || !o.hasVal {
			continue
		}
		v, ok := c.number(o.val)
		if !ok {
			continue
		}
		s := model.Setting{Name: o.name, Value: v, Pos: c.pos(o.id)}
		if o.ty.m != nil {
			s.Lo, s.Hi, s.Bounded = o.ty.m.Lo, o.ty.m.Hi, true
		}
		c.p.Settings = append(c.p.Settings, s)
	}
}
