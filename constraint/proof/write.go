package proof

import (
	"bufio"
	"io"
	"strconv"
)

// A Hint is the source of a conclusion; see the package documentation.
type Hint struct {
	Clause     int64 // positive: a clause
	Constraint int32 // otherwise, not negative: a constraint; negative: the equality variables of a variable
	Follows    *Atom // nil: a conflict; not for clauses
}

// A Writer writes a proof. Flush returns its first error.
type Writer struct {
	w   *bufio.Writer
	buf []byte
}

// NewWriter returns a Writer and writes the header.
func NewWriter(w io.Writer, s *Statement) *Writer {
	p := &Writer{w: bufio.NewWriterSize(w, 1<<16)}
	p.buf = append(p.buf, s.Header()...)
	p.put()
	return p
}

// Flush writes buffered data.
func (p *Writer) Flush() error { return p.w.Flush() }

func (p *Writer) put() {
	p.w.Write(append(p.buf, '\n'))
	p.buf = p.buf[:0]
}

func (p *Writer) atom(a Atom) {
	p.buf = strconv.AppendInt(p.buf, int64(a.X), 10)
	if a.Most {
		p.buf = append(p.buf, "<="...)
	} else {
		p.buf = append(p.buf, ">="...)
	}
	p.buf = strconv.AppendInt(p.buf, a.Value, 10)
}

func (p *Writer) hint(h Hint) {
	switch {
	case h.Clause > 0:
		p.buf = strconv.AppendInt(append(p.buf, 'c'), h.Clause, 10)
		return
	case h.Constraint >= 0:
		p.buf = append(strconv.AppendInt(append(p.buf, 'p'), int64(h.Constraint), 10), ' ')
	default:
		p.buf = append(p.buf, "= "...)
	}
	if h.Follows == nil {
		p.buf = append(p.buf, '!')
	} else {
		p.atom(*h.Follows)
	}
}

// Assume writes that only solutions with a are refuted from now on.
func (p *Writer) Assume(a Atom) {
	p.buf = append(p.buf, "a "...)
	p.atom(a)
	p.put()
}

// Define writes the definition of a variable for x = value. It has the next number.
func (p *Writer) Define(x int32, value int64) {
	p.buf = strconv.AppendInt(append(p.buf, "e "...), int64(x), 10)
	p.buf = strconv.AppendInt(append(p.buf, ' '), value, 10)
	p.put()
}

// Root writes a permanent conclusion.
func (p *Writer) Root(h Hint) {
	p.buf = append(p.buf, "r "...)
	p.hint(h)
	p.put()
}

// Learn writes a clause with its derivation.
func (p *Writer) Learn(id int64, clause []Atom, hints []Hint) {
	p.buf = strconv.AppendInt(append(p.buf, "l "...), id, 10)
	for _, a := range clause {
		p.buf = append(p.buf, ' ')
		p.atom(a)
	}
	for _, h := range hints {
		p.buf = append(p.buf, "; "...)
		p.hint(h)
	}
	p.put()
}

// Delete writes the deletion of a clause.
func (p *Writer) Delete(id int64) {
	p.buf = strconv.AppendInt(append(p.buf, "d "...), id, 10)
	p.put()
}

// End writes the final conflict.
func (p *Writer) End(h Hint) {
	p.buf = append(p.buf, "x "...)
	p.hint(h)
	p.put()
}
