package real

import "math"

// The hyperbolic functions and the logarithm to base 10 combine rounded functions with the
// formulas of the C library (W. Kahan and K. C. Ng, 1985), so that they have the same
// rounding errors.

// moderate is the limit beyond which e^-x is negligible beside e^x.
const moderate = 22

// Sinh returns the hyperbolic sine of x.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	half := math.Copysign(0.5, x)
	switch {
	case a < 1:
		t := Expm1(a)
		return half * (2*t - float64(t*t)/(t+1))
	case a < moderate:
		t := Expm1(a)
		return half * (t + t/(t+1))
	case a < 709:
		return half * Exp(a)
	}
	return math.Sinh(x)
}

// Cosh returns the hyperbolic cosine of x.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case a < math.Ln2/2:
		t := Expm1(a)
		return 1 + float64(t*t)/(2*(1+t))
	case a < moderate:
		t := Exp(a)
		return float64(0.5*t) + 0.5/t
	case a < 709:
		return 0.5 * Exp(a)
	}
	return math.Cosh(x)
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x == 0:
		return x
	case a < 1:
		t := Expm1(-2 * a)
		return math.Copysign(t/(t+2), x)
	case a < moderate:
		return math.Copysign(1-2/(Expm1(2*a)+2), x)
	}
	return math.Tanh(x)
}

// Log10 returns the logarithm of x to base 10.
func Log10(x float64) float64 {
	if !ordinary(x) || x < 0 {
		return math.Log10(x)
	}
	m, k := math.Frexp(x) // for x of 1 or more the formula needs 2m
	if k > 0 {
		m, k = 2*m, k-1
	}
	const high, low = 0x1.34413509f6000p-2, 0x1.9fef311f12b36p-42 // the decimal logarithm of 2
	n := float64(k)
	z := float64(n*low) + float64(1/math.Ln10*Log(m))
	return z + float64(n*high)
}
