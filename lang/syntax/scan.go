package syntax

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A lexeme is a token with its text and position.
type lexeme struct {
	tok      Token
	text     string
	from, to Pos
	raw      bool // a back-quoted text
	resync   bool // inserted where a declaration begins inside an open bracket, which was reported
}

// A scanner splits a source into lexemes.
type scanner struct {
	name     string
	src      string
	pos      Pos
	end      int // offset to stop at
	out      []lexeme
	comments []*Comment
	errs     ErrorList
	open     []lexeme // open brackets
	lines    []string
}

// scan scans src[from.Offset:end]. It drops newlines that do not end a statement.
func scan(name, src string, from Pos, end int, lines []string) *scanner {
	s := &scanner{name: name, src: src, pos: from, end: end, lines: lines}
	for s.pos.Offset < end {
		s.next()
	}
	for _, b := range s.open {
		s.unclosed(b)
	}
	open := len(s.open) > 0
	s.closeAll(0)
	s.out = append(s.out, lexeme{tok: EOF, from: s.pos, to: s.pos, resync: open})
	s.out = joinLines(s.out)
	return s
}

func (s *scanner) errorf(from, to Pos, msg, hint string) {
	s.errs = append(s.errs, newError(s.name, s.lines, from, to, msg, hint))
}

func newError(name string, lines []string, from, to Pos, msg, hint string) *Error {
	e := &Error{File: name, Pos: from, End: to, Msg: msg, Hint: hint}
	if from.Line > 0 && from.Line <= len(lines) {
		e.Line = strings.TrimRight(lines[from.Line-1], "\r")
	}
	return e
}

// advance advances by n bytes.
func (s *scanner) advance(n int) {
	for _, r := range s.src[s.pos.Offset : s.pos.Offset+n] {
		if r == '\n' {
			s.pos.Line++
			s.pos.Col = 1
		} else {
			s.pos.Col++
		}
	}
	s.pos.Offset += n
}

func (s *scanner) emit(t Token, n int) {
	from := s.pos
	text := s.src[from.Offset : from.Offset+n]
	s.advance(n)
	s.out = append(s.out, lexeme{tok: t, text: text, from: from, to: s.pos})
}

// next scans one lexeme, blanks or a comment.
func (s *scanner) next() {
	rest := s.src[s.pos.Offset:s.end]
	c := rest[0]
	switch {
	case c == '\n':
		s.newline()
	case c == ' ' || c == '\t' || c == '\r':
		s.advance(1)
	case strings.HasPrefix(rest, "//"):
		s.comment(lineEnd(rest))
	case strings.HasPrefix(rest, "/*"):
		s.blockComment(rest)
	case c == '"':
		s.text(rest)
	case c == '`':
		s.rawText(rest)
	case c >= '0' && c <= '9':
		s.number(rest)
	default:
		if n := nameLength(rest); n > 0 {
			s.word(rest[:n])
		} else {
			s.operator(rest)
		}
	}
}

func lineEnd(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// newline emits a newline unless the innermost open bracket is round or square.
func (s *scanner) newline() {
	if n := len(s.open); n > 0 && s.open[n-1].tok != LBrace {
		s.advance(1)
		return
	}
	s.emit(Newline, 1)
}

func (s *scanner) comment(n int) {
	from := s.pos
	text := strings.TrimRight(s.src[from.Offset:from.Offset+n], " \t\r")
	s.advance(n)
	s.comments = append(s.comments, &Comment{Span{from, s.pos}, text})
}

func (s *scanner) blockComment(rest string) {
	n := strings.Index(rest[2:], "*/")
	if n < 0 {
		from := s.pos
		s.comment(len(rest))
		s.errorf(from, Pos{}, "the comment is not closed", "end it with */")
		return
	}
	s.comment(n + 4)
}

func (s *scanner) text(rest string) {
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			s.emit(StringToken, i+1)
			return
		case '\n':
			s.openText(i)
			return
		}
	}
	s.openText(len(rest))
}

func (s *scanner) openText(n int) {
	from := s.pos
	s.emit(StringToken, n)
	s.errorf(from, s.pos, "the text is not closed", "end it with \" on the same line; a text over several lines stands between back-quotes")
}

func (s *scanner) rawText(rest string) {
	n := strings.IndexByte(rest[1:], '`')
	if n < 0 {
		from := s.pos
		s.emit(StringToken, len(rest))
		s.errorf(from, Pos{}, "the text is not closed", "end it with `")
		return
	}
	s.emit(StringToken, n+2)
	s.out[len(s.out)-1].raw = true
}

