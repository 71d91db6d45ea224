package syntax

// A File is the tree of one .far file, without resolved names and types. Names are identifiers,
// and a type is an expression (a name, a range lo..hi, a tuple of types, or a SetType).
type File struct {
	Name     string // as given to Parse, for messages
	Source   string
	Decls    []Decl
	Comments []*Comment // every comment, in source order

	// Used are the files whose declarations are in Decls; see Use. Their text is appended to
	// Source, and their lines are numbered accordingly.
	Used []Used

	lexemes []lexeme // for Format
}

// Used is a used file and its position in Source.
type Used struct {
	Name  string
	Lines int // number of lines before it
}

// Place returns the file of a position and the position in it.
func (f *File) Place(p Pos) (string, Pos) {
	name, lines := f.Name, 0
	for _, u := range f.Used {
		if p.Line > u.Lines {
			name, lines = u.Name, u.Lines
		}
	}
	if p.IsValid() {
		p.Line -= lines
	}
	return name, p
}

// A Pos is a position in a file. Line and Col count from 1, Col in characters; Offset is the
// byte offset from 0. The zero Pos means no position.
type Pos struct {
	Line, Col, Offset int
}

// IsValid reports whether p is a position.
func (p Pos) IsValid() bool { return p.Line > 0 }

// A Node is a part of the source with the extent [Pos, End).
type Node interface {
	Pos() Pos
	End() Pos
}

// Span is the extent of a node; every node embeds one.
type Span struct{ From, To Pos }

// Pos returns the start of the node.
func (s Span) Pos() Pos { return s.From }

// End returns the end of the node.
func (s Span) End() Pos { return s.To }

// A Comment is one // or /* */ comment. Text includes its marks.
type Comment struct {
	Span
	Text string
}

// An Ident is a name.
type Ident struct {
	Span
	Name string
}

// A Field is a group of names with a type: "a, b: T" in a parameter list, or an index of an
// array declaration. Names is empty for "[T]".
type Field struct {
	Span
	Names []*Ident
	Type  Expr
}

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

// A Stmt is a statement in the body of a move.
type Stmt interface {
	Node
	stmt()
}

type (
	// Block is { statements }.
	Block struct {
		Span
		Stmts []Stmt
	}

	// RequireStmt is: require "why": cond, with an optional reason.
	RequireStmt struct {
		Span
		Why  *StringLit
		Cond Expr
	}

	// LetStmt is: let x = value, or let x: type = value.
	LetStmt struct {
		Span
		Name  *Ident
		Type  Expr // may be nil
		Value Expr
	}

	// AssignStmt is: target op value, where op is Assign, PlusAssign or
	// MinusAssign and target an identifier or an index expression.
	AssignStmt struct {
		Span
		Target Expr
		Op     Token
		Value  Expr
	}

	// IfStmt is: if cond { } else { }. Else is nil, a *Block or an *IfStmt.
	IfStmt struct {
		Span
		Cond Expr
		Then *Block
		Else Stmt
	}

	// ForStmt is: for binders where cond { }. Where may be nil.
	ForStmt struct {
		Span
		Binders []*Binder
		Where   Expr
		Body    *Block
	}

	// TogetherStmt is: together { statements }, whose assignments all read the state at the
	// beginning of the block.
	TogetherStmt struct {
		Span
		Body *Block
	}

	// WhileStmt is: while "why": cond. It stands at the top level of a move that takes time;
	// cond holds while the move is under way.
	WhileStmt struct {
		Span
		Why  *StringLit // may be nil
		Cond Expr
	}

	// EndStmt is: end { statements }, the last statement of a move that takes time. It runs
	// when the move is over.
	EndStmt struct {
		Span
		Body *Block
	}

	// BadStmt is a statement with a syntax error.
	BadStmt struct{ Span }
)

func (*Block) stmt()        {}
func (*RequireStmt) stmt()  {}
func (*LetStmt) stmt()      {}
func (*AssignStmt) stmt()   {}
func (*IfStmt) stmt()       {}
func (*ForStmt) stmt()      {}
func (*TogetherStmt) stmt() {}
func (*WhileStmt) stmt()    {}
func (*EndStmt) stmt()      {}
func (*BadStmt) stmt()      {}

// A Binder binds names over a type ("a, b: T", In false) or over the members of a
// set ("a in s", In true).
type Binder struct {
	Span
	Names  []*Ident
	In     bool
	Domain Expr
}

// BoundNames returns the names that binders bind, in order.
func BoundNames(bs []*Binder) []*Ident {
	var names []*Ident
	for _, b := range bs {
		names = append(names, b.Names...)
	}
	return names
}

// An Expr is an expression or a type.
type Expr interface {
	Node
	expr()
}

