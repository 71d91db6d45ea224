package check

import (
	"slices"
	"strings"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// declareMember declares a member of an enum that the file lists.
func (c *checker) declareMember(d *syntax.EnumDecl, id *syntax.Ident) {
	o := c.info.NewObject(types.Member, id)
	o.Enum, o.Ghost, o.Type = d, true, &types.Type{Kind: types.Enum}
	if o.Name == "" {
		return
	}
	if old := c.info.Member(d, o.Name); old != nil {
		c.declaredTwice(id, old)
		return
	}
	c.info.Members[o.Name] = append(c.info.Members[o.Name], o)
	c.info.Objects = append(c.info.Objects, o)
	c.info.Uses[id] = o
}

func (c *checker) declaredTwice(id *syntax.Ident, old *types.Object) *syntax.Error {
	e := c.Errorf(id, "%s is declared twice", id.Name)
	e.Hint = "the first one is " + old.Kind.String() + " at " + c.Where(old.Ident, id)
	return e
}

const also = "; declared twice are also "

// membersApart reports members in the file with the name of another declaration, once for each
// enum. Several enums may have the same members.
func (c *checker) membersApart() {
	reported := map[*syntax.EnumDecl]*syntax.Error{}
	for _, o := range c.info.Objects {
		g := c.info.Globals[o.Name]
		switch {
		case o.Kind != types.Member:
		case o.Name == "bool" || o.Name == "text":
			c.Errorf(o.Ident, "%s is the name of a built-in type", o.Name)
		case g != nil:
			c.twice[o.Name] = true
			if e := reported[o.Enum]; e != nil {
				if !strings.Contains(e.Hint, also) {
					e.Hint += also + o.Name
				} else {
					e.Hint += ", " + o.Name
				}
				continue
			}
			if g.Ident.From.Offset < o.Ident.From.Offset {
				reported[o.Enum] = c.declaredTwice(o.Ident, g)
			} else {
				reported[o.Enum] = c.declaredTwice(g.Ident, o)
			}
		}
	}
}

// readings returns the members with a name: those listed in the file if any, or else those of
// data.
func (c *checker) readings(name string) []*types.Object {
	all := c.info.Members[name]
	var listed []*types.Object
	for _, m := range all {
		if m.Ident != m.Enum.Name {
			listed = append(listed, m)
		}
	}
	switch {
	case c.beside:
		return all
	case len(listed) > 0:
		return listed
	case name == "bool" || name == "text" || builtin.Lookup(name) != nil:
		return nil // a declaration in the file takes precedence
	}
	return all
}

// meant returns the object of a name where the expected type is want, which may be nil. It
// reports an error and returns bad if there is no such object.
func (c *checker) meant(id *syntax.Ident, want *types.Type) *types.Object {
	member := c.memberOf(id.Name, want)
	if id.Name == "none" && c.wantsNone(want) && (c.beside || c.declared("none") == nil) {
		return c.none(elemOr(want).Family)
	}
	if member != nil && c.beside {
		return member
	}
	if o := c.declared(id.Name); o != nil {
		return o
	}
	if member != nil {
		return member
	}
	list := c.readings(id.Name)
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	var written []string
	for _, m := range list {
		written = append(written, m.Enum.Name.Name+"."+id.Name)
	}
	c.Errorf(id, "%s can be %s", id.Name, alternatives(written)).Hint = "write which one is meant"
	return bad
}

func (c *checker) wantsNone(want *types.Type) bool {
	return want != nil && elemOr(want) != nil && elemOr(want).HasNone()
}

// elemOr returns the element type of an array, or else the type itself.
func elemOr(t *types.Type) *types.Type {
	if t.Kind == types.Array {
		return t.Elem()
	}
	return t
}

// bad is an object about which an error was reported.
var bad = &types.Object{Type: types.BadType}

func alternatives(list []string) string {
	n := len(list) - 1
	if n == 0 {
		return list[0]
	}
	return strings.Join(list[:n], ", ") + " or " + list[n]
}

// memberOf returns the member with a name of the expected enum, or nil.
func (c *checker) memberOf(name string, want *types.Type) *types.Object {
	if want != nil && want.Kind == types.Array {
		want = want.Elem()
	}
	if want == nil || want.Kind != types.Enum {
		return nil
	}
	var found *types.Object
	for _, m := range c.info.Members[name] {
		if types.Fits(m.Type, want) && (m.Ghost || want.Model.Has([]int64{m.Ordinal})) {
			if found != nil && found.Ghost == m.Ghost {
				return nil // a union with two members of this name
			}
			if found == nil || found.Ghost {
				found = m
			}
		}
	}
	return found
}

// open reports whether the meaning of e depends on the expected type, since it consists of
// names of several enums.
func (c *checker) open(e syntax.Expr) bool {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		return c.open(e.X)
	case *syntax.Ident:
		return c.declared(e.Name) == nil && len(c.readings(e.Name)) > 1 || c.isNone(e)
	case *syntax.TupleExpr:
		return slices.ContainsFunc(e.Elems, c.open)
	case *syntax.SetExpr:
		return slices.ContainsFunc(e.Elems, c.open)
	case *syntax.ListExpr:
		return slices.ContainsFunc(e.Elems, c.open)
	case *syntax.IfExpr:
		return c.open(e.Then) || c.open(e.Else)
	case *syntax.BinaryExpr:
		return (e.Op == syntax.Union || e.Op == syntax.Inter || e.Op == syntax.SetMinus) && (c.open(e.X) || c.open(e.Y))
	}
	return false
}

// closedFirst returns the positions of es in the order to check them, with the open ones last.
func (c *checker) closedFirst(es ...syntax.Expr) []int {
	var order, last []int
	for i, e := range es {
		if c.open(e) {
			last = append(last, i)
		} else {
			order = append(order, i)
		}
	}
	return append(order, last...)
}

// qualified returns the type of E.a, or nil if e is not of this form.
func (c *checker) qualified(e *syntax.SelectExpr) *types.Type {
	id, ok := e.X.(*syntax.Ident)
	if !ok || e.Name == nil {
		return nil
	}
	o := c.declared(id.Name)
	if o == nil || o.Kind != types.EnumName && o.Kind != types.TypeName {
		return nil
	}
	c.resolve(o)
	c.info.Uses[id] = o
	o.Used = true
	if o.Type.Kind == types.Bad {
		return types.BadType
	}
	if c.hole(e.Name, types.Hole{Of: o.Type}) {
		return types.BadType
	}
	if e.Name.Name == "none" && o.Type.HasNone() {
		c.info.Uses[e.Name] = c.none(o.Type.Family)
		return o.Type
	}
	if m := c.memberOf(e.Name.Name, o.Type); m != nil {
		c.info.Uses[e.Name] = m
		m.Used = true
		return m.Type
	}
	err := c.Errorf(e.Name, "%s has no member %s", o.Name, e.Name.Name)
	if o.Type.Kind == types.Enum {
		err.Hint = syntax.DidYouMean(e.Name.Name, o.Type.Model.Names())
	}
	return types.BadType
}
