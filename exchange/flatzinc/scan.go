package flatzinc

import (
	"fmt"
	"strconv"
)

// An Error is a syntax or semantic error in a file.
type Error struct {
	Name    string
	Line    int // from 1
	Message string
}

// Error returns the place and the message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Message) }

// A token is a lexeme. Its kind is 'n' for a name, 'i' for an integer, 'f' for a float, 's' for
// a string, 0 at the end, ':' for :: and :, '.' for two dots, or else the character itself.
type token struct {
	kind   byte
	double bool // of ':': it is ::
	text   string
	value  int64
}

type scanner struct {
	text []byte
	at   int
	line int
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// skip skips blanks and comments.
func (s *scanner) skip() {
	for s.at < len(s.text) {
		switch c := s.text[s.at]; {
		case c == '\n':
			s.line++
			s.at++
		case c == ' ' || c == '\t' || c == '\r':
			s.at++
		case c == '%':
			for s.at < len(s.text) && s.text[s.at] != '\n' {
				s.at++
			}
		default:
			return
		}
	}
}

func (s *scanner) peek(n int) byte {
	if s.at+n < len(s.text) {
		return s.text[s.at+n]
	}
	return 0
}

// next returns the next token, or an error message.
func (s *scanner) next() (t token, message string) {
	s.skip()
	if s.at >= len(s.text) {
		return token{}, ""
	}
	begin := s.at
	c := s.text[s.at]
	switch {
	case isLetter(c):
		for s.at < len(s.text) && (isLetter(s.text[s.at]) || isDigit(s.text[s.at])) {
			s.at++
		}
		return token{kind: 'n', text: string(s.text[begin:s.at])}, ""
	case isDigit(c) || c == '-' && isDigit(s.peek(1)):
		return s.number()
	case c == '"' || c == '\'':
		s.at++
		for s.at < len(s.text) && s.text[s.at] != c && s.text[s.at] != '\n' {
			if s.text[s.at] == '\\' {
				s.at++
			}
			s.at++
		}
		if s.at >= len(s.text) || s.text[s.at] != c {
			return token{}, "a text is not closed"
		}
		s.at++
		kind := byte('s')
		if c == '\'' {
			kind = 'n'
		}
		return token{kind: kind, text: string(s.text[begin+1 : s.at-1])}, ""
	case c == '.' && s.peek(1) == '.', c == ':' && s.peek(1) == ':':
		s.at += 2
		return token{kind: c, double: true}, ""
	}
	for _, d := range []byte("()[]{},;:=") {
		if c == d {
			s.at++
			return token{kind: c}, ""
		}
	}
	return token{}, fmt.Sprintf("%q is not expected here", string(rune(c)))
}

func (s *scanner) number() (token, string) {
	begin := s.at
	s.at++
	float := false
	for s.at < len(s.text) {
		c := s.text[s.at]
		switch {
		case isDigit(c) || isLetter(c) && c != 'e' && c != 'E' && !float:
		case c == '.' && isDigit(s.peek(1)):
			float = true
		case c == 'e' || c == 'E':
			hex := s.at-begin > 1 && (s.text[begin+1] == 'x' || s.text[begin] == '-' && s.text[begin+2] == 'x')
			float = float || !hex
			if !hex && (s.peek(1) == '-' || s.peek(1) == '+') {
				s.at++
			}
		default:
			return s.valueOf(begin, float)
		}
		s.at++
	}
	return s.valueOf(begin, float)
}

func (s *scanner) valueOf(begin int, float bool) (token, string) {
	text := string(s.text[begin:s.at])
	if float {
		return token{kind: 'f', text: text}, ""
	}
	base := 10
	digits := text
	if digits[0] == '-' {
		digits = digits[1:]
	}
	if len(digits) > 1 && digits[0] == '0' && isLetter(digits[1]) {
		base = 0 // 0x or 0o
	}
	n, err := strconv.ParseInt(text, base, 64)
	if err != nil {
		return token{}, fmt.Sprintf("%.40s is no number of 64 bits", text)
	}
	return token{kind: 'i', value: n, text: text}, ""
}
