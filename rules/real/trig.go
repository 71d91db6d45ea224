package real

import "math"

// halfPi is π/2 in four parts.
var halfPi = [4]float64{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54, -0x1.f1976b7ed8fbcp-110, 0x1.4cf98e804177dp-164}

// largest is the limit of |x| for an exact argument reduction.
const largest = 1 << 20

// reduce returns x minus n quarter turns, between -1/8 and 1/8 of a turn.
func reduce(x float64) (r pair, n int) {
	q := math.RoundToEven(x / halfPi[0])
	if q == 0 {
		return pair{x, 0}, 0
	}
	r = pair{x, 0}
	for _, piece := range halfPi {
		r = r.sub(product(q, piece))
	}
	return r, int(q)
}

// series returns the alternating series with first term x (or 1, if first is 1) and two more
// factors of x in each term: the sine for first 2, the cosine for first 1.
func series(x pair, first int) pair {
	square := x.mul(x).neg()
	s := pair{1, 0}
	for n := first + 26; n >= first; n -= 2 {
		s = square.mul(s).mul(inverse[n]).mul(inverse[n+1]).addFloat(1)
	}
	if first == 2 {
		return x.mul(s)
	}
	return s
}

// sinCos returns sine and cosine of x, |x| < largest.
func sinCos(x float64) (sin, cos pair) {
	r, n := reduce(x)
	return quarter(r, n), quarter(r, n+1)
}

// quarter returns the sine of x plus n quarter turns.
func quarter(x pair, n int) pair {
	s := series(x, 2-n&1)
	if n&2 != 0 {
		return s.neg()
	}
	return s
}

// reducible reports whether x is in the range of the reduction.
func reducible(x float64) bool { return ordinary(x) && math.Abs(x) < largest && math.Abs(x) > 1e-100 }

// Sin returns the sine of x, in radians.
func Sin(x float64) float64 {
	if !reducible(x) {
		return math.Sin(x)
	}
	return quarter(reduce(x)).float()
}

// Cos returns the cosine of x, in radians.
func Cos(x float64) float64 {
	if !reducible(x) {
		return math.Cos(x)
	}
	r, n := reduce(x)
	return quarter(r, n+1).float()
}

// The inverse functions start from y of package math and compute the sine (or the tangent) of
// the correction from sine and cosine of y.

// Atan returns the arc tangent of x.
func Atan(x float64) float64 {
	if !reducible(x) {
		return math.Atan(x)
	}
	y := math.Atan(x)
	s, c := sinCos(y)
	rest := c.mulFloat(x).sub(s).div(c.add(s.mulFloat(x)))
	return rest.addFloat(y).float()
}

// Asin returns the arc sine of x.
func Asin(x float64) float64 {
	if !reducible(x) || math.Abs(x) > 1 {
		return math.Asin(x)
	}
	y := math.Asin(x)
	s, c := sinCos(y)
	return c.mulFloat(x).sub(leg(x).mul(s)).addFloat(y).float()
}

// Acos returns the arc cosine of x.
func Acos(x float64) float64 {
	if !reducible(x) || math.Abs(x) >= 1 {
		return math.Acos(x)
	}
	y := math.Acos(x)
	s, c := sinCos(y)
	return leg(x).mul(c).sub(s.mulFloat(x)).addFloat(y).float()
}

// leg returns the square root of 1-x².
func leg(x float64) pair { return sum(1, -x).mul(sum(1, x)).sqrt() }
