package types

import (
	"farbank/lang/syntax"
)

// Info has the results of checking a file.
type Info struct {
	File *syntax.File

	// Types has the type of every checked expression. An expression used as a domain has the
	// type of the set that it denotes, even if it is a type. Expressions in inputs of the
	// caller (see Object.Const) are not included.
	Types map[syntax.Expr]*Type

	// Uses has the object of every name, at its declaration and its uses. A name without an
	// object is predeclared: bool, or a built-in function.
	Uses map[*syntax.Ident]*Object

	Globals    map[string]*Object   // by name; without members of enums
	Members    map[string][]*Object // by name: the members of all enums with this name
	Objects    []*Object            // the declared globals, in source order
	Count      int                  // the number of objects; each has an ID below it
	Counters   map[string]*Object   // steps, cost and time, if the file uses them: state variables that every move updates
	Timed      bool                 // a move takes time
	Unit       int64                // of a timed file: the unit of the grid of times, a multiple of 10 to the power of -TimeDigits
	TimeDigits int
	CostDigits int                           // costs are multiples of 10 to the power of -CostDigits
	Digits     map[*syntax.ObjectiveDecl]int // of the objectives whose values are decimals: the digits after the point
	Asks       map[syntax.Decl]bool          // rules and shows that depend on which moves are possible
	Others     bool                          // the file has moves that are not ours, or something that we do not see
	Unseen     bool                          // the file has something that we do not see
	Hole       *Hole                         // the place of the name to be completed, or nil
}

// A Hole is the context of a name to be completed.
type Hole struct {
	Want   *Type     // the expected type; nil means any
	Of     *Type     // the tuple type or enum whose component or member is selected, or nil
	Type   bool      // a type is expected
	Locals []*Object // the local names in scope, innermost first
}

// NewInfo returns an empty Info for a file.
func NewInfo(f *syntax.File) *Info {
	return &Info{File: f, Types: map[syntax.Expr]*Type{}, Uses: map[*syntax.Ident]*Object{}, Globals: map[string]*Object{}, Members: map[string][]*Object{},
		Counters: map[string]*Object{}, Asks: map[syntax.Decl]bool{}}
}

// NewObject returns an object with a new ID.
func (info *Info) NewObject(k ObjectKind, id *syntax.Ident) *Object {
	o := &Object{ID: info.Count, Kind: k, Ident: id}
	if id != nil {
		o.Name = id.Name
	}
	info.Count++
	return o
}

// Member returns the member of an enum with a name, or nil.
func (info *Info) Member(enum *syntax.EnumDecl, name string) *Object {
	for _, m := range info.Members[name] {
		if m.Enum == enum {
			return m
		}
	}
	return nil
}

// ObjectKind is the kind of an Object.
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

// String returns a description with an article.
func (k ObjectKind) String() string {
	return [...]string{"a param", "a const", "a state variable", "a find variable", "a function", "an enum", "a member of an enum",
		"a type", "a move", "a local name"}[k]
}

// Level is the kind of things that a value depends on, in increasing order.
type Level uint8

const (
	Constant Level = iota
	Found          // the find variables
	Stateful       // the state
	Possible       // which moves are possible
)

// Predeclared names about a plan: the number of its moves, their cost, the time since the
// start, and whether no move is possible. A file may redeclare them, except AlwaysStuck.
const (
	Steps       = "steps"
	Cost        = "cost"
	Time        = "time" // only in a file in which a move takes time
	Stuck       = "stuck"
	AlwaysStuck = " stuck"
	Enabled     = "enabled"
	Known       = "known" // known(e): e has the same value in all states that agree with what was seen
)

// An Object is a declared or bound name.
type Object struct {
	ID    int // from 0, an index for tables
	Kind  ObjectKind
	Name  string
	Ident *syntax.Ident // the declaration

	Value *syntax.ValueDecl // Param, Const, State, Find
	Def   *syntax.DefDecl   // Def
	Enum  *syntax.EnumDecl  // EnumName, Member
	Alias *syntax.TypeDecl  // TypeName

	Type   *Type     // of the value; for an EnumName or TypeName the type that it names
	Level  Level     // Def: the level of its body
	Params []*Object // Def
	Group  []*Object // Def: the functions of its recursion, including itself; nil if it is not recursive
	Least  bool      // Def with a Group: it denotes a least fixpoint; else a number decreases in every call
	Inner  []*Object // Def with a Group: its parameters and the names bound in its body

	Ordinal int64 // Member: its position in the enum, from 0
	Ghost   bool  // Member: it is in the file, but not among the given members

	Counter bool // State: steps or cost, without a declaration

	Used  bool  // it is referenced
	Const Value // Param, Const: the value computed by package judge
	Known bool  // Const is set
	Given bool  // Param: Const is given by the caller
}
