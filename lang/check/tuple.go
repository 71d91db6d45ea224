package check

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

func (c *checker) tupleType(e *syntax.TupleExpr, want *types.Type) *types.Type {
	if c.isTypeTuple(e) {
		return c.domainOfTuple(e)
	}
	if e.Names != nil {
		c.Errorf(e.Names[0], "only a type names the components of a tuple").Hint = "a value is written (1, 2), whatever the names of its components"
		return types.BadType
	}
	if want != nil && want.Kind == types.Array { // one tuple for all elements
		want = want.Elem()
	}
	t := &types.Type{Kind: types.Tuple, Written: true}
	for i, x := range e.Elems {
		var w *types.Type
		if want != nil && want.Kind == types.Tuple && i < len(want.Elems) {
			w = want.Elems[i]
		}
		et := c.expr(x, w)
		switch et.Kind {
		case types.Text, types.Array, types.Set:
			c.Errorf(x, "%s is %s; the components of a tuple are numbers, names and truth values", c.Text(x), et)
			et = types.BadType
		}
		t.Elems = append(t.Elems, et)
	}
	return poison(t)
}

// isTypeTuple reports whether every component is a type, as in (Role, Couple), so that the
// tuple denotes the set of all such tuples.
func (c *checker) isTypeTuple(e *syntax.TupleExpr) bool {
	for _, x := range e.Elems {
		if !c.isType(x) {
			return false
		}
	}
	return true
}

func (c *checker) isType(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.isType(e.X)
	case *syntax.SetType:
		return true
	case *syntax.TupleExpr:
		return c.isTypeTuple(e)
	case *syntax.BinaryExpr:
		return e.Op == syntax.Range || c.orNone(e)
	case *syntax.Ident:
		o := c.lookup(e.Name)
		if o == nil {
			return e.Name == "bool"
		}
		return o.Kind == types.EnumName || o.Kind == types.TypeName
	}
	return false
}

// domainOfTuple returns the type of a tuple of types as a set. The ends of ranges must be
// constant.
func (c *checker) domainOfTuple(e *syntax.TupleExpr) *types.Type {
	t := &types.Type{Kind: types.Tuple, Names: c.fieldNames(e)}
	for _, x := range e.Elems {
		if r, ok := unparen(x).(*syntax.BinaryExpr); ok && !c.closed(r) {
			c.Errorf(x, "the ends of %s must be constants, in a tuple of types", c.Text(x))
			return types.BadType
		}
		et := c.declaredType(x)
		c.info.Types[x] = types.SetOf(et)
		t.Elems = append(t.Elems, et)
	}
	if t = poison(t); t.Kind == types.Bad {
		return t
	}
	return c.sized(e, types.SetOf(t))
}

// namedBy returns the tuple type t with the names of a declared type that calls a component name, or t if no
// type does. Only a value written as (1, 2) gets names so. The declared types that have the name and such
// values must agree on its position; otherwise namedBy also returns them.
func (c *checker) namedBy(t *types.Type, name string) (named *types.Type, several []string) {
	named = t
	if !t.Written || t.Names != nil {
		return t, nil
	}
	at := -1
	for _, d := range c.file.Decls {
		o := c.namedTuple(d, name)
		if o == nil || !types.Fits(t, o.Type) {
			continue
		}
		i := slices.Index(o.Type.Names, name)
		if several = append(several, o.Name); at >= 0 && i != at {
			return t, several
		}
		if at < 0 {
			at = i
			with := *t
			with.Names = o.Type.Names
			named = &with
		}
	}
	return named, nil
}

// namedTuple returns the type that d declares if it is a tuple type that calls a component name, else nil.
func (c *checker) namedTuple(d syntax.Decl, name string) *types.Object {
	alias, ok := d.(*syntax.TypeDecl)
	if !ok {
		return nil
	}
	e, ok := unparen(alias.Type).(*syntax.TupleExpr)
	if !ok || !slices.ContainsFunc(e.Names, func(id *syntax.Ident) bool { return id.Name == name }) {
		return nil
	}
	o := c.info.Globals[alias.Name.Name]
	if o == nil || o.Alias != alias || c.status[o] == active {
		return nil
	}
	c.resolve(o)
	if o.Type.Kind != types.Tuple {
		return nil
	}
	return o
}
