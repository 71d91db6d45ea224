package check

import (
	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// progress of the check of a global. Globals are checked on demand, so that declarations may
// come in any order.
type progress uint8

const (
	todo progress = iota
	active
	done
)

// A scope holds local names.
type scope struct {
	parent *scope
	names  map[string]*types.Object
}

func (c *checker) push() { c.scope = &scope{parent: c.scope, names: map[string]*types.Object{}} }
func (c *checker) pop()  { c.scope = c.scope.parent }

// bind declares a local name in the innermost scope.
func (c *checker) bind(id *syntax.Ident, t *types.Type) *types.Object {
	o := c.info.NewObject(types.Local, id)
	o.Type = t
	if old := c.scope.names[id.Name]; old != nil {
		c.Errorf(id, "%s is declared twice", id.Name).Hint = "the first one is at " + c.Where(old.Ident, id)
	}
	c.scope.names[id.Name] = o
	c.info.Uses[id] = o
	return o
}

// lookup returns the object of a name, or nil if it is unknown or a member of several enums.
func (c *checker) lookup(name string) *types.Object {
	if o := c.declared(name); o != nil {
		return o
	}
	if list := c.readings(name); len(list) == 1 {
		return list[0]
	}
	return nil
}

// declared returns the object of a name that is no member of an enum.
func (c *checker) declared(name string) *types.Object {
	for s := c.scope; s != nil; s = s.parent {
		if o := s.names[name]; o != nil {
			return o
		}
	}
	return c.info.Globals[name]
}

// names returns all names that lookup finds, for suggestions.
func (c *checker) names() []string {
	var names []string
	for s := c.scope; s != nil; s = s.parent {
		for n := range s.names {
			names = append(names, n)
		}
	}
	for n := range c.info.Globals {
		names = append(names, n)
	}
	for n := range c.info.Members {
		names = append(names, n)
	}
	return append(append(names, types.Steps, types.Stuck, types.Enabled), builtin.Names()...)
}

var valueKinds = map[syntax.ValueKind]types.ObjectKind{
	syntax.Param: types.Param, syntax.Const: types.Const, syntax.State: types.State, syntax.Find: types.Find,
}

// declare declares all globals. Members of enums are declared later, since the caller may give
// them.
func (c *checker) declare() {
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *syntax.ValueDecl:
			c.global(valueKinds[d.Kind], d.Name).Value = d
		case *syntax.DefDecl:
			c.global(types.Def, d.Name).Def = d
		case *syntax.TypeDecl:
			c.global(types.TypeName, d.Name).Alias = d
		case *syntax.MoveDecl:
			o := c.global(types.Move, d.Name)
			o.Type, c.status[o] = types.BadType, done
		case *syntax.EnumDecl:
			c.global(types.EnumName, d.Name).Enum = d
			for _, m := range d.Members {
				c.declareMember(d, m)
			}
		case *syntax.PuzzleDecl:
			c.title(d)
		}
	}
	c.membersApart()
}

func (c *checker) title(d *syntax.PuzzleDecl) {
	if c.titled {
		c.Errorf(d, "puzzle is declared twice")
	}
	if !c.titled && c.file.Decls[0] != syntax.Decl(d) {
		c.Errorf(d, "puzzle must come first")
	}
	c.titled = true
}

// global declares the name of a declaration.
func (c *checker) global(k types.ObjectKind, id *syntax.Ident) *types.Object {
	o := c.info.NewObject(k, id)
	if o.Name == "" {
		return o // the parser has reported it
	}
	if o.Name == "bool" || o.Name == "text" {
		c.Errorf(id, "%s is the name of a built-in type", o.Name)
	}
	if old := c.info.Globals[o.Name]; old != nil {
		e := c.Errorf(id, "%s is declared twice", o.Name)
		e.Hint = "the first one is " + old.Kind.String() + " at " + c.Where(old.Ident, id)
		return o
	}
	c.info.Globals[o.Name] = o
	c.info.Objects = append(c.info.Objects, o)
	c.info.Uses[id] = o
	return o
}
