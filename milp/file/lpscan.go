package file

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// A kind is the kind of a token of an LP file.
type kind int

const (
	kindEnd    kind = iota
	kindName        // also keywords
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

// A token is a token of an LP file.
type token struct {
	kind   kind
	text   []byte // owned by the token
	line   int
	column int
	first  bool // first of its line
}

// is reports whether the token is the given word, in any case.
func (t *token) is(word string) bool {
	return t.kind == kindName && len(t.text) == len(word) && strings.EqualFold(string(t.text), word)
}

func (t *token) relation() bool {
	return t.kind == kindLess || t.kind == kindMore || t.kind == kindEqual
}

// lookahead is the maximum number of tokens that the scanner holds.
const lookahead = 4

// An lpScanner splits an LP file into tokens. Lines may have any length.
type lpScanner struct {
	in     *bufio.Reader
	line   int
	column int  // of the byte read last
	fresh  bool // only blanks on this line so far
	ring   [lookahead]token
	at     int // position of the next token in the ring
	ready  int // number of scanned tokens
	title  []byte
	err    error // of the underlying reader
}

func newLPScanner(in *bufio.Reader) *lpScanner {
	return &lpScanner{in: in, line: 1, fresh: true}
}

// peek returns the token k places ahead; 0 is the next.
func (s *lpScanner) peek(k int) *token {
	for s.ready <= k {
		t := &s.ring[(s.at+s.ready)%lookahead]
		s.scan(t)
		s.ready++
	}
	return &s.ring[(s.at+k)%lookahead]
}

// next consumes a token. The token is valid until three more have been scanned.
func (s *lpScanner) next() *token {
	t := s.peek(0)
	if t.kind != kindEnd {
		s.at = (s.at + 1) % lookahead
		s.ready--
	}
	return t
}

// read returns the next byte, or 0 at the end of the file. A zero byte in the file is returned as a
// blank.
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

// skip skips blanks, line ends and comments; it returns the first byte of a token.
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

// comment skips the rest of the line. "\Problem name: x" and GLPK's "\* Problem: x *\" set the
// problem's name.
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

// number reads the longest number: 3x is 3 and x, 3e is 3 and e.
func (s *lpScanner) number(t *token, c byte) {
	for isDigit(c) || c == '.' {
		t.text = append(t.text, c)
		c = s.read()
	}
	for c == ',' { // a decimal comma, not a name
		if ahead, _ := s.in.Peek(1); len(ahead) == 0 || !isDigit(ahead[0]) {
			break
		}
		for t.text, c = append(t.text, c), s.read(); isDigit(c); c = s.read() {
			t.text = append(t.text, c)
		}
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

// begins reports whether the bytes begin with the digits of an exponent, perhaps with a sign.
func begins(ahead []byte) bool {
	if len(ahead) == 2 && (ahead[0] == '+' || ahead[0] == '-') {
		ahead = ahead[1:]
	}
	return len(ahead) > 0 && isDigit(ahead[0])
}

// mark reads an operator that begins with c.
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

// nameByte reports whether a name may contain the byte: letters, digits, what CPLEX and GLPK allow,
// brackets (of an index), and all beyond ASCII.
func nameByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c >= 0x80 || c != 0 && strings.IndexByte("!\"#$%&(),.;?@_'`{}|~/[]", c) >= 0
}
