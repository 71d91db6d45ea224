package file

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// kind tells the tokens of an LP file apart.
type kind int

const (
	kindEnd    kind = iota
	kindName        // also every word with a meaning
	kindNumber      // without a sign
	kindSign        // + or -
	kindColon       // :
	kindColons      // ::
	kindLess        // <= =< <
	kindMore        // >= => >
	kindEqual       // =
	kindArrow       // ->
	kindOther       // any other byte, such as [ * ^
)

// A token is the smallest part of an LP file.
type token struct {
	kind   kind
	text   []byte // its own
	line   int
	column int
	first  bool // of its line
}

// is says whether the token is that word, in any case.
func (t *token) is(word string) bool {
	return t.kind == kindName && len(t.text) == len(word) && strings.EqualFold(string(t.text), word)
}

func (t *token) relation() bool {
	return t.kind == kindLess || t.kind == kindMore || t.kind == kindEqual
}

// lookahead is how many tokens may be seen before they are taken, at most.
const lookahead = 4

// An lpScanner cuts an LP file into tokens. Lines may be of any length.
type lpScanner struct {
	in     *bufio.Reader
	line   int
	column int  // of the byte read last
	fresh  bool // nothing but blanks on this line so far
	ring   [lookahead]token
	at     int // where the next token stands in the ring
	ready  int // how many are there
	title  []byte
	err    error // of the reader below
}

func newLPScanner(in *bufio.Reader) *lpScanner {
	return &lpScanner{in: in, line: 1, fresh: true}
}

// peek shows the token k places ahead; 0 is the next.
func (s *lpScanner) peek(k int) *token {
	for s.ready <= k {
		t := &s.ring[(s.at+s.ready)%lookahead]
		s.scan(t)
		s.ready++
	}
	return &s.ring[(s.at+k)%lookahead]
}

// next takes a token. It stands until three more have been looked at.
func (s *lpScanner) next() *token {
	t := s.peek(0)
	if t.kind != kindEnd {
		s.at = (s.at + 1) % lookahead
		s.ready--
	}
	return t
}

// read gives the next byte, or 0 at the end of the file (and for a zero byte, which is
// then a blank).
func (s *lpScanner) read() byte {
	c, err := s.in.ReadByte()
	if err != nil {
		if err != io.EOF && s.err == nil {
			s.err = err
		}
		return 0
	}
	s.column++
	if c == 0 {
		return ' '
	}
	return c
}

func (s *lpScanner) unread(c byte) {
	if c != 0 {
		s.in.UnreadByte()
		s.column--
	}
}

func (s *lpScanner) scan(t *token) {
	c := s.skip()
	t.text, t.line, t.column, t.first = t.text[:0], s.line, s.column, s.fresh
	s.fresh = false
	switch {
	case c == 0:
		t.kind = kindEnd
		t.column++
	case isDigit(c) || c == '.':
		t.kind = kindNumber
		s.number(t, c)
	case nameByte(c) && c != '[' && c != ']' && c != '/':
		t.kind = kindName
		for nameByte(c) {
			t.text = append(t.text, c)
			c = s.read()
		}
		s.unread(c)
	default:
		t.text = append(t.text, c)
		s.mark(t, c)
	}
}

// skip passes blanks, line ends and comments; it gives the first byte of a token.
func (s *lpScanner) skip() byte {
	for {
		switch c := s.read(); {
		case c == '\n':
			s.line++
			s.column = 0
			s.fresh = true
		case c == '\\':
			s.comment()
		case c == 0 || c > ' ':
			return c
		}
	}
}

// comment passes the rest of the line. "\Problem name: x" and GLPK's "\* Problem: x *\"
// give the problem's name.
func (s *lpScanner) comment() {
	var text []byte
	for c := s.read(); c != 0; c = s.read() {
		if c == '\n' {
			s.unread(c)
			break
		}
		if len(text) < 300 {
			text = append(text, c)
		}
	}
	if s.title != nil {
		return
	}
	text = bytes.TrimSpace(bytes.TrimRight(bytes.TrimLeft(text, "* "), "*\\ \r"))
	for _, begin := range []string{"Problem name:", "Problem:"} {
		if name, ok := bytes.CutPrefix(text, []byte(begin)); ok {
			s.title = append([]byte{}, bytes.TrimSpace(name)...)
		}
	}
}

// number reads digits, a point and an exponent, as far as they make a number: 3x is 3 and
// x, 3e is 3 and e.
func (s *lpScanner) number(t *token, c byte) {
	for isDigit(c) || c == '.' {
		t.text = append(t.text, c)
		c = s.read()
	}
	if c == 'e' || c == 'E' {
		if ahead, _ := s.in.Peek(2); begins(ahead) {
			t.text = append(t.text, c)
			for c = s.read(); isDigit(c) || c == '+' || c == '-'; c = s.read() {
				if !isDigit(c) && !isE(t.text[len(t.text)-1]) {
					break
				}
				t.text = append(t.text, c)
			}
		}
	}
	s.unread(c)
}

func isE(c byte) bool { return c == 'e' || c == 'E' }

// begins says whether digits of an exponent, with a sign or none, come.
func begins(ahead []byte) bool {
	if len(ahead) == 2 && (ahead[0] == '+' || ahead[0] == '-') {
		ahead = ahead[1:]
	}
	return len(ahead) > 0 && isDigit(ahead[0])
}

// mark finds out what c, and what stands behind it, means.
func (s *lpScanner) mark(t *token, c byte) {
	follow := func(set string) bool {
		d := s.read()
		if d != 0 && strings.IndexByte(set, d) >= 0 {
			t.text = append(t.text, d)
			return true
		}
		s.unread(d)
		return false
	}
	t.kind = kindOther
	switch c {
	case '+':
		t.kind = kindSign
	case '-':
		t.kind = kindSign
		if follow(">") {
			t.kind = kindArrow
		}
	case ':':
		t.kind = kindColon
		if follow(":") {
			t.kind = kindColons
		}
	case '<':
		t.kind = kindLess
		follow("=")
	case '>':
		t.kind = kindMore
		follow("=")
	case '=':
		t.kind = kindEqual
		if follow("<") {
			t.kind = kindLess
		} else if follow(">") {
			t.kind = kindMore
		}
	}
}

// nameByte says whether a name may have that byte: letters, digits, what CPLEX and GLPK
// allow, brackets (of an index), and all beyond ASCII.
func nameByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c >= 0x80 || c != 0 && strings.IndexByte("!\"#$%&(),.;?@_'`{}|~/[]", c) >= 0
}
