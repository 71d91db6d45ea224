package syntax

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
