package check

import (
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// isNone reports whether id is the predeclared none.
func (c *checker) isNone(id *syntax.Ident) bool {
	return id.Name == "none" && c.declared("none") == nil && len(c.readings("none")) == 0
}

// orNone reports whether e is the type T or none.
func (c *checker) orNone(e *syntax.BinaryExpr) bool {
	id, ok := e.Y.(*syntax.Ident)
	return ok && e.Op == syntax.Or && id.Name == "none" && c.declared("none") == nil
}

// optionalType returns the type T or none.
func (c *checker) optionalType(e *syntax.BinaryExpr) *types.Type {
	t := c.declaredType(e.X)
	if t.Kind == types.Bad {
		return types.BadType
	}
	if t.Kind != types.Enum {
		hint := "of numbers, one outside of those in use says so: -1..9"
		if s, ok := e.X.(*syntax.SetType); ok {
			hint = "a set with none as a possible member is set of (" + c.Text(s.Elem) + " or none)"
		}
		c.Errorf(e, "%s cannot have the value none; only names of an enum can", t.Plain()).Hint = hint
		return types.BadType
	}
	return t.Family.OrNone(t)
}

// noneType returns the type of none, which is the expected one.
func (c *checker) noneType(id *syntax.Ident, want *types.Type) *types.Type {
	if want != nil && want.Kind == types.Array {
		want = want.Elem()
	}
	switch {
	case want != nil && want.Kind == types.Bad:
		return types.BadType
	case want == nil || want.Kind != types.Enum:
		c.Errorf(id, "the type of none is not known here").Hint = "none is a value of the types T or none, of an enum T"
		return types.BadType
	}
	c.info.Uses[id] = c.none(want.Family)
	if want.HasNone() {
		return want
	}
	return want.Family.OrNone(want)
}

// none returns the object of none for a family.
func (c *checker) none(f *types.Family) *types.Object {
	o := c.nones[f]
	if o == nil {
		o = c.info.NewObject(types.Member, nil)
		o.Name, o.Ordinal, o.Type = "none", types.None, f.OrNone(f.All)
		c.nones[f], c.status[o] = o, done
	}
	return o
}

// neverNone reports none as a value of a type without it.
func (c *checker) neverNone(e syntax.Expr, t *types.Type) bool {
	id, ok := unparen(e).(*syntax.Ident)
	if !ok || t == nil || t.Kind != types.Enum || t.HasNone() {
		return false
	}
	o := c.info.Uses[id]
	if o == nil || o.Kind != types.Member || o.Ordinal != types.None {
		return false
	}
	c.Errorf(e, "%s is never none", t.Plain()).Hint = "a type with none is written " + t.Plain() + " or none"
	return true
}

// fieldNames returns the names of the components of a tuple type, or nil.
func (c *checker) fieldNames(e *syntax.TupleExpr) []string {
	var names []string
	seen := map[string]bool{}
	for _, id := range e.Names {
		if seen[id.Name] && id.Name != "" {
			c.Errorf(id, "%s stands twice among the components", id.Name)
		}
		seen[id.Name] = true
		names = append(names, id.Name)
	}
	return names
}
