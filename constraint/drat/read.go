package drat

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
)

// A step of a proof adds or deletes a clause.
type step struct {
	deletes  bool
	literals []int
}

// A proofReader reads the steps of a proof, as text or in the binary form.
type proofReader struct {
	in     *bufio.Reader
	name   string
	line   int // of text; in the binary form, the number of steps read
	binary bool
	lits   []int
}

// An Error is an invalid step.
type Error struct {
	Name    string
	Line    int // from 1; the number of the step in a binary proof
	Message string
}

// Error returns the position and the message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.Name, e.Line, e.Message) }

func (r *proofReader) fail(format string, args ...any) error {
	return &Error{r.name, r.line, fmt.Sprintf(format, args...)}
}

func newProofReader(in io.Reader, name string) *proofReader {
	r := &proofReader{in: bufio.NewReaderSize(in, 1<<16), name: name}
	head, _ := r.in.Peek(3)
	r.binary = len(head) > 0 && head[0] == 'a' || len(head) == 3 && head[0] == 'd' &&
		(head[1] != ' ' || bytes.IndexByte([]byte("-0123456789 "), head[2]) < 0)
	return r
}

// next returns the next step, or io.EOF. The step is valid until the next call.
func (r *proofReader) next() (step, error) {
	if r.binary {
		return r.nextBinary()
	}
	return r.nextText()
}

// nextText reads a step: words up to a 0, after d for a deletion. Lines that begin with c are comments.
func (r *proofReader) nextText() (step, error) {
	r.lits = r.lits[:0]
	s := step{}
	begun := false
	for {
		word, err := r.word()
		switch {
		case err == io.EOF && !begun:
			return s, io.EOF
		case err == io.EOF:
			return s, r.fail("the last step does not end with 0")
		case err != nil:
			return s, err
		case string(word) == "d" && !begun:
			s.deletes, begun = true, true
			continue
		}
		begun = true
		n, err := strconv.Atoi(string(word))
		if err != nil || n > MaxVariable || n < -MaxVariable {
			return s, r.fail("expected a literal, not %.40q", word)
		}
		if n == 0 {
			s.literals = r.lits
			return s, nil
		}
		r.lits = append(r.lits, n)
	}
}

// longestWord is longer than any literal.
const longestWord = 40

// word returns the next word and skips comments.
func (r *proofReader) word() ([]byte, error) {
	var word [longestWord]byte
	n := 0
	for {
		b, err := r.in.ReadByte()
		if err != nil && (err != io.EOF || n == 0) {
			return nil, err
		}
		if r.line == 0 {
			r.line = 1
		}
		switch {
		case err == io.EOF:
			return word[:n], nil
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			if n > 0 {
				if b == '\n' {
					_ = r.in.UnreadByte() // keeps the line number for an error in the word
				}
				return word[:n], nil
			}
			if b == '\n' {
				r.line++
			}
		case b == 'c' && n == 0:
			if err := r.skipLine(); err != nil {
				return nil, err
			}
		case n == longestWord:
			return nil, r.fail("expected a literal, not %.40q", word)
		default:
			word[n] = b
			n++
		}
	}
}

func (r *proofReader) skipLine() error {
	for {
		b, err := r.in.ReadByte()
		if err != nil {
			return err
		}
		if b == '\n' {
			r.line++
			return nil
		}
	}
}

// nextBinary reads a step: a or d, then literals with seven bits in a byte, as 2v or 2v+1 for a negation, then 0.
func (r *proofReader) nextBinary() (step, error) {
	r.lits = r.lits[:0]
	kind, err := r.in.ReadByte()
	if err != nil {
		return step{}, err
	}
	r.line++
	if kind != 'a' && kind != 'd' {
		return step{}, r.fail("expected a or d at the begin of a step of a binary proof, not %q", kind)
	}
	for {
		n := uint64(0)
		for shift := 0; ; shift += 7 {
			b, err := r.in.ReadByte()
			if err == io.EOF || shift > 35 {
				return step{}, r.fail("the step is incomplete")
			}
			if err != nil {
				return step{}, err
			}
			n |= uint64(b&127) << shift
			if b < 128 {
				break
			}
		}
		if n == 0 {
			return step{kind == 'd', r.lits}, nil
		}
		v := int(n >> 1)
		if v == 0 || v > MaxVariable {
			return step{}, r.fail("%d is not the code of a literal", n)
		}
		if n&1 != 0 {
			v = -v
		}
		r.lits = append(r.lits, v)
	}
}
