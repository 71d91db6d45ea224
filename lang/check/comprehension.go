package check

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
	"strconv"
	"unicode/utf8"
)

// comprehensionType checks a quantifier or another comprehension.
func (c *checker) comprehensionType(e *syntax.Comprehension, want *types.Type) *types.Type {
	c.push()
	defer c.pop()
	ok := c.bindAll(e.Binders)
	if e.Where != nil {
		ok = c.need(e.Where, types.BoolType) && ok
	}
	t := c.bodyType(e, want)
	if !ok && !c.guessing {
		return types.BadType
	}
	return t
}

func (c *checker) bodyType(e *syntax.Comprehension, want *types.Type) *types.Type {
	switch e.Kind {
	case syntax.All, syntax.Any, syntax.Connected:
		c.need(e.Body, types.BoolType)
		return types.BoolType
	case syntax.Count:
		if e.Body != nil {
			c.Errorf(e.Body, "count has no value after ->").Hint = "count(x: T where cond) counts; sum(x: T -> value) adds"
			return types.BadType
		}
		return types.IntType
	case syntax.Sum:
		if !c.need(e.Body, types.IntType) {
			return types.BadType
		}
		t := c.info.Types[e.Body]
		return types.Number(t, t)
	case syntax.Min, syntax.Max:
		return c.orderedBody(e)
	case syntax.Distinct:
		if c.expr(e.Body, nil).Kind == types.Bad {
			return types.BadType
		}
		return types.BoolType
	case syntax.Array:
		return c.arrayBody(e, want)
	case syntax.The, syntax.First:
		if e.Body != nil {
			c.Errorf(e.Body, "%s has no value after ->", e.Kind).Hint = "it gives what was chosen: first(x: T where cond)"
			return types.BadType
		}
		return c.chosenType(e)
	}
	return c.setBody(e, want)
}

// orderedBody returns the type of min and max, which is that of the body.
func (c *checker) orderedBody(e *syntax.Comprehension) *types.Type {
	t := c.expr(e.Body, nil)
	if t.Kind == types.Bad || t.Ordered() {
		return t
	}
	c.Errorf(e.Body, "%s is %s; %s needs what has an order: numbers, names, truth values, texts or tuples", c.Text(e.Body), t, e.Kind)
	return types.BadType
}

func (c *checker) arrayBody(e *syntax.Comprehension, want *types.Type) *types.Type {
	if e.Where != nil {
		c.Errorf(e.Where, "an array has a value for every index; where cannot leave any out").Hint =
			"give those another value: [x: T -> if " + c.Text(e.Where) + " then ... else 0]"
		return types.BadType
	}
	var elem *types.Type
	if want != nil && want.Kind == types.Array {
		elem = want.Elem()
	}
	body := c.expr(e.Body, elem)
	t := &types.Type{Kind: types.Array, Elems: []*types.Type{body}}
	for _, b := range e.Binders {
		it := c.info.Types[b.Domain]
		if !c.isType(b.Domain) || it == nil || it.Kind != types.Set || it.Elem().Finite() == nil {
			c.Errorf(b.Domain, "%s is no type; an array is over types with known values", c.Text(b.Domain))
			return types.BadType
		}
		for range b.Names {
			t.Index = append(t.Index, it.Elem())
		}
	}
	return poison(t)
}

func (c *checker) setBody(e *syntax.Comprehension, want *types.Type) *types.Type {
	var elem *types.Type
	if e.Body != nil {
		if want != nil && want.Kind == types.Set {
			elem = want.Elem()
		}
		elem = c.expr(e.Body, elem)
	} else {
		elem = c.chosenType(e)
	}
	switch elem.Kind {
	case types.Bad:
		return types.BadType
	case types.Text, types.Set, types.Array:
		c.noSetOf(e, elem)
		return types.BadType
	}
	return types.SetOf(elem)
}

// noSetOf reports a set whose members are of a type that sets cannot have.
func (c *checker) noSetOf(e syntax.Expr, elem *types.Type) {
	err := c.Errorf(e, "a set of %s is not possible; sets have numbers, names, truth values and tuples of them", elem.Plain())
	if err.Hint = "an array has them: [x: T -> value]"; elem.Kind == types.Text {
		err.Hint = "a text for each x is an array, [x: T -> \"...\"], or on the screen show name[x: T] = \"...\""
		if text, ok := characters(e); ok {
			err.Hint = "one of some characters is x in " + strconv.Quote(text)
		} else if _, ok := e.(*syntax.SetExpr); ok {
			err.Hint = "one of some texts is x == \"a\" or x == \"b\""
		}
	}
}

