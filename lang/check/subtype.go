package check

import (
	"math"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// aliasType returns the type of type T = e "label".
func (c *checker) aliasType(o *types.Object) *types.Type {
	t := c.namedAs(o)
	if o.Alias.Label == nil || t.Kind == types.Bad {
		return t
	}
	if t.Kind != types.Tuple || t.Names == nil {
		c.Errorf(o.Alias.Label, "a label is for tuples whose components have names; %s is %s", o.Name, t).Hint =
			"as in type Person = (role: Role, couple: Couple) \"{role} {couple}\"; a member of an enum has its label after its name"
		return t
	}
	out := *t
	out.Label = []model.LabelPart{}
	for _, p := range o.Alias.Label.Parts {
		part := model.LabelPart{Text: p.Text}
		if p.Expr != nil {
			id, _ := unparen(p.Expr).(*syntax.Ident)
			if id == nil || !slices.Contains(t.Names, id.Name) {
				c.Errorf(p.Expr, "%s is no component of %s", c.Text(p.Expr), o.Name).Hint = "the components are " + strings.Join(t.Names, ", ")
				continue
			}
			part.Component = slices.Index(t.Names, id.Name)
		}
		out.Label = append(out.Label, part)
	}
	if o.Alias.Label.Parts == nil && o.Alias.Label.Value != "" {
		out.Label = append(out.Label, model.LabelPart{Text: o.Alias.Label.Value})
	}
	return &out
}

func (c *checker) namedAs(o *types.Object) *types.Type {
	e := unparen(o.Alias.Type)
	if id, ok := e.(*syntax.Ident); ok {
		if d := c.declared(id.Name); d != nil && (d.Kind == types.Const || d.Kind == types.Param) {
			return c.listedType(e, o.Name)
		}
	}
	if mayBeSet(e) {
		return c.listedType(e, o.Name)
	}
	return c.declaredType(e)
}

// mayBeSet reports whether e has the syntax of a set of values.
func mayBeSet(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.SetExpr, *syntax.IfExpr, *syntax.CallExpr, *syntax.IndexExpr:
		return true
	case *syntax.Comprehension:
		return e.Kind == syntax.Set
	case *syntax.BinaryExpr:
		return e.Op == syntax.Union || e.Op == syntax.Inter || e.Op == syntax.SetMinus
	}
	return false
}

// listedType returns the type whose values are the members of a constant set.
func (c *checker) listedType(e syntax.Expr, name string) *types.Type {
	before := len(c.Errs)
	limit, context := c.limit, c.context
	c.limit, c.context = types.Constant, "a type"
	t := c.expr(e, nil)
	c.limit, c.context = limit, context
	switch {
	case t.Kind == types.Bad || len(c.Errs) > before:
		return types.BadType
	case t.Kind != types.Set || t.Elem().Kind == types.Nothing:
		if id, ok := e.(*syntax.Ident); ok {
			c.Errorf(e, "%s is %s, not a type", id.Name, c.info.Uses[id].Kind)
			return types.BadType
		}
		c.Errorf(e, "%s is %s; a type is a set of known values", c.Text(e), t)
		return types.BadType
	case !c.constant(e):
		c.Errorf(e, "%s must be a constant set, in the place of a type", c.Text(e))
		return types.BadType
	}
	v, ok := c.value(e)
	if !ok || len(c.Errs) > before {
		return types.BadType
	}
	if x := fractionIn(v); x != nil {
		c.Errorf(e, "%s is no value of a type: it is no decimal of at most %d digits after the point", x.Written(), syntax.MaxDigits).Hint = "round(e, 0.1) has one digit"
		return types.BadType
	}
	if t = spanned(t.Elem(), v.Elems, name); t == nil {
		c.Errorf(e, "a type of truth values is bool")
		return types.BadType
	}
	if n, ok := hullSize(t); !ok || n > types.MaxElements {
		c.Errorf(e, "the values of this type are too far apart: the range or the tuples that they are some of are more than %d", types.MaxElements)
		return types.BadType
	}
	return t
}

// fractionIn returns a number in a value that is no decimal, or nil.
func fractionIn(v types.Value) *types.Value {
	if _, ok := v.DecimalDigits(); !ok {
		return &v
	}
	for _, x := range v.Elems {
		if f := fractionIn(x); f != nil {
			return f
		}
	}
	return nil
}

// constant reports whether an expression depends on no name that is bound outside of it.
func (c *checker) constant(e syntax.Expr) bool {
	bound, ok := map[*types.Object]bool{}, true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Binder:
			for _, id := range n.Names {
				bound[c.info.Uses[id]] = true
			}
		case *syntax.LetExpr:
			bound[c.info.Uses[n.Name]] = true
		case *syntax.Ident:
			o := c.info.Uses[n]
			ok = ok && (o == nil || o.Kind != types.Local || bound[o])
		}
		return ok
	})
	return ok
}

// spanned returns the type with the given sorted values of a type of numbers, names or tuples.
// It returns nil for other types.
func spanned(t *types.Type, values []types.Value, name string) *types.Type {
	switch t.Kind {
	case types.Int:
		m := &model.Type{Kind: model.Int, Lo: 1, Hi: 0}
		out := &types.Type{Kind: types.Int, Model: m, Decimal: t.Decimal}
		for _, v := range values {
			digits, _ := v.DecimalDigits()
			m.Digits = max(m.Digits, digits)
		}
		out.Digits = m.Digits
		leaves := make([]int64, len(values))
		for i, v := range values {
			var ok bool
			if leaves[i], ok = v.Scaled(m.Digits); !ok { // too large: the type is then refused
				leaves[i] = math.MaxInt64
				if v.N < 0 {
					leaves[i] = math.MinInt64
				}
			}
		}
		if n := len(values); n > 0 {
			m.Lo, m.Hi = leaves[0], leaves[n-1]
			if uint64(m.Hi)-uint64(m.Lo) >= uint64(n) {
				m.Name, out.Of = name, values
				for _, n := range leaves {
					m.Only = append(m.Only, []int64{n})
				}
			}
		}
		return out
	case types.Enum:
		ns := make([]int64, len(values))
		for i, v := range values {
			ns[i] = v.N
		}
		return t.Family.Sub(name, ns)
	case types.Tuple:
		out := &types.Type{Kind: types.Tuple, Name: name, Of: append([]types.Value{}, values...), Components: t.Components, Names: t.Names, Label: t.Label}
		for i, e := range t.Elems {
			if e.Kind != types.Bool {
				column := make([]types.Value, len(values))
				for k, v := range values {
					column[k] = v.Elems[i]
				}
				e = hullOf(spanned(e, types.SetValue(column).Elems, ""))
			}
			out.Elems = append(out.Elems, e)
		}
		return out
	}
	return nil
}

// hullOf returns a type without its list of values: their range, or all tuples.
func hullOf(t *types.Type) *types.Type {
	if t == nil || t.Of == nil {
		return t
	}
	h := *t
	h.Of, h.Name = nil, ""
	if h.Model != nil {
		m := *h.Model
		m.Only, m.Name = nil, ""
		h.Model = &m
	}
	return &h
}

func hullSize(t *types.Type) (int64, bool) { return hullOf(t).Finite().Size() }
