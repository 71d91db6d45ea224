package syntax

import "iter"

// A Lexeme is a token as it stands in a file. Of a text with values in braces only the whole
// is one.
type Lexeme struct {
	Span
	Token Token
	Text  string
}

// Lexemes returns the tokens of the file itself, without those of files that it uses, without
// comments and without what was made up to go on after an error.
func (f *File) Lexemes() iter.Seq[Lexeme] {
	return func(yield func(Lexeme) bool) {
		for _, l := range f.lexemes {
			if l.text != "" && !yield(Lexeme{Span{l.from, l.to}, l.tok, l.text}) {
				return
			}
		}
	}
}

// IsName reports whether a text can be the name of something.
func IsName(s string) bool {
	_, word := Keywords[s]
	return s != "" && nameLength(s) == len(s) && !word
}
