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
