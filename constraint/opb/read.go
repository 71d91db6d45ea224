package opb

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// A reader reads one file, word by word.
type reader struct {
	name      string
	in        *bufio.Reader
	line, col int
	word      string // "" at the end of the file
	at        [2]int // line and column of word
	bad       error
	p         *Problem
}

// Read reads an OPB or WBO file. The error is an [*Error] or one of r.
func Read(r io.Reader, name string) (*Problem, error) {
	d := &reader{name: name, in: bufio.NewReaderSize(r, 1<<16), line: 1, p: &Problem{}}
	d.next()
	for d.bad == nil && d.word != "" {
		d.statement()
	}
	if d.bad != nil {
		return nil, d.bad
	}
	return d.p, nil
}

func (d *reader) fail(format string, args ...any) {
	if d.bad == nil {
		d.bad = &Error{d.name, d.at[0], d.at[1], fmt.Sprintf(format, args...)}
	}
	d.word = ""
}

// shown returns the current word for a message.
func (d *reader) shown() string {
	if d.word == "" {
		return "the end of the file"
	}
	return fmt.Sprintf("%.40q", d.word)
}

func (d *reader) byte() (byte, bool) {
	b, err := d.in.ReadByte()
	if err == io.EOF {
		return 0, false
	}
	if err != nil {
		if d.bad == nil {
			d.bad = err
		}
		return 0, false
	}
	if d.col++; b == '\n' {
		d.line, d.col = d.line+1, 0
	}
	return b, true
}

func (d *reader) unread(b byte) {
	_ = d.in.UnreadByte()
	if d.col--; b == '\n' {
		d.line--
	}
}

func blank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

func alone(b byte) bool {
	return b == ';' || b == ':' || b == '[' || b == ']' || b == '>' || b == '<' || b == '=' || b == '~'
}

// longest bounds the length of a word.
const longest = 1 << 10

// next reads a word: a sign, >=, <=, or the text between blanks and signs. A line that begins with * is a comment.
func (d *reader) next() {
	d.word = ""
	if d.bad != nil {
		return
	}
	b, ok := d.byte()
	for ok && (blank(b) || b == '*' && d.col == 1) {
		if b == '*' {
			for ok && b != '\n' {
				b, ok = d.byte()
			}
			continue
		}
		b, ok = d.byte()
	}
	d.at = [2]int{d.line, max(d.col, 1)}
	if !ok {
		return
	}
	word := []byte{b}
	if alone(b) {
		if after, ok := d.byte(); ok && after == '=' && (b == '>' || b == '<') {
			word = append(word, after)
		} else if ok {
			d.unread(after)
		}
		d.word = string(word)
		return
	}
	for {
		b, ok := d.byte()
		if !ok {
			break
		}
		if blank(b) || alone(b) {
			d.unread(b)
			break
		}
		if word = append(word, b); len(word) > longest {
			d.fail("a word longer than %d bytes", longest)
			return
		}
	}
	d.word = string(word)
}

// eat reads a required word.
func (d *reader) eat(word, where string) bool {
	if d.word != word {
		d.fail("expected %s %s, not %s", word, where, d.shown())
		return false
	}
	d.next()
	return true
}

// statement reads an objective, a constraint, or the line soft.
func (d *reader) statement() {
	switch d.word {
	case "min", "max":
		d.objective()
	case "soft":
		d.top()
	default:
		d.constraint()
	}
}

func (d *reader) objective() {
	p := d.p
	if p.Asked || len(p.Constraints) > 0 {
		d.fail("the objective must come once, before the constraints")
		return
	}
	if p.Soft {
		d.fail("a problem with weighted constraints must not have an objective")
		return
	}
	p.Asked, p.Maximize = true, d.word == "max"
	d.next()
	if d.eat(":", "after min or max") {
		p.Objective = d.terms()
		d.eat(";", "after the objective")
	}
}

func (d *reader) top() {
	p := d.p
	if p.Soft || p.Asked || len(p.Constraints) > 0 {
		d.fail("soft: must come once, before the constraints, and without an objective")
		return
	}
	p.Soft = true
	d.next()
	if !d.eat(":", "after soft") {
		return
	}
	if d.word != ";" {
		at := d.at
		if p.Top = d.number(); d.bad == nil && p.Top < 1 {
			d.at = at
			d.fail("the bound of the total weight must be positive or missing")
		}
	}
	d.eat(";", "after soft:")
}

func (d *reader) constraint() {
	c := Constraint{}
	if d.word == "[" {
		c.Weight = d.weight()
	}
	c.Terms = d.terms()
	if d.bad != nil {
		return
	}
	switch d.word {
	case ">=":
	case "<=":
		c.Is = AtMost
	case "=":
		c.Is = Equal
	default:
		d.fail("expected >=, = or <= after a sum, not %s", d.shown())
		return
	}
	d.next()
	c.Right = d.number()
	d.eat(";", "after a constraint")
	d.p.Constraints = append(d.p.Constraints, c)
}

// weight reads the weight of a constraint, in brackets.
func (d *reader) weight() int64 {
	if !d.p.Soft {
		d.fail("a constraint with a weight, but the file does not begin with soft:")
		return 0
	}
	d.next()
	at := d.at
	n := d.number()
	if d.bad == nil && n < 1 {
		d.at = at
		d.fail("a weight must be positive")
	}
	d.eat("]", "after a weight")
	return n
}

// terms reads a sum. A coefficient of 1 may be omitted.
func (d *reader) terms() []Term {
	var list []Term
	for d.bad == nil {
		t := Term{Coef: 1}
		numbered := d.word != "" && d.word[0] != 'x' && !alone(d.word[0])
		if numbered {
			t.Coef = d.number()
		}
		for d.word == "~" || d.word != "" && d.word[0] == 'x' {
			t.Literals = append(t.Literals, d.literal())
			if !numbered {
				break // each variable is a term of its own
			}
		}
		if len(t.Literals) == 0 {
			if numbered {
				d.fail("expected a variable after a number, not %s", d.shown())
			}
			return list
		}
		list = append(list, t)
	}
	return list
}

func (d *reader) literal() int {
	sign := 1
	if d.word == "~" {
		sign = -1
		d.next()
	}
	if d.word == "" || d.word[0] != 'x' {
		d.fail("expected a variable, x and a number, not %s", d.shown())
		return 1
	}
	n, err := strconv.ParseUint(d.word[1:], 10, 64)
	if err != nil || n < 1 || n > MaxVariable {
		d.fail("expected x and a number from 1 to %d, not %s", MaxVariable, d.shown())
		return 1
	}
	d.p.Variables = max(d.p.Variables, int(n))
	d.next()
	return sign * int(n)
}

func (d *reader) number() int64 {
	n, err := strconv.ParseInt(d.word, 10, 64)
	switch {
	case err != nil && digits(d.word), err == nil && (n > MaxNumber || n < -MaxNumber):
		d.fail("the number %s is larger than %d", d.shown(), int64(MaxNumber))
	case err != nil:
		d.fail("expected an integer, not %s", d.shown())
	default:
		d.next()
	}
	return n
}

// digits reports whether a word is an integer of any size.
func digits(word string) bool {
	if len(word) > 1 && (word[0] == '-' || word[0] == '+') {
		word = word[1:]
	}
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return word != ""
}