func (s *scanner) number(rest string) {
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	from := s.pos
	if k := nameLength(rest[n:]); k > 0 {
		s.emit(Illegal, n+k)
		s.errorf(from, s.pos, rest[:n+k]+" is neither a number nor a name", "a name starts with a letter; a product is written "+rest[:n]+" * "+rest[n:n+k])
		return
	}
	after := rest[n:]
	if len(after) > 1 && after[0] == '.' && after[1] >= '0' && after[1] <= '9' && !s.afterDot() {
		k := 1
		for k < len(after) && after[k] >= '0' && after[k] <= '9' {
			k++
		}
		if l := nameLength(after[k:]); l > 0 {
			s.emit(Illegal, n+k+l)
			s.errorf(from, s.pos, rest[:n+k+l]+" is neither a number nor a name", "a product is written "+rest[:n+k]+" * "+after[k:k+l])
			return
		}
		n += k
	}
	s.emit(IntToken, n)
}

// afterDot reports whether the number that follows is a component, as in p.1.
func (s *scanner) afterDot() bool {
	return len(s.out) > 0 && s.out[len(s.out)-1].tok == Dot
}

// nameLength returns the length of the name at the start of s, or 0.
func nameLength(s string) int {
	for i, r := range s {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && r != '_') {
			return i
		}
	}
	return len(s)
}

func (s *scanner) word(w string) {
	t := IdentToken
	if k, ok := Keywords[w]; ok {
		t = k
	}
	n, leaves := s.leaves(t)
	if leaves {
		s.leaveBrackets(n)
	}
	s.emit(t, len(w))
	s.out[len(s.out)-1].resync = leaves && n == 0
}

// leaves reports whether a word at the start of a line cannot occur inside the open brackets,
// and inside how many of them it can: a declaration in no bracket, a statement in those of its
// move.
func (s *scanner) leaves(t Token) (n int, leaves bool) {
	n = len(s.open)
	if n == 0 || !startsDecl(t) && t != RequireKey && t != ForKey || !s.firstOnLine() {
		return n, false
	}
	if startsDecl(t) {
		return 0, true
	}
	for n > 0 && s.open[n-1].tok != LBrace {
		n--
	}
	return n, n < len(s.open) && (n > 0 || t == RequireKey)
}

// startsDecl reports whether t starts a declaration and cannot occur elsewhere.
func startsDecl(t Token) bool {
	switch t {
	case PuzzleKey, ParamKey, ConstKey, EnumKey, TypeKey, DefKey, StateKey, FindKey, MoveKey, NeverKey, AlwaysKey, GoalKey,
		MinimizeKey, MaximizeKey, ShowKey:
		return true
	}
	return false
}

func (s *scanner) firstOnLine() bool {
	start := strings.LastIndexByte(s.src[:s.pos.Offset], '\n') + 1
	return strings.TrimSpace(s.src[start:s.pos.Offset]) == ""
}

// leaveBrackets reports that more than n brackets are open at the start of a declaration or a
// statement, and closes these.
func (s *scanner) leaveBrackets(n int) {
	s.unclosed(s.open[n])
	s.closeAll(n)
	s.out = append(s.out, lexeme{tok: Newline, text: "\n", from: s.pos, to: s.pos, resync: true})
}

// closeAll closes all but n open brackets, so that their contents can be parsed.
func (s *scanner) closeAll(n int) {
	for i := len(s.open) - 1; i >= n; i-- {
		s.out = append(s.out, lexeme{tok: closing[s.open[i].tok], from: s.pos, to: s.pos, resync: true})
	}
	s.open = s.open[:n]
}

func (s *scanner) unclosed(b lexeme) {
	s.errorf(b.from, b.to, b.text+" is not closed", "add "+closing[b.tok].String())
}

var closing = map[Token]Token{LParen: RParen, LBracket: RBracket, LBrace: RBrace}

// operators are tried in this order: longer ones first.
var operators = []Token{Eq, Ne, Le, Ge, PlusAssign, MinusAssign, Arrow, Range, Lt, Gt, Assign, Plus, Minus, Star, Slash, Percent,
	LParen, RParen, LBracket, RBracket, LBrace, RBrace, Comma, Colon, Dot}

func (s *scanner) operator(rest string) {
	for _, f := range foreign {
		if strings.HasPrefix(rest, f.text) && (f.text != "!" || !strings.HasPrefix(rest, "!=")) {
			s.illegal(len(f.text), s.hintOf(f.text, f.hint))
			return
		}
	}
	for _, t := range operators {
		if strings.HasPrefix(rest, t.String()) {
			s.bracket(t)
			return
		}
	}
	_, n := utf8.DecodeRuneInString(rest)
	s.illegal(n, "")
}

