package proof

import (
	"bufio"
	"io"
	"strconv"
)

// A Hint says what draws a conclusion; see the package.
type Hint struct {
	Clause     int64 // above 0: a clause
	Constraint int32 // else, not below 0: a constraint; below 0: what says the values of a variable
	Follows    *Atom // nil: a contradiction; not for clauses
}

// A Writer writes a proof. Its first error is that of Flush.
type Writer struct {
	w   *bufio.Writer
	buf []byte
}

// NewWriter begins a proof of a statement.
func NewWriter(w io.Writer, s *Statement) *Writer {
	p := &Writer{w: bufio.NewWriterSize(w, 1<<16)}
	p.buf = append(p.buf, s.Header()...)
	p.put()
	return p
}

// Flush writes what is left.
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

// Assume says that only solutions with an atom are refuted from now on.
func (p *Writer) Assume(a Atom) {
	p.buf = append(p.buf, "a "...)
	p.atom(a)
	p.put()
}

// Define makes a variable, of the next number, that says that x has a value.
func (p *Writer) Define(x int32, value int64) {
	p.buf = strconv.AppendInt(append(p.buf, "e "...), int64(x), 10)
	p.buf = strconv.AppendInt(append(p.buf, ' '), value, 10)
	p.put()
}

// Root says what holds for good.
func (p *Writer) Root(h Hint) {
	p.buf = append(p.buf, "r "...)
	p.hint(h)
	p.put()
}

// Learn adds a clause.
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

// Delete drops a clause.
func (p *Writer) Delete(id int64) {
	p.buf = strconv.AppendInt(append(p.buf, "d "...), id, 10)
	p.put()
}

// End contradicts what holds for good.
func (p *Writer) End(h Hint) {
	p.buf = append(p.buf, "x "...)
	p.hint(h)
	p.put()
}
