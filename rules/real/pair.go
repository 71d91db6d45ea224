package real

import "math"

// A pair is the unrounded sum of two floats; the second is at most half a unit in the last
// place of the first.
type pair struct{ hi, lo float64 }

// sum adds two floats exactly.
func sum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

// quickSum is like sum for |a| >= |b|.
func quickSum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// product multiplies two floats exactly.
func product(a, b float64) pair {
	p := a * b
	return pair{p, math.FMA(a, b, -p)}
}

func (x pair) neg() pair { return pair{-x.hi, -x.lo} }

func (x pair) add(y pair) pair {
	s, t := sum(x.hi, y.hi), sum(x.lo, y.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (x pair) addFloat(y float64) pair {
	s := sum(x.hi, y)
	return quickSum(s.hi, s.lo+x.lo)
}

func (x pair) sub(y pair) pair { return x.add(y.neg()) }

func (x pair) mul(y pair) pair {
	p := product(x.hi, y.hi)
	return quickSum(p.hi, p.lo+(math.FMA(x.hi, y.lo, x.lo*y.hi)))
}

func (x pair) mulFloat(y float64) pair {
	p := product(x.hi, y)
	return quickSum(p.hi, math.FMA(x.lo, y, p.lo))
}

func (x pair) div(y pair) pair {
	q := x.hi / y.hi
	r := x.sub(y.mulFloat(q))
	q2 := r.hi / y.hi
	r = r.sub(y.mulFloat(q2))
	return quickSum(q, q2).addFloat(r.hi / y.hi)
}

// scale multiplies by a power of two, which is exact.
func (x pair) scale(f float64) pair { return pair{x.hi * f, x.lo * f} }

func (x pair) sqrt() pair {
	if x.hi <= 0 {
		return pair{}
	}
	y := math.Sqrt(x.hi)
	return quickSum(y, x.sub(product(y, y)).hi/(2*y))
}

func (x pair) float() float64 { return x.hi + x.lo }

// inverse has 1/n for the factors of the series.
var inverse = func() (table [32]pair) {
	for n := 1.0; n < 32; n++ {
		table[int(n)] = pair{1, 0}.div(pair{n, 0})
	}
	return table
}()
