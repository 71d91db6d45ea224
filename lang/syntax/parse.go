package syntax

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of expressions and blocks, maxChain the operands of one chain of
// operators.
const (
	maxDepth = 500
	maxChain = 10_000
)

// Parse parses a file. It always returns a tree, with BadDecl, BadStmt and BadExpr for the
// parts with errors. The error is an ErrorList in source order, or nil.
func Parse(name, source string) (*File, error) {
	f := &File{Name: name, Source: source}
	p := newParser(name, source)
	f.Decls = p.declarations()
	if i := invalidUTF8(source); i >= 0 { // not a text: one error suffices
		p.errs = nil
		p.errorAt(p.placeOf(i), "the file is not valid UTF-8", "a .far file is plain text")
	}
	f.Comments = p.comments
	f.lexemes = p.toks
	p.errs.Sort()
	return f, oncePerPlace(oncePerWord(p.errs)).Err()
}

func (p *parser) declarations() []Decl {
	var list []Decl
	for p.tok() != EOF {
		if p.tok() == Newline {
			p.i++
			continue
		}
		list = append(list, p.declaration())
	}
	return list
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(s string) int {
	for i, r := range s {
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return i
			}
		}
	}
	return -1
}

// placeOf returns the span of the character at an offset.
func (p *parser) placeOf(offset int) Span {
	s := &scanner{src: p.src, pos: Pos{Line: 1, Col: 1}, end: len(p.src)}
	s.advance(offset)
	from := s.pos
	s.advance(1)
	return Span{from, s.pos}
}

// ParseExpr parses a source as one expression, as in a value on the command line or in a plan.
// It ignores newlines.
func ParseExpr(name, source string) (Expr, error) {
	p := newParser(name, source)
	p.dropNewlines()
	var e Expr
	p.guarded(func() {
		e = p.expr()
		if p.tok() != EOF {
			p.failHere("unexpected " + p.describe() + " after the expression")
		}
	})
	p.errs.Sort()
	if err := p.errs.Err(); err != nil {
		return &BadExpr{Span{p.at(0).from, p.at(0).to}}, err
	}
	return e, nil
}

// A parser parses lexemes. An error inside a declaration or a statement is recorded and ends it
// by a panic with bail, which guarded recovers.
type parser struct {
	name     string
	src      string
	lines    []string
	toks     []lexeme
	i        int
	errs     ErrorList
	comments []*Comment
	depth    int
	begun    Decl // the declaration being parsed, as far as it is known
	inText   bool // in a text whose braces contain values
	noIn     bool // in ends the current expression, the value of a let
}

type bail struct{}

func newParser(name, source string) *parser {
	p := &parser{name: name, src: source, lines: strings.Split(source, "\n")}
	from := Pos{1, 1, 0}
	if strings.HasPrefix(source, "\ufeff") {
		from.Offset = len("\ufeff")
	}
	s := scan(name, source, from, len(source), p.lines)
	p.toks, p.errs, p.comments = s.out, s.errs, s.comments
	return p
}

func (p *parser) dropNewlines() {
	out := p.toks[:0]
	for _, l := range p.toks {
		if l.tok != Newline {
			out = append(out, l)
		}
	}
	p.toks = out
}

func (p *parser) at(k int) *lexeme {
	return &p.toks[min(max(p.i+k, 0), len(p.toks)-1)]
}

func (p *parser) tok() Token { return p.at(0).tok }

// take returns the current lexeme and advances.
func (p *parser) take() *lexeme {
	l := p.at(0)
	if p.i < len(p.toks)-1 {
		p.i++
	}
	return l
}

func (p *parser) got(t Token) bool {
	if p.tok() != t {
		return false
	}
	p.take()
	return true
}

// want consumes a token of kind t, or fails with a message that mentions the context.
func (p *parser) want(t Token, context string) *lexeme {
	if p.tok() == t {
		return p.take()
	}
	e := p.fail(fmt.Sprintf("%s is needed %s, not %s", quoted(t), context, p.describe()))
	e.Hint = p.hintFor(t)
	panic(bail{})
}

func quoted(t Token) string {
	switch t {
	case IdentToken, IntToken, StringToken:
		return "a " + t.String()
	case EOF, Newline:
		return "the " + t.String()
	}
	return t.String()
}

// hintFor returns a hint for a missing token t.
func (p *parser) hintFor(t Token) string {
	l := p.at(0)
	switch hint := p.foreignHint(); {
	case hint != "" && t != IdentToken && (l.tok == IdentToken || l.tok == ForKey || l.tok == Arrow):
		return hint
	case l.tok == WhereKey && p.at(-1).tok == IdentToken && (t == RBrace || t == RParen || t == RBracket):
		name := p.at(-1).text
		return "what " + name + " is chosen from is missing: " + name + ": T where ..., or " + name + " in s where ..."
	case t == IdentToken && l.tok >= And:
		return l.text + isAWord
	case t == IdentToken && p.at(-1).tok == LetKey && l.tok == LBrace:
		return "write let x = e in f"
	case t == RBracket && l.tok == Colon:
		return "a part of an array is written [i: lo..hi -> a[i]]"
	case t == Colon && l.tok == Assign:
		return "a type comes first: name: type = value"
	case l.tok == Assign && (t == RParen || t == RBracket || t == RBrace):
		return "= gives a value; == compares"
	case (t == RParen || t == RBracket || t == RBrace) && (l.tok == IdentToken || l.tok == IntToken):
		return "a comma may be missing"
	case t == LBrace && l.tok == Colon:
		return "a body stands in braces: { ... }"
	}
	return ""
}

