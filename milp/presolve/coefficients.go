package presolve

import "math"

// tightenCoefficients makes the coefficients of integer columns smaller in rows with
// one side, where the row does not bind unless the column is at its bound
// (Savelsbergh 1994): the relaxation gets tighter, the solutions stay.
func (s *state) tightenCoefficients() {
	for i := range s.rows {
		r := &s.rows[i]
		if s.dropped[i] || len(r.Terms) < 2 {
			continue
		}
		upper := math.IsInf(r.Lower, -1)
		if upper == math.IsInf(r.Upper, 1) {
			continue // two sides
		}
		s.tightenRow(i, upper)
	}
}

// tightenRow works on a row that is at most its upper side, or, seen from below, at
// least its lower one.
func (s *state) tightenRow(i int, upper bool) {
	r := &s.rows[i]
	q := s.reach(r.Terms)
	sign, side, most := 1.0, r.Upper, q.most()
	if !upper {
		sign, side, most = -1, -r.Lower, -q.least()
	}
	if math.IsInf(most, 0) {
		return
	}
	scale := scaleOf(r)
	for k := range r.Terms {
		t := &r.Terms[k]
		c := &s.cols[t.Column]
		a := sign * t.Coefficient
		width := c.Upper - c.Lower
		if !c.Integer || width < 1 || math.IsInf(width, 0) {
			continue
		}
		// By how much the row falls short of its side when the column is one off the
		// bound at which it counts most.
		spare := side - (most - abs(a))
		if spare <= 1e-6*scale || abs(a)-spare <= 1e-9*scale || most <= side {
			continue
		}
		shrink := spare
		if a > 0 {
			side -= shrink * c.Upper
			most -= shrink * c.Upper
			a -= shrink
		} else {
			side += shrink * c.Lower
			most += shrink * c.Lower
			a += shrink
		}
		t.Coefficient = sign * a
		if upper {
			r.Upper = side
		} else {
			r.Lower = -side
		}
		s.changes++
	}
}
