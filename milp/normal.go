package milp

import (
	"math"

	"farbank/milp/problem"
)

// normal is an expression written as factor·p + offset, so that expressions that differ
// only by these share what is built on p. If whole, p is a sum of integer variables with
// whole coefficients without a common divisor, the first of them positive; then every
// whole number may be a value of p, and comparisons need no gap.
type normal struct {
	p              Expr
	factor, offset float64
	whole          bool
}

// normalised finds the form. Integer variables with decimal coefficients, of up to six
// digits behind the point, are whole too.
func (e Expr) normalised() normal {
	n := normal{p: e, factor: 1, offset: e.constant}
	n.p.constant = 0
	if e.isConstant() {
		n.whole = true
		return n
	}
	if scale, ok := e.scale(); ok {
		divisor := 0.0
		for _, t := range e.terms {
			divisor = gcd(divisor, math.Round(math.Abs(t.Coefficient)*scale))
		}
		if e.terms[0].Coefficient < 0 {
			divisor = -divisor
		}
		n.p.terms = make([]problem.Term, len(e.terms))
		for i, t := range e.terms {
			n.p.terms[i] = problem.Term{Column: t.Column, Coefficient: math.Round(t.Coefficient*scale) / divisor}
		}
		n.factor, n.whole = divisor/scale, true
		return n
	}
	if len(e.terms) == 1 {
		n.factor = e.terms[0].Coefficient
		n.p.terms = []problem.Term{{Column: e.terms[0].Column, Coefficient: 1}}
	}
	return n
}

// scale gives the power of ten that makes all coefficients whole, if all variables are
// integer.
func (e Expr) scale() (scale float64, ok bool) {
	for _, t := range e.terms {
		if !e.m.columns[t.Column].Integer {
			return 0, false
		}
	}
search:
	for scale = 1; scale <= 1e6; scale *= 10 {
		for _, t := range e.terms {
			k := t.Coefficient * scale
			if math.Abs(k) > maxWhole || math.Abs(k-math.Round(k)) > 1e-12*math.Abs(k) {
				continue search
			}
		}
		return scale, true
	}
	return 0, false
}

// gcd of whole numbers that are not negative.
func gcd(a, b float64) float64 {
	for b != 0 {
		a, b = b, math.Mod(a, b)
	}
	return a
}

// interval is the values from low to high, both included.
type interval struct{ low, high float64 }

// inside gives the values of p at which e lies in the interval.
func (n normal) inside(r interval) interval {
	r = interval{(r.low - n.offset) / n.factor, (r.high - n.offset) / n.factor}
	if n.factor < 0 {
		r.low, r.high = r.high, r.low
	}
	if n.whole {
		r.low, r.high = math.Ceil(r.low-slack(r.low)), math.Floor(r.high+slack(r.high))
	}
	return r
}

// slack is what rounding may have done to a number that ought to be whole.
func slack(x float64) float64 {
	if math.IsInf(x, 0) {
		return 0
	}
	return 1e-9 * max(1, min(math.Abs(x), 1e6))
}

// ranges are intervals in rising order that do not touch: between two of them lie values
// of neither.
type ranges []interval

// joined drops empty intervals and joins those that overlap or, among whole numbers,
// follow each other. The intervals are sorted.
func (rs ranges) joined(whole bool) ranges {
	step := 0.0
	if whole {
		step = 1
	}
	var out ranges
	for _, r := range rs {
		switch last := len(out) - 1; {
		case r.low > r.high:
		case last >= 0 && r.low <= out[last].high+step:
			out[last].high = max(out[last].high, r.high)
		default:
			out = append(out, r)
		}
	}
	return out
}

// complement gives the values that are at least gap away from all of rs.
func (rs ranges) complement(gap float64) ranges {
	var out ranges
	low := math.Inf(-1)
	for _, r := range rs {
		if high := r.low - gap; high >= low && high > math.Inf(-1) {
			out = append(out, interval{low, high})
		}
		low = r.high + gap
	}
	if low < math.Inf(1) {
		out = append(out, interval{low, math.Inf(1)})
	}
	return out
}

// clipped gives what of rs lies between low and high.
func (rs ranges) clipped(low, high float64) ranges {
	var out ranges
	for _, r := range rs {
		if r.low = max(r.low, low); r.low <= r.high {
			if r.high = min(r.high, high); r.low <= r.high {
				out = append(out, r)
			}
		}
	}
	return out
}

// has says whether v lies in one of rs, give or take the tolerance.
func (rs ranges) has(v, tolerance float64) bool {
	for _, r := range rs {
		if r.low-tolerance <= v && v <= r.high+tolerance {
			return true
		}
	}
	return false
}

// holdsAll says whether every value, whole or not, between low and high is in rs.
func (rs ranges) holdsAll(low, high float64) bool {
	for _, r := range rs {
		if r.low <= low && high <= r.high {
			return true
		}
	}
	return false
}

// isHalfLine says whether rs has no lower, or no upper, end within low and high.
func (rs ranges) isHalfLine(low, high float64) bool {
	return len(rs) == 1 && (rs[0].low <= low || rs[0].high >= high)
}
