package presolve

import (
	"math"

	"farbank/milp/problem"
)

// reach is the minimum and maximum activity of a row, and the numbers of terms without a minimum or
// maximum.
type reach struct {
	low, high   float64
	lows, highs int
}

func (s *state) reach(terms []problem.Term) reach {
	var r reach
	for _, t := range terms {
		a, b := s.span(t)
		if math.IsInf(a, 0) {
			r.lows++
		} else {
			r.low += a
		}
		if math.IsInf(b, 0) {
			r.highs++
		} else {
			r.high += b
		}
	}
	return r
}

// span returns the minimum and maximum of a term.
func (s *state) span(t problem.Term) (float64, float64) {
	c := &s.cols[t.Column]
	if t.Coefficient > 0 {
		return t.Coefficient * c.Lower, t.Coefficient * c.Upper
	}
	return t.Coefficient * c.Upper, t.Coefficient * c.Lower
}

func (r reach) least() float64 {
	if r.lows > 0 {
		return math.Inf(-1)
	}
	return r.low
}

func (r reach) most() float64 {
	if r.highs > 0 {
		return math.Inf(1)
	}
	return r.high
}

// scaleOf returns the size that tolerances of a row are relative to.
func scaleOf(r *problem.Row) float64 {
	v := 1.0
	if !math.IsInf(r.Lower, 0) {
		v = max(v, abs(r.Lower))
	}
	if !math.IsInf(r.Upper, 0) {
		v = max(v, abs(r.Upper))
	}
	return v
}

// cleanRows removes rows that are empty, have one term, or cannot bind, and fixes the columns of
// forcing rows.
func (s *state) cleanRows() {
	for i := range s.rows {
		if s.dropped[i] || s.failed {
			continue
		}
		r := &s.rows[i]
		s.wholeRow(r)
		tol := tolerance * scaleOf(r)
		if r.Lower > r.Upper+tol {
			s.failed = true
			return
		}
		switch len(r.Terms) {
		case 0:
			if tol += s.rounded[i]; r.Lower > tol || r.Upper < -tol {
				s.failed = true
			}
			s.drop(i)
			continue
		case 1:
			t := r.Terms[0]
			if abs(t.Coefficient) < 1e-9 {
				break
			}
			low, high := r.Lower/t.Coefficient, r.Upper/t.Coefficient
			if t.Coefficient < 0 {
				low, high = high, low
			}
			if slip := s.rounded[i] / abs(t.Coefficient); slip > 1e-8*max(1, min(abs(low), abs(high))) {
				low, high = low-slip, high+slip
			}
			s.setBounds(t.Column, low, high)
			s.drop(i)
			continue
		}
		s.redundant(i)
	}
}

// redundant compares the sides of a row with its activity bounds.
func (s *state) redundant(i int) {
	r := &s.rows[i]
	tol := tolerance * scaleOf(r)
	q := s.reach(r.Terms)
	low, high := q.least(), q.most()
	if low > r.Upper+tol || high < r.Lower-tol {
		s.failed = true
		return
	}
	const exact = 1e-9
	if r.Upper < math.Inf(1) && high <= r.Upper+exact*scaleOf(r) {
		r.Upper = math.Inf(1)
		s.changes++
	}
	if r.Lower > math.Inf(-1) && low >= r.Lower-exact*scaleOf(r) {
		r.Lower = math.Inf(-1)
		s.changes++
	}
	if math.IsInf(r.Lower, -1) && math.IsInf(r.Upper, 1) {
		s.drop(i)
		return
	}
	atLow := low >= r.Upper-exact*scaleOf(r)
	atHigh := high <= r.Lower+exact*scaleOf(r)
	if !atLow && !atHigh || !s.forcing(i, q, atLow) {
		return
	}
	for _, t := range r.Terms {
		c := &s.cols[t.Column]
		if (t.Coefficient > 0) == atLow {
			s.setBounds(t.Column, c.Lower, c.Lower)
		} else {
			s.setBounds(t.Column, c.Upper, c.Upper)
		}
	}
	s.drop(i)
}

// forcing reports whether no column of a row can leave its bound by more than a rounding error. Next to a large side a
// column with a small coefficient can, although the activity hardly changes.
func (s *state) forcing(i int, q reach, atLow bool) bool {
	r := &s.rows[i]
	room, side := r.Upper-q.low, r.Upper
	if !atLow {
		room, side = q.high-r.Lower, r.Lower
	}
	room = max(room, 0) + s.roundingOf(i, side)
	for _, t := range r.Terms {
		c := &s.cols[t.Column]
		if move := min(room/abs(t.Coefficient), c.Upper-c.Lower); move > leeway*max(1, min(abs(c.Lower), abs(c.Upper))) {
			return false
		}
	}
	return true
}

