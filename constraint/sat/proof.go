package sat

import (
	"io"
	"strconv"
)

// A proof writes DRAT lines. A nil proof writes nothing.
type proof struct {
	w   io.Writer
	buf []byte
	err error
}

func (p *proof) add(clause []lit) {
	if p == nil {
		return
	}
	p.line("", clause)
}

// unit adds a unit clause.
func (p *proof) unit(l lit) {
	if p == nil {
		return
	}
	p.line("", []lit{l})
}

// remove deletes a clause.
func (p *proof) remove(clause []uint32) {
	if p == nil {
		return
	}
	ls := make([]lit, len(clause))
	for i, w := range clause {
		ls[i] = lit(w)
	}
	p.line("d ", ls)
}

// drop deletes a clause as it was given, unless it has a single literal.
func (p *proof) drop(clause []lit) {
	if p != nil && len(clause) > 1 {
		p.line("d ", clause)
	}
}

func (p *proof) line(begin string, clause []lit) {
	if p.err != nil {
		return
	}
	p.buf = append(p.buf[:0], begin...)
	for _, l := range clause {
		p.buf = strconv.AppendInt(p.buf, int64(external(l)), 10)
		p.buf = append(p.buf, ' ')
	}
	p.buf = append(p.buf, "0\n"...)
	_, p.err = p.w.Write(p.buf)
}

func (s *Solver) proofError() error {
	if s.proof == nil {
		return nil
	}
	return s.proof.err
}
