package plan

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"farbank/lang/syntax"
)

// A word is a name, true or false, written without quotes. A quoted name is a string.
type word string

// maxNesting is the maximum nesting depth of values.
const maxNesting = 100

// A line is a line of a plan and the position of the scanner. Errors are panics with a wrong,
// which the draft's methods recover.
type line struct {
	file  string
	text  string
	num   int // from 1
	at    int // bytes read
	depth int

	digits int // of times
}

type wrong struct{ err *syntax.Error }

// fail reports an error about the bytes from..to.
func (l *line) fail(from, to int, msg string) {
	col := func(i int) int { return 1 + utf8.RuneCountInString(l.text[:i]) }
	panic(wrong{&syntax.Error{File: l.file, Pos: syntax.Pos{Line: l.num, Col: col(from)}, End: syntax.Pos{Line: l.num, Col: col(to)}, Msg: msg, Line: l.text}})
}

// failHere reports an error about the next character.
func (l *line) failHere(msg string) {
	_, n := utf8.DecodeRuneInString(l.text[l.at:])
	l.fail(l.at, l.at+n, msg)
}

// rest returns the unread text after blanks, without a comment.
func (l *line) rest() string {
	for l.at < len(l.text) {
		r, n := utf8.DecodeRuneInString(l.text[l.at:])
		if !unicode.IsSpace(r) {
			break
		}
		l.at += n
	}
	if strings.HasPrefix(l.text[l.at:], "//") {
		l.at = len(l.text)
	}
	return l.text[l.at:]
}

// take consumes sign if it is next.
func (l *line) take(sign string) bool {
	if !strings.HasPrefix(l.rest(), sign) {
		return false
	}
	l.at += len(sign)
	return true
}

func (l *line) end() {
	if l.rest() != "" {
		l.failHere("nothing more is expected on this line")
	}
}

// word consumes a word, up to a blank or a delimiter, so that many names need no quotes. It
// returns "" if no word is next.
func (l *line) word() string {
	rest := l.rest()
	n := strings.IndexFunc(rest, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("()[]{}=,\"`'/+*<>:;", r) || r == utf8.RuneError
	})
	if n < 0 {
		n = len(rest)
	}
	if n > 0 && (rest[0] == '-' || rest[0] >= '0' && rest[0] <= '9') {
		return ""
	}
	l.at += n
	return rest[:n]
}

// draft parses "cross(goat)" or "row[1] = 5".
func (l *line) draft(d *draft) {
	if c, ok := l.timed(); ok {
		d.moves = append(d.moves, c)
		return
	}
	from := l.at
	if name := l.word(); name != "" && l.take("(") {
		d.moves = append(d.moves, call{name: name, args: l.list(")")})
		l.end()
		return
	}
	l.at = from
	a := l.assignment(expected)
	l.end()
	d.find = append(d.find, a)
}

// assignment parses "row[1] = 5"; expected is the message if there is no assignment.
func (l *line) assignment(expected string) assignment {
	from := l.at
	a := assignment{name: l.word()}
	if a.name == "" {
		l.rest()
		l.failHere(expected)
	}
	if l.take("[") {
		a.index = l.list("]")
	}
	if !l.take("=") {
		if l.rest() == "" {
			l.fail(from, len(l.text), expected)
		}
		l.failHere(expected)
	}
	a.value = l.value()
	return a
}

const expected = "a move is needed, as in cross(goat), or a value, as in row[1] = 5"

// list parses values up to the closing bracket end.
func (l *line) list(end string) []any {
	list := []any{}
	if l.take(end) {
		return list
	}
	for {
		list = append(list, l.value())
		if l.take(end) {
			return list
		}
		if !l.take(",") {
			if l.rest() == "" {
				l.fail(l.at, l.at, end+" is missing")
			}
			l.failHere("a comma or " + end + " is needed here")
		}
	}
}

func (l *line) value() any {
	if l.depth++; l.depth > maxNesting {
		l.failHere("nested too deeply")
	}
	defer func() { l.depth-- }()
	rest := l.rest()
	switch {
	case l.take("("):
		list := l.list(")")
		if len(list) == 1 {
			return list[0]
		}
		return list
	case l.take("{"):
		return l.list("}")
	case l.take("["):
		return l.list("]")
	case strings.HasPrefix(rest, `"`) || strings.HasPrefix(rest, "`"):
		return l.quoted(rest)
	}
	if w := l.word(); w != "" {
		return word(w)
	}
	return l.number(rest)
}

func (l *line) quoted(rest string) string {
	q, err := strconv.QuotedPrefix(rest)
	if err != nil {
		l.fail(l.at, len(l.text), "the text is not closed, or has an escape that is unknown")
	}
	s, err := strconv.Unquote(q)
	if err != nil {
		l.fail(l.at, l.at+len(q), "the text has an escape that is unknown")
	}
	l.at += len(q)
	return s
}

// A decimal is the text of a number with a decimal point.
type decimal string

// number parses a number: an int64, or a decimal.
func (l *line) number(rest string) any {
	from := l.at
	sign := ""
	if l.take("-") {
		sign, rest = "-", l.rest()
	}
	n := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if n < 0 {
		n = len(rest)
	}
	if n == 0 {
		l.at = from
		l.failHere("a value is needed: a number, a name, true, false, or (a, b), {a, b}, [a, b] of these")
	}
	if part := rest[n:]; len(part) > 1 && part[0] == '.' && part[1] >= '0' && part[1] <= '9' {
		k := strings.IndexFunc(part[1:], func(r rune) bool { return r < '0' || r > '9' })
		if k < 0 {
			k = len(part) - 1
		}
		n += 1 + k
		l.at += n
		return decimal(sign + rest[:n])
	}
	l.at += n
	v, err := strconv.ParseInt(sign+rest[:n], 10, 64)
	if err != nil {
		l.fail(from, l.at, "the number does not fit 64 bits")
	}
	return v
}
