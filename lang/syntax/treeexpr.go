package syntax

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
