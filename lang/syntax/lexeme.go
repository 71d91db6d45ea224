package syntax

import "iter"

// A Lexeme is a token of a file. A text with values in braces is one lexeme.
type Lexeme struct {
	Span
	Token Token
	Text  string
}

// Lexemes returns the tokens of the file itself: without those of used files, without comments,
// and without tokens inserted after an error.
func (f *File) Lexemes() iter.Seq[Lexeme] {
	return func(yield func(Lexeme) bool) {
		for _, l := range f.lexemes {
			if l.text != "" && !yield(Lexeme{Span{l.from, l.to}, l.tok, l.text}) {
				return
			}
		}
	}
}

// IsName reports whether a text is a valid identifier and no keyword.
func IsName(s string) bool {
	_, word := Keywords[s]
	return s != "" && nameLength(s) == len(s) && !word
}
