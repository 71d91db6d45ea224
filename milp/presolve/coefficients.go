package presolve

import "math"

// tightenCoefficients reduces the coefficients of integer columns in rows with one side, if the row
// does not bind unless the column is at its bound (Savelsbergh 1994). This tightens the relaxation
// and keeps the solutions.
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

// tightenRow handles a row with an upper side, or the mirror image of one with a lower side.
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
		// The slack of the row if the column is one off the bound at which its term is largest.
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
