package builtin

import (
	"io"
	"math"
	"strconv"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/router"
	"farbank/rules/value"
)

// fieldKind is the kind of a field.
type fieldKind uint8

const (
	endField   fieldKind = iota
	valueField           // a number, symbol or string
	signField            // a variable, wildcard, bracket or connective: text only
	badField             // an unprintable character
)

// field is the text between delimiters.
type field struct {
	kind  fieldKind
	value value.Value
	text  string
}

const unprintable = "<<<unprintable character>>>"

// fieldScanner splits the input of read, explode$ and string-to-field into fields, which are written
// as in programs. It leaves the delimiter after a field unread.
type fieldScanner struct {
	in     io.ByteScanner
	symbol func(text string) value.Value
	warn   func(name, text string)
}

func scan(e *core.Environment, text string) *fieldScanner {
	return scanFrom(e, strings.NewReader(text))
}

func scanFrom(e *core.Environment, in io.ByteScanner) *fieldScanner {
	return &fieldScanner{in, e.Symbols.Symbol, e.Routers.Print}
}

func (s *fieldScanner) get() int {
	c, err := s.in.ReadByte()
	if err != nil {
		return router.None
	}
	return int(c)
}

func (s *fieldScanner) peek() int {
	c := s.get()
	if c != router.None {
		s.in.UnreadByte()
	}
	return c
}

// next returns the next field.
func (s *fieldScanner) next() field {
	c := s.skip()
	switch {
	case c == router.None || c == 0 || c == 3: // 3 is control-C
		return field{kind: endField}
	case c == '"':
		return field{kind: valueField, value: value.String(s.quoted())}
	case strings.IndexByte("()~|&", byte(c)) >= 0:
		return field{kind: signField, text: string(rune(c))}
	case c == '?':
		return s.variable("?")
	case c == '$':
		if s.peek() != '?' {
			return field{kind: valueField, value: s.symbol(s.word("$"))}
		}
		s.get()
		return s.variable("$?")
	case c == '<':
		return field{kind: valueField, value: s.symbol(s.word("<"))}
	case !printable(c) && !leads(c):
		return field{kind: badField, text: unprintable}
	}
	word := s.word(string([]byte{byte(c)}))
	if v, ok := s.number(word); ok {
		return field{kind: valueField, value: v}
	}
	return field{kind: valueField, value: s.symbol(word)}
}

// skip skips white space and comments and returns the first character after them.
func (s *fieldScanner) skip() int {
	for {
		switch c := s.get(); c {
		case ' ', '\n', '\f', '\r', '\t':
		case ';':
			for c != '\n' && c != '\r' && c != router.None {
				c = s.get()
			}
		default:
			return c
		}
	}
}

func (s *fieldScanner) variable(sign string) field {
	if c := s.peek(); c == '*' || letter(c) || leads(c) {
		return field{kind: signField, text: s.word(sign)}
	}
	return field{kind: signField, text: sign}
}

// word reads up to the next delimiter; start has been read already.
func (s *fieldScanner) word(start string) string {
	b := []byte(start)
	for {
		c := s.peek()
		if !printable(c) && (c < 0x80 || c > 0xF7) || strings.IndexByte(` <"()&|~;`, byte(c)) >= 0 {
			return string(b)
		}
		b = append(b, byte(s.get()))
	}
}

// quoted reads a string after its first quote. A backslash escapes the next character.
func (s *fieldScanner) quoted() string {
	var b []byte
	for {
		c := s.get()
		if c == '"' {
			return string(b)
		}
		if c == '\\' {
			c = s.get()
		}
		if c == router.None {
			s.warn("werror", "\n[SCANNER1] Encountered End-Of-File while scanning a string\n")
			return string(b)
		}
		b = append(b, byte(c))
	}
}

// number returns a word as an integer or float, or false if it is neither.
func (s *fieldScanner) number(word string) (value.Value, bool) {
	switch integer, float := numeral(word); {
	case float:
		f, _ := strconv.ParseFloat(word, 64) // out of range: infinite, or 0
		return value.Float(f), true
	case !integer:
		return value.Value{}, false
	}
	n, err := strconv.ParseInt(word, 10, 64)
	if err != nil {
		s.warn("wwarning", "[SCANNER1] WARNING: Over or underflow of long long integer.\n")
		n = math.MaxInt64
		if word[0] == '-' {
			n = math.MinInt64
		}
	}
	return value.Integer(n), true
}

// numeral reports whether a word is an integer or a float: a sign, digits with at most one point, and
// an exponent.
func numeral(word string) (integer, float bool) {
	s := strings.TrimPrefix(word, "-")
	if s == word {
		s = strings.TrimPrefix(word, "+")
	}
	whole := len(s) - len(strings.TrimLeft(s, "0123456789"))
	s = s[whole:]
	if s == "" {
		return whole > 0, false
	}
	if s[0] == '.' {
		fraction := len(s) - 1 - len(strings.TrimLeft(s[1:], "0123456789"))
		whole += fraction
		s = s[1+fraction:]
	}
	if whole == 0 {
		return false, false
	}
	if s == "" {
		return false, true
	}
	if s[0] != 'e' && s[0] != 'E' {
		return false, false
	}
	s = s[1:]
	if s != "" && (s[0] == '-' || s[0] == '+') {
		s = s[1:]
	}
	return false, s != "" && strings.Trim(s, "0123456789") == ""
}

func printable(c int) bool { return c >= ' ' && c <= '~' }

func letter(c int) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// leads reports whether c is the first byte of a character outside ASCII.
func leads(c int) bool { return c >= 0xC0 && c <= 0xF7 }
