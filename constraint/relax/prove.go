package relax

import (
	"farbank/constraint/kernel"
	"farbank/constraint/proof"
	"farbank/constraint/propagate"
)

// An origin is how the side of a row is proved: by a source, see [proof.Writer.Imply], or as a cut.
type origin struct {
	number  int64 // of the inequality in the proof; 0: not written yet
	source  string
	cut     *rounding
	coefs   []int64
	cols    []int32
	negated bool // the inequality has the negated coefs
	limit   int64
}

// A rounding is the derivation of a cut.
type rounding struct {
	proof.Rounding
	of, opposite []*origin // of the multiples
}

// A multiple is a side of a row times factor.
type multiple struct {
	factor int64
	of     *origin
}

// Prove makes the relaxation write the inequalities that a proof needs to w. It must be called right after Add.
func (p *Relaxation) Prove(w *proof.Writer) { p.w = w }

// ID returns the number of the propagator.
func (p *Relaxation) ID() int32 { return p.id }

// Inequality returns the number of the inequality that a hint of the relaxation stands for. It writes the inequality if
// it was not written yet.
func (p *Relaxation) Inequality(h kernel.Hint) int64 {
	e := &p.failed
	if h.Data != kernel.NoData {
		e = &p.kept[h.Data>>32]
	}
	if e.number == 0 {
		list := make([]proof.Multiple, len(e.sum))
		for i, m := range e.sum {
			list[i] = proof.Multiple{Factor: m.factor, Of: p.written(m.of)}
		}
		p.numbers++
		e.number = p.numbers
		p.w.Sum(e.number, list)
	}
	return e.number
}

// drop deletes an inequality from the proof.
func (p *Relaxation) drop(e *inequality) {
	if e.number > 0 {
		p.w.Drop(e.number)
		e.number = 0
	}
}

// written returns the number of an inequality, which is written if it was not yet.
func (p *Relaxation) written(o *origin) int64 {
	if o.number > 0 {
		return o.number
	}
	if r := o.cut; r != nil {
		for i, of := range r.of {
			r.Multiples[i].Of = p.written(of)
			if r.opposite[i] != nil {
				r.Multiples[i].Opposite = p.written(r.opposite[i])
			}
		}
		p.numbers++
		o.number = p.numbers
		p.w.Round(o.number, &r.Rounding)
		return o.number
	}
	coefs, xs := make([]int64, len(o.coefs)), make([]int32, len(o.coefs))
	for i, c := range o.coefs {
		if o.negated {
			c = -c
		}
		coefs[i], xs[i] = c, int32(p.t.cols[o.cols[i]])
	}
	p.numbers++
	o.number = p.numbers
	p.w.Imply(o.number, o.source, o.limit, coefs, xs)
	return o.number
}

// boundOf returns the bound from which a part is the distance.
func (p *Relaxation) boundOf(s *kernel.Solver, u *part) proof.Atom {
	x := p.t.cols[u.index]
	if u.upper {
		return propagate.AtomOf(x.AtMost(s.Max(x)))
	}
	return propagate.AtomOf(x.AtLeast(s.Min(x)))
}

// add adds a row times factor, by its upper or lower side, whose slack is not in the sum if the row is an equation.
func (r *rounding) add(factor int64, of *row, upper bool) {
	side, other := of.from[0], of.from[1]
	if upper {
		side, other = other, side
	}
	if of.lower == noSide || of.upper == noSide || of.lower != of.upper {
		other = nil
	}
	r.Multiples = append(r.Multiples, proof.Multiple{Factor: factor})
	r.of, r.opposite = append(r.of, side), append(r.opposite, other)
}

// derivation returns the derivation of a cut from the sum of rows used, times sign.
func (p *Relaxation) derivation(s *kernel.Solver, parts []part, sign, d int64, used *rounding, reductions []proof.Reduction) *rounding {
	r := &rounding{Rounding: proof.Rounding{Divisor: d, Reductions: reductions}, of: used.of, opposite: used.opposite}
	for _, m := range used.Multiples {
		r.Multiples = append(r.Multiples, proof.Multiple{Factor: sign * m.Factor})
	}
	for i := range parts {
		if u := &parts[i]; !u.slack {
			r.Bounds = append(r.Bounds, p.boundOf(s, u))
		}
	}
	return r
}

// reduced adds a reduction of the coefficient of a part.
func reduced(list []proof.Reduction, u *part, cols []kernel.Var, by int64) []proof.Reduction {
	if u.slack {
		return append(list, proof.Reduction{Slack: true, Of: u.order, By: by})
	}
	return append(list, proof.Reduction{Of: int32(cols[u.index]), By: by})
}
