package presolve

import (
	"hash/maphash"
	"math"
	"slices"

	"farbank/milp/problem"
)

// duplicateRows joins rows that are multiples of each other.
func (s *state) duplicateRows() {
	seed := maphash.MakeSeed()
	first := map[uint64][]int{}
	for i := range s.rows {
		r := &s.rows[i]
		if s.dropped[i] || len(r.Terms) < 2 {
			continue
		}
		slices.SortFunc(r.Terms, func(a, b problem.Term) int { return a.Column - b.Column })
		var h maphash.Hash
		h.SetSeed(seed)
		for _, t := range r.Terms {
			maphash.WriteComparable(&h, t.Column)
			maphash.WriteComparable(&h, math.Round(t.Coefficient/r.Terms[0].Coefficient*1e6))
		}
		key := h.Sum64()
		joined := false
		for _, k := range first[key] {
			if !s.dropped[k] && s.join(k, i) {
				joined = true
				break
			}
		}
		if s.failed {
			return
		}
		if !joined {
			first[key] = append(first[key], i)
		}
	}
}

// join merges row i into row k, if it is a multiple of it.
func (s *state) join(k, i int) bool {
	a, b := &s.rows[k], &s.rows[i]
	if len(a.Terms) != len(b.Terms) {
		return false
	}
	f := a.Terms[0].Coefficient / b.Terms[0].Coefficient
	for n, t := range a.Terms {
		u := b.Terms[n]
		if t.Column != u.Column || abs(t.Coefficient-f*u.Coefficient) > 1e-12*abs(t.Coefficient) {
			return false
		}
	}
	low, high := f*b.Lower, f*b.Upper
	if f < 0 {
		low, high = high, low
	}
	a.Lower, a.Upper = max(a.Lower, low), min(a.Upper, high)
	if a.Lower > a.Upper {
		if a.Lower-a.Upper > tolerance*scaleOf(a) {
			s.failed = true
			return true
		}
		a.Lower = a.Upper
	}
	s.drop(i)
	return true
}

// doubletons replaces one column of an equality of two columns by the other.
func (s *state) doubletons() {
	changed, grown := map[int]bool{}, map[int]bool{}
	for i := range s.rows {
		r := &s.rows[i]
		if s.dropped[i] || len(r.Terms) != 2 || r.Lower != r.Upper || changed[i] {
			continue
		}
		x, y := r.Terms[0], r.Terms[1]
		if !s.replaceable(r, x, y) {
			x, y = y, x
			if !s.replaceable(r, x, y) {
				continue
			}
		}
		// The index does not have the changes of this pass.
		if grown[x.Column] || slices.ContainsFunc(s.where[x.Column], func(w place) bool { return changed[w.row] }) {
			continue
		}
		s.substitute(i, x, y, changed)
		grown[y.Column] = true
		if s.failed {
			return
		}
	}
}

// replaceable reports whether column x of an equality may be replaced by y.
func (s *state) replaceable(r *problem.Row, x, y problem.Term) bool {
	if s.guarded[x.Column] || s.gone[x.Column] || s.gone[y.Column] || len(s.where[x.Column]) > 12 {
		return false
	}
	q := y.Coefficient / x.Coefficient
	if abs(q) > 1e3 || abs(q) < 1e-3 {
		return false
	}
	if !s.cols[x.Column].Integer {
		return true
	}
	return s.cols[y.Column].Integer && q == math.Trunc(q) && r.Lower/x.Coefficient == math.Trunc(r.Lower/x.Coefficient)
}

// substitute replaces x by shift + f*y everywhere.
func (s *state) substitute(i int, x, y problem.Term, changed map[int]bool) {
	r := &s.rows[i]
	shift, f := r.Lower/x.Coefficient, -y.Coefficient/x.Coefficient
	c := s.cols[x.Column]
	low, high := (c.Lower-shift)/f, (c.Upper-shift)/f
	if f < 0 {
		low, high = high, low
	}
	s.setBounds(y.Column, low, high)
	if s.failed {
		return
	}
	s.removeByRow(i, x.Column, x.Coefficient)
	s.drop(i)
	s.offset += c.Cost * shift
	s.cols[y.Column].Cost += c.Cost * f
	for _, w := range s.where[x.Column] {
		if w.row == i || s.dropped[w.row] {
			continue
		}
		changed[w.row] = true
		s.removeTerm(w.row, x.Column, shift)
		s.addTerm(w.row, y.Column, w.a*f)
	}
}

// addTerm adds a to the coefficient of a column.
func (s *state) addTerm(i, j int, a float64) {
	r := &s.rows[i]
	for k := range r.Terms {
		t := &r.Terms[k]
		if t.Column != j {
			continue
		}
		old := t.Coefficient
		if t.Coefficient += a; abs(t.Coefficient) < 1e-12*max(abs(old), abs(a)) {
			r.Terms = append(r.Terms[:k], r.Terms[k+1:]...)
		}
		return
	}
	r.Terms = append(r.Terms, problem.Term{Column: j, Coefficient: a})
}