type (
	// IntLit is a decimal integer that fits 64 bits.
	IntLit struct {
		Span
		Value int64
	}

	// DecimalLit is a number with a decimal point, exactly Value divided by 10 to the power of
	// Digits, the number of digits that are written after the point.
	DecimalLit struct {
		Span
		Value  int64
		Digits int
	}

	// BoolLit is true or false.
	BoolLit struct {
		Span
		Value bool
	}

	// StringLit is "..." or `...`. Value is the text with escapes resolved. Parts has the
	// pieces of an interpolated text (the label of a move, the value of a show, the body of a
	// def), in which {{ and }} are single braces. It is nil elsewhere, and for a text without
	// braces.
	StringLit struct {
		Span
		Raw   bool
		Value string
		Parts []StringPart
	}

	// UnaryExpr is: not x, or -x.
	UnaryExpr struct {
		Span
		Op Token
		X  Expr
	}

	// BinaryExpr is: x op y for implies or and .. + - * / % union inter minus.
	BinaryExpr struct {
		Span
		Op   Token
		X, Y Expr
	}

	// CompareExpr is a chain x0 op0 x1 op1 x2 ... of == != < <= > >= in subset, where len(Xs)
	// == len(Ops)+1 >= 2. It is the conjunction of the comparisons of neighbouring operands.
	CompareExpr struct {
		Span
		Xs  []Expr
		Ops []Token
	}

	// IfExpr is: if cond then x else y.
	IfExpr struct {
		Span
		Cond, Then, Else Expr
	}

	// LetExpr is: let name = value in body, or let name: type = value in body.
	LetExpr struct {
		Span
		Name  *Ident
		Type  Expr // may be nil
		Value Expr
		Body  Expr
	}

	// CallExpr is: fun(args).
	CallExpr struct {
		Span
		Fun  *Ident
		Args []Expr
	}

	// IndexExpr is: x[index, ...].
	IndexExpr struct {
		Span
		X     Expr
		Index []Expr
	}

	// SelectExpr is a component of a tuple by number, x.1, counting from 1, or by name, x.row,
	// or a member of an enum, E.a. Name is nil for a number.
	SelectExpr struct {
		Span
		X    Expr
		N    int
		Name *Ident
	}

	// TupleExpr is (a, b, ...) with at least two elements. A type may have names, as in (row:
	// Row, col: Col); otherwise Names is nil.
	TupleExpr struct {
		Span
		Elems []Expr
		Names []*Ident
	}

	// ParenExpr is (x). It is kept for the printer.
	ParenExpr struct {
		Span
		X Expr
	}

	// ListExpr is [a, b, ...].
	ListExpr struct {
		Span
		Elems []Expr
	}

	// SetExpr is {a, b, ...}. The empty { } may also be a map.
	SetExpr struct {
		Span
		Elems []Expr
	}

	// MapExpr is {k: v, ...} with at least one key.
	MapExpr struct {
		Span
		Keys, Values []Expr
	}

	// Comprehension is a quantifier or another form that binds names:
	//
	//	all|any binders where cond { body }
	//	count(binders where cond)
	//	sum|min|max|distinct(binders where cond -> body)
	//	{binders where cond}  {binders where cond -> body}    a set
	//	[binders where cond -> body]                          an array
	//	the binders where cond, first(binders where cond)     a value
	//
	// Where may be nil. Body is nil for count, the, first and for a set of the bound value.
	Comprehension struct {
		Span
		Kind    ComprehensionKind
		Binders []*Binder
		Where   Expr
		Body    Expr
	}

	// SetType is: set of elem.
	SetType struct {
		Span
		Elem Expr
	}

	// BadExpr is an expression with a syntax error.
	BadExpr struct{ Span }
)

// A StringPart is a piece of text, or an expression if Expr is not nil.
type StringPart struct {
	Text string
	Expr Expr
}

// ComprehensionKind is the kind of a Comprehension.
type ComprehensionKind int

const (
	All ComprehensionKind = iota
	Any
	Count
	Sum
	Min
	Max
	Distinct
	Set
	Array
	The
	First
	Connected // connected(set, x, y -> body): one binder with two names
)

// String returns the name of the kind.
func (k ComprehensionKind) String() string {
	return [...]string{"all", "any", "count", "sum", "min", "max", "distinct", "set", "array", "the", "first", "connected"}[k]
}

func (*Ident) expr()         {}
func (*IntLit) expr()        {}
func (*DecimalLit) expr()    {}
func (*BoolLit) expr()       {}
func (*StringLit) expr()     {}
func (*UnaryExpr) expr()     {}
func (*BinaryExpr) expr()    {}
func (*CompareExpr) expr()   {}
func (*IfExpr) expr()        {}
func (*LetExpr) expr()       {}
func (*CallExpr) expr()      {}
func (*IndexExpr) expr()     {}
func (*SelectExpr) expr()    {}
func (*TupleExpr) expr()     {}
func (*ParenExpr) expr()     {}
func (*ListExpr) expr()      {}
func (*SetExpr) expr()       {}
func (*MapExpr) expr()       {}
func (*Comprehension) expr() {}
func (*SetType) expr()       {}
func (*BadExpr) expr()       {}