// describe describes the current token for a message.
func (p *parser) describe() string {
	l := p.at(0)
	switch l.tok {
	case EOF, Newline:
		return "the " + l.tok.String()
	case StringToken:
		if len(l.text) > 20 {
			return "a text"
		}
	}
	return l.text
}

// fail records an error at the current token, unless it is a consequence of a reported error.
func (p *parser) fail(msg string) *Error {
	l := p.at(0)
	e := newError(p.name, p.lines, l.from, l.to, msg, "")
	if !l.resync && l.tok != Illegal {
		p.errs = append(p.errs, e)
	}
	return e
}

func (p *parser) failHere(msg string) {
	p.fail(msg)
	panic(bail{})
}

// oncePerWord removes repeated errors about a keyword used as a name.
func oncePerWord(list ErrorList) ErrorList {
	reported := map[string]bool{}
	return slices.DeleteFunc(list, func(e *Error) bool {
		word, is := strings.CutSuffix(e.Hint, isAWord)
		again := is && reported[word]
		reported[word] = reported[word] || is
		return again
	})
}

// oncePerPlace removes the consequences of an illegal character at the same position.
func oncePerPlace(list ErrorList) ErrorList {
	illegal := map[Pos]bool{}
	for _, e := range list {
		illegal[e.Pos] = illegal[e.Pos] || strings.HasSuffix(e.Msg, noMeaning)
	}
	return slices.DeleteFunc(list, func(e *Error) bool { return illegal[e.Pos] && !strings.HasSuffix(e.Msg, noMeaning) })
}

const isAWord = " is a word of the language; choose another name"

// errorAt records an error without ending the statement.
func (p *parser) errorAt(n Span, msg, hint string) {
	p.errs = append(p.errs, newError(p.name, p.lines, n.From, n.To, msg, hint))
}

// guarded runs f and reports whether it returned without bail.
func (p *parser) guarded(f func()) (ok bool) {
	depth, inText, noIn := p.depth, p.inText, p.noIn
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(bail); !is {
				panic(r)
			}
			p.depth, p.inText, p.noIn = depth, inText, noIn
			ok = false
		}
	}()
	f()
	return true
}

// enter increments the depth and fails if the nesting is too deep.
func (p *parser) enter() {
	p.depth++
	if p.depth > maxDepth {
		p.fail(fmt.Sprintf("nested too deeply: at most %d levels", maxDepth))
		p.skipAll()
		panic(bail{})
	}
}

func (p *parser) leave() { p.depth-- }

// skipAll skips the rest of the file.
func (p *parser) skipAll() { p.i = len(p.toks) - 1 }

func (p *parser) span(from Pos) Span { return Span{from, p.at(-1).to} }

// ident consumes a name.
func (p *parser) ident(context string) *Ident {
	l := p.want(IdentToken, context)
	return &Ident{Span{l.from, l.to}, l.text}
}

// Description returns the text of the comment just above or just below puzzle, without comment
// signs, or "".
func (f *File) Description() string {
	for _, d := range f.Decls {
		if d, ok := d.(*PuzzleDecl); ok {
			if s := f.commentEnding(d.Pos().Line - 1); s != "" {
				return s
			}
			return f.commentFrom(d.End().Line + 1)
		}
	}
	return ""
}

// commentEnding returns the adjacent comments that end on the given line.
func (f *File) commentEnding(line int) string {
	var lines []string
	for i := len(f.Comments) - 1; i >= 0; i-- {
		if c := f.Comments[i]; c.To.Line == line {
			lines = append([]string{c.plain()}, lines...)
			line = c.From.Line - 1
		}
	}
	return strings.Join(lines, "\n")
}

// commentFrom returns the adjacent comments that start on the given line.
func (f *File) commentFrom(line int) string {
	var lines []string
	for _, c := range f.Comments {
		if c.From.Line == line {
			lines = append(lines, c.plain())
			line = c.To.Line + 1
		}
	}
	return strings.Join(lines, "\n")
}

// plain returns the text of a comment without its signs.
func (c *Comment) plain() string {
	if t, ok := strings.CutPrefix(c.Text, "//"); ok {
		return strings.TrimSpace(t)
	}
	t := strings.TrimSuffix(strings.TrimPrefix(c.Text, "/*"), "*/")
	lines := strings.Split(t, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(l), "*"))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
