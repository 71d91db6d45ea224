package real

import "math"

// ln2 and ln2Third are the logarithm of 2 to 160 bits.
var ln2 = pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}

const ln2Third = 0x1.7b57a079a1934p-111

// expm1 returns e^x-1 for |x| up to 0.35: it sums the series of x/512 and doubles the argument
// nine times by e^2x-1 = (e^x-1)(e^x+1).
func expm1(x pair) pair {
	r := x.scale(1.0 / 512)
	s := pair{1, 0}
	for n := 10; n > 1; n-- {
		s = r.mul(s).mul(inverse[n]).addFloat(1)
	}
	s = r.mul(s)
	for range 9 {
		s = s.mul(s.addFloat(2))
	}
	return s
}

// exp returns e^x as a pair times 2^k.
func exp(x pair) (e pair, k int) {
	n := math.RoundToEven(x.hi / ln2.hi)
	r := x.sub(ln2.mulFloat(n)).addFloat(-n * ln2Third)
	return expm1(r).addFloat(1), int(n)
}

// log returns the logarithm of a positive finite x: one Newton step from that of package math,
// after the power of two is taken out.
func log(x float64) pair {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	y := math.Log(m)
	// the correction m e^-y - 1
	rest := expm1(pair{-y, 0}).mulFloat(m).addFloat(m - 1)
	l := pair{y, 0}.add(rest)
	if k == 0 {
		return l
	}
	n := float64(k)
	return ln2.mulFloat(n).addFloat(n * ln2Third).add(l)
}

// ordinary reports whether x is finite and not 0.
func ordinary(x float64) bool { return x != 0 && !math.IsNaN(x) && !math.IsInf(x, 0) }

// Exp returns e^x.
func Exp(x float64) float64 {
	if !ordinary(x) || x > 709 || x < -700 {
		return math.Exp(x)
	}
	e, k := exp(pair{x, 0})
	return math.Ldexp(e.float(), k)
}

// Expm1 returns e^x-1.
func Expm1(x float64) float64 {
	if a := math.Abs(x); !ordinary(x) || a > 700 || a < 1e-100 {
		return math.Expm1(x)
	}
	if math.Abs(x) < 0.35 {
		return expm1(pair{x, 0}).float()
	}
	e, k := exp(pair{x, 0})
	return e.scale(math.Ldexp(1, k)).addFloat(-1).float()
}

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	if !ordinary(x) || x < 0 {
		return math.Log(x)
	}
	return log(x).float()
}

// Pow returns x to the power y.
func Pow(x, y float64) float64 {
	plain := math.Pow(x, y)
	if !ordinary(plain) || !ordinary(x) || !ordinary(y) {
		return plain
	}
	p := log(math.Abs(x)).mulFloat(y)
	if math.Abs(p.hi) > 700 {
		return plain
	}
	e, k := exp(p)
	return math.Copysign(math.Ldexp(e.float(), k), plain)
}
