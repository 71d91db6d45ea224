package milp

import (
	"math"

	"farbank/milp/problem"
)

// A normal is an expression in the form factor·p + offset. Expressions that differ only by these
// share everything built on p. If whole, p is a sum of integer variables with coprime integral
// coefficients, the first of them positive. Then every integer may be a value of p, and comparisons
// need no gap.
type normal struct {
	p              Expr
	factor, offset float64
	whole          bool
}

// normalised returns the normal form. Integer variables with decimal coefficients of up to six
// digits are whole too.
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

// scale returns the power of ten that makes all coefficients integral, if all variables are
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

// gcd returns the greatest common divisor of two nonnegative integers.
func gcd(a, b float64) float64 {
	for b != 0 {
		a, b = b, math.Mod(a, b)
	}
	return a
}

// An interval is closed.
type interval struct{ low, high float64 }

// inside returns the values of p at which e lies in the interval.
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

// slack bounds the rounding error of a number that should be integral.
func slack(x float64) float64 {
	if math.IsInf(x, 0) {
		return 0
	}
	return 1e-9 * max(1, min(math.Abs(x), 1e6))
}

// ranges is a sorted list of disjoint intervals with gaps between them.
type ranges []interval

// joined removes empty intervals and joins those that overlap or, among integers, are adjacent. The
// intervals must be sorted.
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

// complement returns the values at a distance of at least gap from all of rs.
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

// clipped returns the intersection of rs with low to high.
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

// has reports whether v lies in one of rs, within the tolerance.
func (rs ranges) has(v, tolerance float64) bool {
	for _, r := range rs {
		if r.low-tolerance <= v && v <= r.high+tolerance {
			return true
		}
	}
	return false
}

// holdsAll reports whether one interval of rs contains low to high.
func (rs ranges) holdsAll(low, high float64) bool {
	for _, r := range rs {
		if r.low <= low && high <= r.high {
			return true
		}
	}
	return false
}

// isHalfLine reports whether rs restricts values from low to high on one side only.
func (rs ranges) isHalfLine(low, high float64) bool {
	return len(rs) == 1 && (rs[0].low <= low || rs[0].high >= high)
}
