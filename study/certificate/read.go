package certificate

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"strings"

	"farbank/model"
)

// Maximum length of a line in bytes.
const (
	maxLine = 1 << 20
	maxStep = 1 << 26 // of a proof step
)

// A reader reads a certificate line by line. It panics with a failure if the text is wrong, which
// Check recovers.
type reader struct {
	in   *bufio.Reader
	sum  hash.Hash
	line int
	text []byte // the current line, without its end
	ends bool   // the current line has an end
	most int    // maximum number of bytes of a line
}

func newReader(r io.Reader) *reader {
	return &reader{in: bufio.NewReaderSize(r, 1<<16), sum: sha256.New(), most: maxLine}
}

// A failure carries an error to Check.
type failure struct{ err error }

func (r *reader) fail(format string, args ...any) {
	panic(failure{&Error{Line: r.line, Why: fmt.Sprintf(format, args...)}})
}

// next reads a line. keep adds it to the checksum.
func (r *reader) next() {
	r.line++
	r.text = r.text[:0]
	for {
		part, err := r.in.ReadSlice('\n')
		r.text = append(r.text, part...)
		switch {
		case len(r.text) > r.most:
			r.fail("the line is too long")
		case err == nil:
			r.text, r.ends = r.text[:len(r.text)-1], true
			return
		case errors.Is(err, io.EOF):
			if len(r.text) == 0 {
				r.fail("the certificate is truncated")
			}
			r.fail("the line does not end")
		case !errors.Is(err, bufio.ErrBufferFull):
			panic(failure{err})
		}
	}
}

// keep adds the current line to the checksum.
func (r *reader) keep() {
	r.sum.Write(r.text)
	r.sum.Write([]byte{'\n'})
}

// field reads a line "name value".
func (r *reader) field(name string) string {
	r.next()
	value, ok := strings.CutPrefix(string(r.text), name)
	if !ok || value != "" && value[0] != ' ' {
		r.fail("%q is needed here", name)
	}
	r.keep()
	return strings.TrimPrefix(value, " ")
}

// number parses a nonnegative decimal number in canonical form.
func (r *reader) number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != s {
		r.fail("%q is not a number", s)
	}
	return n
}

// header reads the header of a certificate, and the line after it.
func (r *reader) header(p *model.Problem) {
	r.next()
	if v, ok := strings.CutPrefix(string(r.text), Magic); !ok || v != version {
		r.fail("the first line must be %q", Magic+version)
	}
	r.keep()
	digest := p.Digest()
	if d := r.field("problem"); d != fmt.Sprintf("%x", digest[:]) {
		r.fail("the certificate is for another problem, or for other parameters")
	}
	if t := r.field("title"); t != oneLine(p.Title) {
		r.fail("the title is not that of the problem")
	}
	r.next()
	r.keep()
}

// claim reads a claim, starting at the current line, up to the states.
func (r *reader) claim(words int) *Certificate {
	c := &Certificate{}
	text, ok := strings.CutPrefix(string(r.text), "claim ")
	if !ok {
		r.fail("%q is needed here", "claim")
	}
	claim, cost, _ := strings.Cut(text, " ")
	switch {
	case claim == "none" && cost == "":
	case claim == "least":
		c.Claim, c.Plan.Cost = Least, r.number(cost)
	default:
		r.fail("the claim is neither none nor least")
	}
	if r.field("words") != strconv.Itoa(words) {
		r.fail("the states of the problem take %d words", words)
	}
	return c
}

// states reads the states with their distances into t. The line after them becomes the current
// line.
func (r *reader) states(c *Certificate, f *forms, t listing) {
	limit := int64(1)
	if c.Claim == Least {
		limit = c.Plan.Cost
	}
	last := int64(-1)
	for {
		r.next()
		name, rest, _ := strings.Cut(string(r.text), " ")
		var d, n int64
		if name == "tables" && t.len() == 0 {
			r.keep()
			r.tables(c, rest)
			return
		}
		switch {
		case c.Claim == None && name == "closed":
			n = r.number(rest)
		case c.Claim == Least && name == "distance":
			dist, count, _ := strings.Cut(rest, " ")
			d, n = r.number(dist), r.number(count)
		default:
			return
		}
		r.keep()
		if d <= last || d >= limit {
			r.fail("distances must increase and stay below the cost")
		}
		if n == 0 {
			r.fail("there must be a state")
		}
		last = d
		r.layer(f, t, d, n)
	}
}

// layer reads the n states of a distance, which must be sorted.
func (r *reader) layer(f *forms, t listing, d, n int64) {
	state := make([]uint64, f.words)
	before := make([]uint64, f.words)
	var again []byte
	for k := range n {
		r.next()
		r.keep()
		if !parseState(r.text, state) {
			r.fail("this is not a state")
		}
		if again = appendState(again[:0], state); string(again[:len(again)-1]) != string(r.text) {
			r.fail("the state is not in canonical form")
		}
		if k > 0 && compare(before, state) >= 0 {
			r.fail("the states are not in strictly ascending order")
		}
		if !f.valid(state) {
			r.fail("this is not a state of the problem: a variable is out of its range")
		}
		if !t.add(state, d) {
			r.fail("the state occurs twice")
		}
		copy(before, state)
	}
}

func parseState(text []byte, state []uint64) bool {
	i := 0
	for w := range state {
		if w > 0 {
			if i >= len(text) || text[i] != ' ' {
				return false
			}
			i++
		}
		x, from := uint64(0), i
		for ; i < len(text) && text[i] != ' '; i++ {
			v := hexDigit(text[i])
			if v > 15 || i-from == 16 {
				return false
			}
			x = x<<4 | uint64(v)
		}
		if i == from {
			return false
		}
		state[w] = x
	}
	return i == len(text)
}

func hexDigit(c byte) byte {
	switch {
	case c >= '0' && c <= '9':
		return c - '0'
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10
	}
	return 255
}

// plan reads the plan, starting at the current line. The line after it becomes the current
// line.
func (r *reader) plan(p *model.Problem) model.Plan {
	rest, ok := strings.CutPrefix(string(r.text), "plan ")
	if !ok {
		r.fail("%q is needed here", "plan")
	}
	r.keep()
	n := r.number(rest)
	plan := model.Plan{Find: r.find(p)}
	number := make(map[string]int, len(p.Moves))
	for i, m := range p.Moves {
		number[m.String()] = i
	}
	for range n {
		r.next()
		r.keep()
		m, ok := number[string(r.text)]
		if !ok {
			r.fail("%q is not a move of the problem", r.text)
		}
		plan.Moves = append(plan.Moves, m)
	}
	r.next()
	return plan
}

// find reads the values of the find cells, if there are any.
func (r *reader) find(p *model.Problem) []int64 {
	if p.NumFind == 0 {
		return nil
	}
	var list []int64
	for _, s := range strings.Split(r.field("find"), " ") {
		v, err := strconv.ParseInt(s, 10, 64)
		if err != nil || strconv.FormatInt(v, 10) != s {
			r.fail("%q is not a value", s)
		}
		list = append(list, v)
	}
	return list
}

// end checks that the current line is the checksum of the lines before it and that nothing
// follows.
func (r *reader) end() {
	if string(r.text) != checksum(r.sum.Sum(nil)) {
		r.fail("the checksum is wrong: the certificate is damaged")
	}
	if _, err := r.in.ReadByte(); err == nil {
		r.line++
		r.fail("there is text after the end")
	}
}
