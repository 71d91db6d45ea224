package check

import (
	"farbank/lang/syntax"
)

// comprehensionType checks a quantifier or another form that binds names.
func (c *checker) comprehensionType(e *syntax.Comprehension, want *ty) *ty {
	c.push()
	defer c.pop()
	ok := c.bindAll(e.Binders)
	if e.Where != nil {
		ok = c.need(e.Where, boolTy) && ok
	}
	t := c.bodyType(e, want)
	if !ok {
		return bad
	}
	return t
}

func (c *checker) bodyType(e *syntax.Comprehension, want *ty) *ty {
	switch e.Kind {
	case syntax.All, syntax.Any:
		c.need(e.Body, boolTy)
		return boolTy
	case syntax.Count:
		if e.Body != nil {
			c.errorf(e.Body, "count has no value after ->").Hint = "count(x: T where cond) counts; sum(x: T -> value) adds"
			return bad
		}
		return intTy
	case syntax.Sum:
		if !c.need(e.Body, intTy) {
			return bad
		}
		return intTy
	case syntax.Min, syntax.Max:
		return c.orderedBody(e)
	case syntax.Distinct:
		if c.expr(e.Body, nil).kind == kBad {
			return bad
		}
		return boolTy
	case syntax.Array:
		return c.arrayBody(e, want)
	}
	return c.setBody(e, want)
}

// orderedBody is the type of min and max: that of what they range over.
func (c *checker) orderedBody(e *syntax.Comprehension) *ty {
	t := c.expr(e.Body, nil)
	switch t.kind {
	case kBad, kInt, kEnum:
		return t
	}
	c.errorf(e.Body, "%s is %s; %s needs numbers, or names of an enum", c.text(e.Body), t, e.Kind)
	return bad
}

func (c *checker) arrayBody(e *syntax.Comprehension, want *ty) *ty {
	if e.Where != nil {
		c.errorf(e.Where, "an array has a value for every index; where cannot leave any out")
		return bad
	}
	var elem *ty
	if want != nil && want.kind == kArray {
		elem = want.elem()
	}
	body := c.expr(e.Body, elem)
	t := &ty{kind: kArray, elems: []*ty{body}}
	for _, b := range e.Binders {
		it := c.types[b.Domain]
		if !c.isType(b.Domain) || it == nil || it.kind != kSet || it.elem().finite() == nil {
			c.errorf(b.Domain, "%s is no type; an array is over types with known values", c.text(b.Domain))
			return bad
		}
		for range b.Names {
			t.index = append(t.index, it.elem())
		}
	}
	return poison(t)
}

func (c *checker) setBody(e *syntax.Comprehension, want *ty) *ty {
	var elem *ty
	if e.Body != nil {
		if want != nil && want.kind == kSet {
			elem = want.elem()
		}
		elem = c.expr(e.Body, elem)
	} else if names := boundNames(e.Binders); len(names) == 1 {
		elem = c.uses[names[0]].ty
	} else {
		elem = &ty{kind: kTuple}
		for _, id := range names {
			elem.elems = append(elem.elems, c.uses[id].ty)
		}
		elem = poison(elem)
	}
	switch elem.kind {
	case kBad:
		return bad
	case kText, kSet, kArray:
		c.errorf(e, "a set of %s is not possible; sets have numbers, names, truth values and tuples of them", elem.plain())
		return bad
	}
	return setOf(elem)
}

func boundNames(bs []*syntax.Binder) []*syntax.Ident {
	var names []*syntax.Ident
	for _, b := range bs {
		names = append(names, b.Names...)
	}
	return names
}

// bindAll declares the names of binders; each may be used in the domains after it.
func (c *checker) bindAll(bs []*syntax.Binder) bool {
	ok := true
	for _, b := range bs {
		t := c.domainType(b.Domain)
		ok = ok && t.kind != kBad
		for _, id := range b.Names {
			if id.Name != "" {
				c.bind(id, t)
			}
		}
	}
	return ok
}

// domainType returns the type of the values that a domain, a type or a set, has.
func (c *checker) domainType(e syntax.Expr) *ty {
	if s, ok := e.(*syntax.SetType); ok {
		t := c.declaredType(s)
		c.types[e] = setOf(t)
		return t
	}
	if r, ok := e.(*syntax.BinaryExpr); ok && r.Op == syntax.Range && c.closed(r) {
		t := c.rangeType(r)
		if t.kind == kBad {
			return bad
		}
		c.types[e] = setOf(t)
		return t
	}
	t := c.expr(e, nil)
	switch {
	case t.kind == kBad:
		return bad
	case t.kind != kSet:
		c.errorf(e, "%s is %s; a type or a set is needed to choose from", c.text(e), t)
		return bad
	case t.elem().kind == kNone:
		return bad
	}
	return t.elem()
}

// closed reports whether an expression depends on nothing but global constants, so
// that it can be evaluated at once.
func (c *checker) closed(e syntax.Node) bool {
	ok := true
	syntax.Inspect(e, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Comprehension:
			ok = false
		case *syntax.Ident:
			o := c.lookup(n.Name)
			if o == nil {
				return true
			}
			switch o.kind {
			case objParam, objConst, objMember, objEnum, objType:
			case objDef:
				c.resolve(o)
				ok = ok && o.level == constant
			default:
				ok = false
			}
		}
		return ok
	})
	return ok
}
