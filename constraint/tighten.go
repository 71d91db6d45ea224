package constraint

import (
	"farbank/constraint/kernel"
	"farbank/constraint/propagate"
)

// A row is the constraint r -> sum of terms <= limit over bounded variables.
type row struct {
	s     *kernel.Solver
	r     kernel.Atom
	terms []propagate.Term
	limit int64
}

// tightened returns an equivalent row with a stronger relaxation. It divides by a common divisor and tightens
// coefficients (Savelsbergh 1994); a big-M row becomes a conditional one. ok is false if the sums are too large.
func (w row) tightened() (row, bool) {
	if _, ok := w.most(); !ok {
		return w, false
	}
	w.terms = append([]propagate.Term{}, w.terms...)
	w.divide()
	most, ok := w.most()
	if !ok || most <= w.limit {
		return w, ok
	}
	for i := range w.terms {
		most = w.lessen(&w.terms[i], most)
	}
	w.divide()
	if most, ok = w.most(); ok && w.r == kernel.True {
		w.switched(most)
	}
	return w, ok
}

// most returns the maximum of the sum. ok is false if that is too large.
func (w row) most() (sum int64, ok bool) {
	for _, t := range w.terms {
		lo, hi := w.s.Min(t.X), w.s.Max(t.X)
		if !fits(t.Coef, lo) || !fits(t.Coef, hi) {
			return 0, false
		}
		if sum += max(t.Coef*lo, t.Coef*hi); sum > 1<<61 || sum < -1<<61 {
			return 0, false
		}
	}
	return sum, w.limit < 1<<61 && w.limit > -1<<61
}

// divide divides the coefficients by their greatest common divisor and rounds the limit.
func (w *row) divide() {
	d := int64(0)
	for _, t := range w.terms {
		for a := max(t.Coef, -t.Coef); a != 0; {
			d, a = a, d%a
		}
	}
	if d <= 1 {
		return
	}
	for i := range w.terms {
		w.terms[i].Coef /= d
	}
	w.limit = floorDiv(w.limit, d)
}

// isSwitch reports whether x has the domain 0 to 1.
func (w *row) isSwitch(x kernel.Var) bool { return w.s.Min(x) == 0 && w.s.Max(x) == 1 }

// lessen reduces the coefficient of a 0-1 variable by the slack that the row has if the term is 0. It returns the new
// maximum of the sum.
func (w *row) lessen(t *propagate.Term, most int64) int64 {
	size := max(t.Coef, -t.Coef)
	spare := w.limit - (most - size)
	if !w.isSwitch(t.X) || spare <= 0 || spare >= size {
		return most
	}
	if t.Coef > 0 { // the term is 0 if the variable is 0
		t.Coef -= spare
		w.limit -= spare
		return most - spare
	}
	t.Coef += spare
	return most
}

// switched converts a big-M row: if a 0-1 variable makes it redundant, the row becomes conditional on that variable.
func (w *row) switched(most int64) {
	for i, t := range w.terms {
		size := max(t.Coef, -t.Coef)
		if !w.isSwitch(t.X) || most-size > w.limit || !w.numbers(i) {
			continue
		}
		if t.Coef > 0 {
			w.r = t.X.AtLeast(1)
			w.limit -= t.Coef
		} else {
			w.r = t.X.AtMost(0)
		}
		w.terms = append(w.terms[:i:i], w.terms[i+1:]...)
		return
	}
}

// numbers reports whether the row has variables other than 0-1 variables, apart from term but.
func (w *row) numbers(but int) bool {
	for i, t := range w.terms {
		if i != but && !w.isSwitch(t.X) {
			return true
		}
	}
	return false
}

// below adds the constraint r -> sum of terms <= limit.
func (b *building) below(r kernel.Atom, limit int64, terms []propagate.Term) error {
	w, ok := row{b.s, r, terms, limit}, false
	if !b.plain {
		w, ok = w.tightened()
	}
	if !ok {
		return propagate.LinearLE(b.s, r, limit, terms...)
	}
	b.precede(w)
	if most, ok := w.most(); ok && most <= w.limit {
		return nil
	}
	if len(w.terms) == 1 {
		a, _ := comparison{op: '<'}.bound(b, w.terms, w.limit)
		b.s.AddClause(w.r.Not(), a)
		return nil
	}
	return propagate.LinearLE(b.s, w.r, w.limit, w.terms...)
}

// exactly adds the constraint r -> sum of terms = value, or != value. It divides by a common divisor of the
// coefficients.
func (b *building) exactly(r kernel.Atom, value int64, terms []propagate.Term, op byte) error {
	w := row{b.s, r, append([]propagate.Term{}, terms...), value}
	if !b.plain {
		w.divide()
	}
	if len(w.terms) > 0 && w.terms[0].Coef != 0 && terms[0].Coef/w.terms[0].Coef*w.limit != value {
		if op == '=' {
			b.s.AddClause(r.Not())
		}
		return nil
	}
	if op == '!' {
		return propagate.LinearNE(b.s, r, w.limit, w.terms...)
	}
	return propagate.LinearEQ(b.s, r, w.limit, w.terms...)
}