// hintOf returns the hint for a sign, which may depend on its neighbours.
func (s *scanner) hintOf(mark, hint string) string {
	at := s.pos.Offset
	before, _ := utf8.DecodeLastRuneInString(s.src[:at])
	after, _ := utf8.DecodeRuneInString(s.src[at+len(mark):])
	switch {
	case mark == "'" && unicode.IsLetter(before) && strings.Count(s.src[strings.LastIndex(s.src[:at], "\n")+1:at], mark)%2 == 0:
		return "an assignment x = e says what x becomes; x is what it was"
	case mark == "<>" && strings.HasPrefix(s.src[at+len(mark):], "("):
		return "what is to hold in the end is goal e"
	case mark == "|" && len(s.open) > 0 && s.open[len(s.open)-1].tok == LBracket:
		return "write or between conditions; an array is [x: T -> e]"
	case mark == "?" && unicode.IsLetter(after):
		return "names have no ? before them"
	}
	return hint
}

const noMeaning = " has no meaning here"

// illegal reports a character without a meaning. If its hint is an operator, the parser
// continues as with that operator.
func (s *scanner) illegal(n int, hint string) {
	from := s.pos
	text := s.src[from.Offset : from.Offset+n]
	s.emit(Illegal, n)
	msg := strings.TrimSpace(text) + noMeaning
	if r, _ := utf8.DecodeRuneInString(text); !unicode.IsPrint(r) {
		msg = "a control character" + noMeaning
	}
	s.errorf(from, s.pos, msg, hint)
	l := &s.out[len(s.out)-1]
	switch {
	case hint == "write and":
		l.tok = And
	case strings.HasPrefix(hint, "write or"):
		l.tok = Or
	case hint == "write not":
		l.tok = Not
	case hint == "write =":
		l.tok = Assign
	case strings.HasPrefix(hint, "write implies"):
		l.tok = Implies
	case strings.HasPrefix(hint, "equality"), strings.HasPrefix(hint, "equivalence"), hint == "inequality is !=", hint == "write !=":
		l.tok = Eq
	case hint == "write <=" || hint == "write >=":
		l.tok = Le
	case text == ";":
		l.tok = Newline
	}
}

// bracket emits t and maintains the stack of open brackets.
func (s *scanner) bracket(t Token) {
	s.emit(t, len(t.String()))
	l := s.out[len(s.out)-1]
	switch t {
	case LParen, LBracket, LBrace:
		s.open = append(s.open, l)
	case RParen, RBracket, RBrace:
		s.close(l)
	}
}

func (s *scanner) close(l lexeme) {
	n := len(s.open)
	if n == 0 {
		s.errorf(l.from, l.to, l.text+" closes nothing", "")
		s.out = s.out[:len(s.out)-1]
		return
	}
	top := s.open[n-1]
	if closing[top.tok] == l.tok {
		s.open = s.open[:n-1]
		return
	}
	s.errorf(l.from, l.to, l.text+" closes "+top.text+" of line "+itoa(top.from.Line), "write "+closing[top.tok].String())
	s.out[len(s.out)-1].tok = closing[top.tok]
	s.open = s.open[:n-1]
}

// joinLines drops the newlines that do not end a statement: after a token that requires more,
// before a token that continues, and repeated ones.
func joinLines(in []lexeme) []lexeme {
	out := in[:0]
	for i, l := range in {
		if l.tok == Newline && !l.resync {
			if len(out) == 0 || out[len(out)-1].tok == Newline || unfinished(out) || goesOn(in[i+1:]) {
				continue
			}
		}
		out = append(out, l)
	}
	return out
}

// unfinished reports whether a line continues: it ends with an operator, an open bracket or a
// comma.
func unfinished(line []lexeme) bool {
	return wordOperator(line) || asksForMore(line[len(line)-1].tok)
}

// wordOperator reports whether the last word is an operator: an operator word after a value.
// After an operator it is a name.
func wordOperator(line []lexeme) bool {
	n := len(line) - 1
	if n < 1 || line[n].tok != IdentToken {
		return false
	}
	_, word := infixWords[line[n].text]
	return word && endsValue(line[n-1].tok) && !wordOperator(line[:n])
}

func asksForMore(t Token) bool {
	switch t {
	case LParen, LBracket, LBrace, Comma, Colon, Dot, Arrow, And, Or, Not, Implies, In, ThenKey, ElseKey, WhereKey, OfKey:
		return true
	}
	return t >= Assign && t <= Percent
}

// goesOn reports whether the next token continues the line before.
func goesOn(rest []lexeme) bool {
	for _, l := range rest {
		switch l.tok {
		case Newline:
			if l.resync {
				return false
			}
			continue
		case And, Or, Implies, WhereKey, ThenKey, ElseKey, RBrace, LBrace, In:
			return true
		}
		return l.tok >= Eq && l.tok <= Percent || l.tok == Arrow
	}
	return false
}
