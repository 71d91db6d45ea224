package types

import (
	"farbank/lang/syntax"
)

// Info is what is known of a checked file.
type Info struct {
	File *syntax.File

	// Types has the type of every expression that was checked. An expression in the place
	// of a domain has the type of the set that it stands for, be it a type or a set. The
	// types of the values that the caller gives (see Object.Const) are not here.
	Types map[syntax.Expr]*Type

	// Uses has what a name stands for: at its declaration, and where it is used. A name
	// that is missing is one of the language: bool, or a built-in function.
	Uses map[*syntax.Ident]*Object

	Globals  map[string]*Object   // by name; without the members of enums
	Members  map[string][]*Object // by name: a member of each enum that has one of this name
	Objects  []*Object            // the globals declared by declarations, in source order
	Count    int                  // how many objects there are: each has an ID below it
	Counters map[string]*Object   // steps and cost, where the file uses them: state variables that every move counts on
	Asks     map[syntax.Decl]bool // rules and shows that depend on which moves can be made
	Hole     *Hole                // of a file in which a name is still to be written; else nil
}

// A Hole is what is known of the place of a name that is still to be written.
type Hole struct {
	Want   *Type     // what the place asks for; nil: anything
	Of     *Type     // it is a component of a tuple of this type, or a member of this enum; else nil
	Type   bool      // a type stands there
	Locals []*Object // the local names that can stand there, the innermost first
}

// NewInfo returns an empty Info for a file.
func NewInfo(f *syntax.File) *Info {
	return &Info{File: f, Types: map[syntax.Expr]*Type{}, Uses: map[*syntax.Ident]*Object{}, Globals: map[string]*Object{}, Members: map[string][]*Object{},
		Counters: map[string]*Object{}, Asks: map[syntax.Decl]bool{}}
}

// NewObject returns an object with an ID of its own.
func (info *Info) NewObject(k ObjectKind, id *syntax.Ident) *Object {
	o := &Object{ID: info.Count, Kind: k, Ident: id}
	if id != nil {
		o.Name = id.Name
	}
	info.Count++
	return o
}

// Member returns the member of an enum that has a name, nil if there is none.
func (info *Info) Member(enum *syntax.EnumDecl, name string) *Object {
	for _, m := range info.Members[name] {
		if m.Enum == enum {
			return m
		}
	}
	return nil
}

// ObjectKind is what a name stands for.
type ObjectKind uint8

const (
	Param ObjectKind = iota
	Const
	State
	Find
	Def
	EnumName
	Member
	TypeName
	Move
	Local // bound by a quantifier, a let, an index, a parameter
)

func (k ObjectKind) String() string {
	return [...]string{"a param", "a const", "a state variable", "a find variable", "a function", "an enum", "a member of an enum",
		"a type", "a move", "a local name"}[k]
}

// Level says what a value depends on.
type Level uint8

const (
	Constant Level = iota
	Found          // the find variables
	Stateful       // the state
	Possible       // which moves can be made in it
)

// Names of the language that speak of a plan: how many moves it has had, what they cost, and
// whether none can follow. A file may use them for something else, but for AlwaysStuck.
const (
	Steps       = "steps"
	Cost        = "cost"
	Stuck       = "stuck"
	AlwaysStuck = " stuck"
	Enabled     = "enabled"
)

// An Object is what a name stands for.
type Object struct {
	ID    int // from 0, for tables beside
	Kind  ObjectKind
	Name  string
	Ident *syntax.Ident // its declaration

	Value *syntax.ValueDecl // Param, Const, State, Find
	Def   *syntax.DefDecl   // Def
	Enum  *syntax.EnumDecl  // EnumName, Member
	Alias *syntax.TypeDecl  // TypeName

	Type   *Type     // of the value; of an EnumName or a TypeName the type that it names
	Level  Level     // Def: what its body depends on
	Params []*Object // Def
	Group  []*Object // Def: those that it is defined together with, itself included; nil: it does not call itself
	Least  bool      // Def with a Group: the least relation that its bodies allow; else a number falls from call to call
	Inner  []*Object // Def with a Group: its parameters, and the names that its body binds

	Ordinal int64 // Member: its position in the enum, from 0
	Ghost   bool  // Member: one that today's members of the enum do not include

	Counter bool // State: steps or cost, which no declaration has

	Used  bool  // something refers to it
	Const Value // Param, Const: the value, by the interpreter of the text
	Known bool  // Const is set
	Given bool  // Param: Const is what the caller gives, not what the file says
}
