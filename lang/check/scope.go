package check

import (
	"farbank/lang/syntax"
	"farbank/model"
)

// level says what a value depends on.
type level uint8

const (
	constant level = iota
	found          // the find variables
	stateful       // the state
)

// objKind is what a name stands for.
type objKind uint8

const (
	objParam objKind = iota
	objConst
	objState
	objFind
	objDef
	objEnum
	objMember
	objType
	objMove
	objLocal // bound by a quantifier, a let, an index, a parameter
	objBuiltin
)

func (k objKind) String() string {
	return [...]string{"a param", "a const", "a state variable", "a find variable", "a function", "an enum", "a member of an enum",
		"a type", "a move", "a local name", "a built-in function"}[k]
}

// progress of the lazy resolution of a global.
type progress uint8

const (
	todo progress = iota
	active
	done
)

// An object is what a name stands for. Values of globals are worked out on demand,
// so that declarations may come in any order.
type object struct {
	kind   objKind
	name   string
	id     *syntax.Ident
	value  *syntax.ValueDecl
	def    *syntax.DefDecl
	enum   *syntax.EnumDecl
	alias  *syntax.TypeDecl
	status progress
	ty     *ty   // of the value; of an enum or a type: the type it names
	level  level // what it depends on
	val    value // of a constant; the cells of a variable; the present binding of a local
	hasVal bool
	ghost  bool      // a member that today's members of the enum do not include
	params []*object // def
	base   int       // state, find: the first cell
	used   bool
}

// A scope holds local names.
type scope struct {
	parent *scope
	names  map[string]*object
}

func (c *checker) push() { c.scope = &scope{parent: c.scope, names: map[string]*object{}} }
func (c *checker) pop()  { c.scope = c.scope.parent }

// bind declares a local name in the innermost scope.
func (c *checker) bind(id *syntax.Ident, t *ty) *object {
	o := &object{kind: objLocal, name: id.Name, id: id, ty: t, status: done}
	if old := c.scope.names[id.Name]; old != nil {
		c.errorf(id, "%s is declared twice", id.Name).Hint = "the first one is at " + place(old.id)
	}
	c.scope.names[id.Name] = o
	c.uses[id] = o
	return o
}

// lookup finds what a name stands for, nil if nothing.
func (c *checker) lookup(name string) *object {
	for s := c.scope; s != nil; s = s.parent {
		if o := s.names[name]; o != nil {
			return o
		}
	}
	return c.globals[name]
}

// names returns everything that lookup would find, for suggestions.
func (c *checker) names() []string {
	var names []string
	for s := c.scope; s != nil; s = s.parent {
		for n := range s.names {
			names = append(names, n)
		}
	}
	for n := range c.globals {
		names = append(names, n)
	}
	for n := range builtins {
		names = append(names, n)
	}
	return names
}

// declare enters all global names. Members of enums are entered when the members
// are known, since the caller may give them.
func (c *checker) declare() {
	for _, d := range c.file.Decls {
		switch d := d.(type) {
		case *syntax.ValueDecl:
			kinds := map[syntax.ValueKind]objKind{syntax.Param: objParam, syntax.Const: objConst, syntax.State: objState, syntax.Find: objFind}
			c.global(&object{kind: kinds[d.Kind], id: d.Name, value: d})
		case *syntax.DefDecl:
			c.global(&object{kind: objDef, id: d.Name, def: d})
		case *syntax.TypeDecl:
			c.global(&object{kind: objType, id: d.Name, alias: d})
		case *syntax.MoveDecl:
			c.global(&object{kind: objMove, id: d.Name, status: done, ty: bad})
		case *syntax.EnumDecl:
			o := c.global(&object{kind: objEnum, id: d.Name, enum: d})
			for _, m := range d.Members {
				c.global(&object{kind: objMember, id: m, ghost: true, ty: &ty{kind: kEnum}, enum: d})
			}
			_ = o
		case *syntax.PuzzleDecl:
			c.title(d)
		}
	}
}

func (c *checker) title(d *syntax.PuzzleDecl) {
	if c.p.Title != "" {
		c.errorf(d, "puzzle is said twice")
	}
	if c.p.Title == "" && len(c.file.Decls) > 0 && c.file.Decls[0] != syntax.Decl(d) {
		c.errorf(d, "puzzle must come first")
	}
	if d.Title != nil {
		c.p.Title = d.Title.Value
	}
}

func (c *checker) global(o *object) *object {
	o.name = o.id.Name
	if o.name == "" {
		return o // the parser has complained
	}
	if o.name == "bool" || o.name == "text" {
		c.errorf(o.id, "%s is the name of a built-in type", o.name)
	}
	if old := c.globals[o.name]; old != nil {
		e := c.errorf(o.id, "%s is declared twice", o.name)
		e.Hint = "the first one is " + old.kind.String() + " at " + place(old.id)
		return o
	}
	c.globals[o.name] = o
	c.objects = append(c.objects, o)
	c.uses[o.id] = o
	return o
}

func place(id *syntax.Ident) string {
	return "line " + itoa(int64(id.Pos().Line))
}

// varIndex returns the model variable of a state or find object.
func (c *checker) varIndex(o *object) *model.Var {
	for i := range c.p.Vars {
		if c.p.Vars[i].Name == o.name {
			return &c.p.Vars[i]
		}
	}
	return nil
}
