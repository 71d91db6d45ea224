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
	Inequality int64 // positive: an inequality, instead of a clause or constraint
}

// A Multiple is an inequality times Factor.
type Multiple struct {
	Factor int64
	Of     int64 // number of the inequality
	// Opposite, in a rounding, is the number of the other direction of an equation; 0: none.
	Opposite int64
}

// A Reduction reduces the coefficient of a variable in a rounding, or that of the slack of an inequality.
type Reduction struct {
	Slack bool
	Of    int32 // variable, or position of the inequality
	By    int64
}

// A Rounding is a mixed-integer rounding; see the package documentation.
type Rounding struct {
	Divisor    int64
	Multiples  []Multiple
	Bounds     []Atom
	Reductions []Reduction
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
	case h.Inequality > 0:
		p.buf = append(strconv.AppendInt(append(p.buf, 'q'), h.Inequality, 10), ' ')
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

// Imply writes that inequality id, the sum of coefs[i] * xs[i] being at most limit, follows from a source: p and the
// number of a constraint, c and that of a clause, or = and a variable with equality variables.
func (p *Writer) Imply(id int64, source string, limit int64, coefs []int64, xs []int32) {
	p.begin(id)
	p.buf = strconv.AppendInt(append(append(p.buf, source...), " <="...), limit, 10)
	for i, k := range coefs {
		p.multiple(k, int64(xs[i]))
	}
	p.put()
}

// Sum writes that inequality id is a sum.
func (p *Writer) Sum(id int64, list []Multiple) {
	p.begin(id)
	p.buf = append(p.buf, '+')
	for _, m := range list {
		p.multiple(m.Factor, m.Of)
	}
	p.put()
}

// Round writes that inequality id is a rounding.
func (p *Writer) Round(id int64, r *Rounding) {
	p.begin(id)
	p.buf = strconv.AppendInt(append(p.buf, "% "...), r.Divisor, 10)
	for _, m := range r.Multiples {
		if p.multiple(m.Factor, m.Of); m.Opposite > 0 {
			p.buf = strconv.AppendInt(append(p.buf, '='), m.Opposite, 10)
		}
	}
	p.buf = append(p.buf, ';')
	for _, a := range r.Bounds {
		p.buf = append(p.buf, ' ')
		p.atom(a)
	}
	p.buf = append(p.buf, ';')
	for _, n := range r.Reductions {
		if p.buf = append(p.buf, ' '); n.Slack {
			p.buf = append(p.buf, 's')
		}
		p.buf = strconv.AppendInt(append(strconv.AppendInt(p.buf, int64(n.Of), 10), ':'), n.By, 10)
	}
	p.put()
}

// Drop writes the deletion of an inequality.
func (p *Writer) Drop(id int64) {
	p.buf = strconv.AppendInt(append(p.buf, "u "...), id, 10)
	p.put()
}

func (p *Writer) begin(id int64) {
	p.buf = append(strconv.AppendInt(append(p.buf, "q "...), id, 10), ' ')
}

func (p *Writer) multiple(factor, n int64) {
	p.buf = strconv.AppendInt(append(p.buf, ' '), factor, 10)
	p.buf = strconv.AppendInt(append(p.buf, '*'), n, 10)
}

// End writes the final conflict.
func (p *Writer) End(h Hint) {
	p.buf = append(p.buf, "x "...)
	p.hint(h)
	p.put()
}
