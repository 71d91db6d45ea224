package syntax

// A Decl is a top-level declaration.
type Decl interface {
	Node
	decl()
}

// ValueKind is the kind of a ValueDecl.
type ValueKind int

const (
	Param ValueKind = iota
	Const
	State
	Find
)

// String returns the keyword of the declaration.
func (k ValueKind) String() string { return [...]string{"param", "const", "state", "find"}[k] }

type (
	// PuzzleDecl is: puzzle "title".
	PuzzleDecl struct {
		Span
		Title  *StringLit
		Strict bool // leaving the range of a variable is an error
	}

	// UseDecl is: use "file".
	UseDecl struct {
		Span
		Path *StringLit
	}

	// ValueDecl is a param, const, state or find: name[index]: type = value. Index is nil for a
	// scalar. Type is nil only for a const. Value is nil for a find, for a param that the
	// caller must give, and if it is missing.
	ValueDecl struct {
		Span
		Kind    ValueKind
		Unknown bool // of a find: declared with unknown, it is one of its values, not chosen by us
		Hidden  bool // of a state: declared with hidden, so that we do not see it
		Name    *Ident
		Index   []*Field
		Type    Expr
		Value   Expr
	}

	// EnumDecl is: enum E { a, b }, or with Param: param enum E { a, b }. Members is nil for a
	// param enum without braces, which the caller must give. It is also nil for a union, enum E
	// = F + G, whose parts are in Of.
	EnumDecl struct {
		Span
		Param   bool
		Name    *Ident
		Members []*Ident
		Labels  []*StringLit // of the members; nil for a member without a label
		Of      []*Ident
	}

	// TypeDecl is: type T = type "label".
	TypeDecl struct {
		Span
		Name  *Ident
		Type  Expr
		Label *StringLit // may be nil
	}

	// DefDecl is: def f(x: T, y: U) = body.
	DefDecl struct {
		Span
		Name   *Ident
		Params []*Field
		Body   Expr
	}

	// MoveDecl is: move m(x: T) takes e cost e by foe when c "label" { body }, or with by chance weight e.
	MoveDecl struct {
		Span
		Name   *Ident
		Params []*Field
		Takes  Expr // the duration; nil for a move that takes no time
		Cost   Expr // nil means 1
		By     Chooser
		Who    *Ident     // the word after by; nil without it
		When   Expr       // of a move by foe: where it is the foe's; nil means everywhere
		Weight Expr       // nil means 1
		Label  *StringLit // may be nil
		Body   *Block
	}

	// RuleDecl is: require, never, always, goal or prefer, with a reason and a condition.
	RuleDecl struct {
		Span
		Kind   RuleKind
		Why    *StringLit // may be nil
		Weight Expr       // of a prefer; nil means 1
		Cond   Expr
	}

	// ObjectiveDecl is: minimize e, or maximize e, and more after then.
	ObjectiveDecl struct {
		Span
		Maximize bool
		Value    Expr
		Then     *ObjectiveDecl // the next objective in lexicographic order, or nil
	}

	// ShowDecl is a column, show "title" = e, a board, show name[r: T, c: U] = e, or a
	// timeline, show timeline "title" = start, length, row, where row is optional. Exactly one
	// of Title and Name is set.
	ShowDecl struct {
		Span
		Title *StringLit
		Name  *Ident
		Index []*Field
		Value Expr
		More  []Expr // the further arrays of a timeline
	}

	// BadDecl is a declaration with a syntax error.
	BadDecl struct{ Span }
)

// A Chooser says who chooses a move.
type Chooser uint8

const (
	ByUs     Chooser = iota // the solver
	ByFoe                   // an opponent
	ByChance                // it is drawn at random
)

// String returns the word of the language after by.
func (c Chooser) String() string { return [...]string{"us", "foe", "chance"}[c] }

// RuleKind is the kind of a RuleDecl.
type RuleKind int

const (
	Require RuleKind = iota
	Never
	Always
	Goal
	Prefer
)

// String returns the keyword of the rule.
func (k RuleKind) String() string {
	return [...]string{"require", "never", "always", "goal", "prefer"}[k]
}

func (*PuzzleDecl) decl()    {}
func (*UseDecl) decl()       {}
func (*ValueDecl) decl()     {}
func (*EnumDecl) decl()      {}
func (*TypeDecl) decl()      {}
func (*DefDecl) decl()       {}
func (*MoveDecl) decl()      {}
func (*RuleDecl) decl()      {}
func (*ObjectiveDecl) decl() {}
func (*ShowDecl) decl()      {}
func (*BadDecl) decl()       {}
