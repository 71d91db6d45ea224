package presolve

import (
	"math"
	"slices"

	"farbank/milp/problem"
)

// tightenCoefficients reduces the coefficients of integer columns in rows with one side, if the row
// does not bind unless the column is at its bound (Savelsbergh 1994). This tightens the relaxation
// and keeps the solutions. Bounds of continuous columns that rows imply count as well: a solution of all rows
// keeps to them, whichever row they come from.
func (s *state) tightenCoefficients() {
	whole := false
	for j, c := range s.cols {
		whole = whole || c.Integer && !s.gone[j]
	}
	if !whole {
		return
	}
	given := s.cols
	s.cols = s.impliedBounds()
	defer func() { s.cols = given }()
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

// Limits of the search for implied bounds.
const (
	impliedRounds = 10         // passes over the rows
	impliedTerms  = 20_000_000 // terms that are read again because a bound of their row has changed
)

// impliedBounds returns the columns with the bounds of continuous ones tightened by the rows. The problem keeps
// the given bounds, since these do not make the relaxation degenerate.
func (s *state) impliedBounds() []problem.Column {
	given := s.cols
	defer func() { s.cols = given }()
	s.cols = slices.Clone(given)
	work := impliedTerms
	for range impliedRounds {
		changed := false
		for i := range s.rows {
			if s.dropped[i] {
				continue
			}
			r := &s.rows[i]
			q := s.reach(r.Terms)
			if q.lows > 1 && q.highs > 1 {
				continue
			}
			for _, t := range r.Terms {
				c := &s.cols[t.Column]
				if c.Integer || abs(t.Coefficient) < 1e-6 {
					continue
				}
				low, high := s.implied(r, q, t)
				low, high = -outward(-low), outward(high)
				tighter := false
				if low > c.Lower+1e-3*max(1, abs(low)) && low <= c.Upper {
					c.Lower, tighter = low, true
				}
				if high < c.Upper-1e-3*max(1, abs(high)) && high >= c.Lower {
					c.Upper, tighter = high, true
				}
				if tighter && work > 0 { // otherwise the bounds of the row are not the tightest, but right
					q = s.reach(r.Terms)
					work -= len(r.Terms)
				}
				changed = changed || tighter
			}
		}
		if !changed {
			break
		}
	}
	return s.cols
}

// outward returns an upper bound despite rounding errors: a whole number that is near, or a little more.
func outward(v float64) float64 {
	if w := math.Round(v); abs(v-w) < 1e-9*max(1, abs(v)) {
		return w
	}
	return v + 1e-9*max(1, abs(v))
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