// characters returns the characters of a set of texts of one character each.
func characters(e syntax.Expr) (text string, ok bool) {
	s, ok := e.(*syntax.SetExpr)
	if !ok {
		return "", false
	}
	for _, x := range s.Elems {
		lit, ok := x.(*syntax.StringLit)
		if !ok || utf8.RuneCountInString(lit.Value) != 1 {
			return "", false
		}
		text += lit.Value
	}
	return text, len(s.Elems) > 0
}

// chosenType returns the type of a choice: that of its name, or a tuple for several names.
func (c *checker) chosenType(e *syntax.Comprehension) *types.Type {
	t := &types.Type{Kind: types.Tuple}
	for _, id := range syntax.BoundNames(e.Binders) {
		if o := c.info.Uses[id]; o != nil {
			t.Elems = append(t.Elems, o.Type)
		}
	}
	switch {
	case len(t.Elems) == 0:
		return types.BadType
	case len(t.Elems) == 1:
		return t.Elems[0]
	}
	for i, x := range t.Elems {
		if x.Kind == types.Set {
			c.Errorf(e.Binders[0], "%s is %s; the components of a tuple are numbers, names and truth values", syntax.BoundNames(e.Binders)[i].Name, x)
			return types.BadType
		}
	}
	return poison(t)
}

// bindAll declares the names of binders. Each name may be used in the domains after it.
func (c *checker) bindAll(bs []*syntax.Binder) bool {
	ok := true
	for _, b := range bs {
		t := c.domainType(b.Domain)
		ok = ok && t.Kind != types.Bad
		for _, id := range b.Names {
			if id.Name != "" {
				o := c.bind(id, t)
				if b.In && t.Kind == types.Tuple && len(t.Elems) == len(b.Names) {
					c.wholes[o] = b
				}
			}
		}
	}
	return ok
}

// domainType returns the type of the values of a domain, which is a type or a set.
func (c *checker) domainType(e syntax.Expr) *types.Type {
	if s, ok := e.(*syntax.SetType); ok {
		t := c.declaredType(s)
		c.info.Types[e] = types.SetOf(t)
		return t
	}
	if r, ok := unparen(e).(*syntax.BinaryExpr); ok && c.orNone(r) {
		t := c.optionalType(r)
		c.info.Types[e], c.info.Types[r] = types.SetOf(t), types.SetOf(t)
		return t
	}
	if r, ok := e.(*syntax.BinaryExpr); ok && r.Op == syntax.Range && c.closed(r) {
		t := c.chosenRange(r)
		if t.Kind == types.Bad {
			return types.BadType
		}
		c.info.Types[e] = types.SetOf(t)
		return t
	}
	t := c.expr(e, nil)
	if id, ok := e.(*syntax.Ident); ok {
		c.hole(id, types.Hole{Type: true})
	}
	switch {
	case t.Kind == types.Bad:
		return types.BadType
	case t.Kind != types.Set:
		err := c.Errorf(e, "%s is %s; a type or a set is needed to choose from", c.Text(e), t)
		if t.Kind == types.Int {
			err.Hint = "the numbers from 1 to it are 1.." + c.Text(e)
		}
		return types.BadType
	case t.Elem().Kind == types.Nothing:
		c.Errorf(e, "nothing can be chosen from %s: the type of its members is not known", c.Text(e))
		return types.BadType
	}
	return t.Elem()
}

// chosenRange returns the type of the values of a constant range. A range with an undefined end
// is not an error: a choice from it is undefined.
func (c *checker) chosenRange(e *syntax.BinaryExpr) *types.Type {
	if !c.constEnds(e) {
		return types.BadType
	}
	if c.undefined(e.X) || c.undefined(e.Y) {
		return types.IntType
	}
	return c.rangeType(e)
}

// ofPlan are the predeclared names that are not constant.
var ofPlan = map[string]bool{types.Steps: true, types.Cost: true, types.Time: true, types.Stuck: true, types.AlwaysStuck: true, types.Enabled: true}

// closed reports whether an expression depends only on global constants, so that it can be
// evaluated.
func (c *checker) closed(e syntax.Node) bool {
	ok := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Comprehension:
			ok = false
		case *syntax.Ident:
			o := c.lookup(n.Name)
			if o == nil {
				ok = ok && !ofPlan[n.Name]
				return ok
			}
			switch o.Kind {
			case types.Param, types.Const, types.Member, types.EnumName, types.TypeName:
			case types.Def:
				c.resolve(o)
				ok = ok && o.Level == types.Constant
			default:
				ok = false
			}
		}
		return ok
	})
	return ok
}