// leeway is the change of a column, relative to its bound, that counts as a rounding error.
const leeway = 1e-7

// roundingOf returns a bound on the rounding error of a side of a row, less the finite bounds of its terms.
func (s *state) roundingOf(i int, side float64) float64 {
	size := abs(side)
	for _, t := range s.rows[i].Terms {
		if a, b := s.span(t); math.IsInf(a, 0) || math.IsInf(b, 0) {
			size += min(abs(a), abs(b))
		} else {
			size += max(abs(a), abs(b))
		}
	}
	if math.IsInf(size, 0) {
		size = abs(side)
	}
	return s.rounded[i] + size*roundingError
}

// wholeRow divides a row of integer columns with integral coefficients by their common divisor, and
// rounds its sides.
func (s *state) wholeRow(r *problem.Row) {
	var d int64
	for _, t := range r.Terms {
		a := abs(t.Coefficient)
		if !s.cols[t.Column].Integer || a != math.Trunc(a) || a > 1e9 {
			return
		}
		d = gcd(d, int64(a))
	}
	if d == 0 {
		return
	}
	f := float64(d)
	lower, upper := math.Ceil(r.Lower/f-1e-6), math.Floor(r.Upper/f+1e-6)
	if d == 1 && lower == r.Lower && upper == r.Upper {
		return
	}
	for k := range r.Terms {
		r.Terms[k].Coefficient /= f
	}
	r.Lower, r.Upper = lower, upper
	s.changes++
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// boundRows tightens the bounds of integer columns by their rows.
func (s *state) boundRows() {
	for i := range s.rows {
		if s.dropped[i] {
			continue
		}
		r := &s.rows[i]
		q := s.reach(r.Terms)
		if q.lows > 1 && q.highs > 1 {
			continue
		}
		slip := s.roundingOf(i, max(finiteSize(r.Lower), finiteSize(r.Upper)))
		for _, t := range r.Terms {
			if !s.cols[t.Column].Integer || s.fixed(t.Column) {
				continue
			}
			low, high := s.implied(r, q, t)
			if slip := slip / abs(t.Coefficient); slip > 1e-7 {
				low, high = low-slip, high+slip
			}
			if low > -1e9 || high < 1e9 {
				if low < -1e9 {
					low = math.Inf(-1)
				}
				if high > 1e9 {
					high = math.Inf(1)
				}
				old := s.cols[t.Column]
				s.setBounds(t.Column, low, high)
				if s.failed {
					return
				}
				if now := s.cols[t.Column]; now.Lower != old.Lower || now.Upper != old.Upper {
					q = s.reach(r.Terms)
				}
			}
		}
	}
}

// finiteSize returns the size of a side, or 0 if it is infinite.
func finiteSize(side float64) float64 {
	if math.IsInf(side, 0) {
		return 0
	}
	return abs(side)
}

// cancelled is the ratio of a term to the rest of its sum from which subtracting it loses too many digits of the rest.
const cancelled = 1 << 20

// rest returns the least activity of a row, or the largest if side is -1, without a term. all is that with it, and own
// its part.
func (s *state) rest(r *problem.Row, t problem.Term, all, own float64, side int) float64 {
	rest := all - own
	if math.Abs(own) <= cancelled*max(1, math.Abs(rest)) {
		return rest
	}
	rest = 0
	for _, other := range r.Terms {
		if low, high := s.span(other); other.Column == t.Column {
			continue
		} else if side > 0 {
			rest += low
		} else {
			rest += high
		}
	}
	return rest
}

// implied returns the bounds that a row and its other columns imply for one column.
func (s *state) implied(r *problem.Row, q reach, t problem.Term) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	a, b := s.span(t)
	lows, highs := q.lows, q.highs
	if math.IsInf(a, 0) {
		lows--
		a = 0
	}
	if math.IsInf(b, 0) {
		highs--
		b = 0
	}
	if lows == 0 && r.Upper < math.Inf(1) {
		if v := (r.Upper - s.rest(r, t, q.low, a, 1)) / t.Coefficient; t.Coefficient > 0 {
			high = v
		} else {
			low = v
		}
	}
	if highs == 0 && r.Lower > math.Inf(-1) {
		if v := (r.Lower - s.rest(r, t, q.high, b, -1)) / t.Coefficient; t.Coefficient > 0 {
			low = max(low, v)
		} else {
			high = min(high, v)
		}
	}
	return low, high
}
