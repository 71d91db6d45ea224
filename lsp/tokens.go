package lsp

import (
	"slices"
	"strings"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// The legend of semantic tokens.
var (
	tokenTypes = []string{"keyword", "type", "enum", "enumMember", "function", "method", "variable", "parameter", "property", "number", "string",
		"comment", "operator"}
	tokenModifiers = []string{"declaration", "readonly", "defaultLibrary"}
)

const (
	tokKeyword = iota
	tokType
	tokEnum
	tokMember
	tokFunction
	tokMethod
	tokVariable
	tokParameter
	tokProperty
	tokNumber
	tokString
	tokComment
	tokOperator
)

const (
	modDeclaration = 1 << iota
	modReadonly
	modLibrary
)

// A coloured is a range of the text with its token type.
type coloured struct{ from, to, kind, modifiers int }

// semanticTokens returns the token types of the document.
func (r *request) semanticTokens() (any, error) {
	s := r.snap
	return map[string]any{"data": s.encoded(s.colours())}, nil
}

// colours returns the ranges of the text, in order, not nested.
func (s *snapshot) colours() []coloured {
	k := s.look()
	var names []coloured
	for _, o := range k.occurrences() {
		if s.mine(o.id.From) {
			kind, mods := colourOf(o)
			names = append(names, coloured{o.id.From.Offset, o.id.To.Offset, kind, mods})
		}
	}
	begins := map[int]coloured{}
	for _, n := range names {
		begins[n.from] = n
	}
	var out []coloured
	for _, c := range k.own.Comments {
		out = append(out, coloured{c.From.Offset, c.To.Offset, tokComment, 0})
	}
	var strs []coloured
	for l := range k.own.Lexemes() {
		c := coloured{l.From.Offset, l.To.Offset, tokOperator, 0}
		switch name, is := begins[c.from]; {
		case l.Token == syntax.Newline || l.Token == syntax.Illegal:
			continue
		case is:
			c = name
		case l.Token == syntax.StringToken:
			strs = append(strs, c)
			continue
		case l.Token == syntax.IntToken:
			c.kind = tokNumber
		case l.Token == syntax.IdentToken:
			c.kind, c.modifiers = colourOfWord(l.Text)
		case l.Token >= syntax.And:
			c.kind = tokKeyword
		case l.Token >= syntax.LParen && l.Token <= syntax.Dot:
			continue
		}
		out = append(out, c)
	}
	for _, x := range strs {
		out = append(out, cut(x, names)...)
	}
	slices.SortFunc(out, func(a, b coloured) int { return a.from - b.from })
	return out
}

// cut removes the names in braces from the range of a text.
func cut(x coloured, names []coloured) []coloured {
	var out []coloured
	at := x.from
	i, _ := slices.BinarySearchFunc(names, x.from, func(n coloured, from int) int { return n.from - from })
	for _, n := range names[i:] {
		if n.from < at {
			continue // one position has two readings
		}
		if n.to > x.to {
			break
		}
		if n.from > at {
			out = append(out, coloured{at, n.from, tokString, 0})
		}
		out = append(out, n)
		at = n.to
	}
	return append(out, coloured{at, x.to, tokString, 0})
}

// colourOf returns the token type of a resolved name.
func colourOf(o occurrence) (kind, modifiers int) {
	switch o.object.Kind {
	case types.Param, types.Const:
		kind, modifiers = tokVariable, modReadonly
	case types.State, types.Find:
		kind = tokVariable
	case types.Def:
		kind = tokFunction
	case types.EnumName:
		kind = tokEnum
	case types.Member:
		kind = tokMember
	case types.TypeName:
		kind = tokType
	case types.Move:
		kind = tokMethod
	default:
		kind = tokParameter
	}
	if o.object.Counter {
		modifiers = modReadonly | modLibrary
	}
	if o.object.Ident == o.id {
		modifiers |= modDeclaration
	}
	return kind, modifiers
}

// colourOfWord returns the token type of a word that is not declared.
func colourOfWord(word string) (kind, modifiers int) {
	switch {
	case word == "bool" || word == "text":
		return tokType, modLibrary
	case builtin.Lookup(word) != nil:
		return tokFunction, modLibrary
	case words()[word] != "":
		return tokKeyword, 0
	}
	return tokProperty, 0
}

// encoded returns the ranges in the encoding of the protocol: a token is on one line, and its
// position is relative to the previous token.
func (s *snapshot) encoded(list []coloured) []int {
	data := []int{}
	line, last := 0, 0 // of the token before, and the byte where it begins
	for _, c := range list {
		for from := c.from; from < c.to; {
			to := c.to
			if i := strings.IndexAny(s.source[from:to], "\r\n"); i >= 0 {
				to = from + i
			}
			if to > from {
				down := 0
				for line+1 < len(s.starts) && s.starts[line+1] <= from {
					line, down = line+1, down+1
				}
				data = append(data, down, units(s.source[max(last, s.starts[line]):from]), units(s.source[from:to]), c.kind, c.modifiers)
				last = from
			}
			from = to + 1
		}
	}
	return data
}
