package real

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

const precision = 300

func wide(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

// terms sums x^n/n! for every step-th n from first on, with the factor sign between terms.
func terms(x *big.Float, first, step int, sign float64) *big.Float {
	term, total := wide(1), wide(0)
	for n := 1; n < 220; n++ {
		if k := n - 1 - first; k >= 0 && k%step == 0 {
			part := wide(0).Set(term)
			if sign < 0 && k/step%2 == 1 {
				part.Neg(part)
			}
			total.Add(total, part)
		}
		term.Mul(term, x)
		term.Quo(term, wide(float64(n)))
	}
	return total
}

func wideExp(x *big.Float) *big.Float { return terms(x, 0, 1, 1) }
func wideSin(x *big.Float) *big.Float { return terms(x, 1, 2, -1) }
func wideCos(x *big.Float) *big.Float { return terms(x, 0, 2, -1) }
func wideTan(x *big.Float) *big.Float { return wide(0).Quo(wideSin(x), wideCos(x)) }

// TestNearest checks that each result is the float nearest to the true value, computed with
// 300 bits.
func TestNearest(t *testing.T) {
	functions := []struct {
		name     string
		f        func(float64) float64
		wide     func(*big.Float) *big.Float
		from, to float64
	}{
		{"exp", Exp, wideExp, -30, 30},
		{"expm1", Expm1, func(x *big.Float) *big.Float { e := wideExp(x); return e.Sub(e, wide(1)) }, -2, 2},
		{"sin", Sin, wideSin, -30, 30},
		{"cos", Cos, wideCos, -30, 30},
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range functions {
		for range 80 {
			x := f.from + (f.to-f.from)*r.Float64()
			want, _ := f.wide(wide(x)).Float64()
			if got := f.f(x); got != want {
				t.Errorf("%s(%v) = %v, want %v", f.name, x, got, want)
			}
		}
	}
}

// TestNearestInverse checks that the argument of an inverse function lies between the values of
// the function half a unit below and above the result.
func TestNearestInverse(t *testing.T) {
	functions := []struct {
		name     string
		f        func(float64) float64
		wide     func(*big.Float) *big.Float
		from, to float64
	}{
		{"log", Log, wideExp, 1e-9, 50},
		{"log", Log, wideExp, 0.99, 1.01},
		{"atan", Atan, wideTan, -20, 20},
		{"asin", Asin, wideSin, -1, 1},
		{"acos", Acos, wideCos, -1, 1},
	}
	r := rand.New(rand.NewPCG(2, 2))
	for _, f := range functions {
		for range 80 {
			x := f.from + (f.to-f.from)*r.Float64()
			y := f.f(x)
			below, above := f.wide(between(y, math.Inf(-1))), f.wide(between(y, math.Inf(1)))
			if below.Cmp(above) > 0 {
				below, above = above, below
			}
			if below.Cmp(wide(x)) > 0 || above.Cmp(wide(x)) < 0 {
				t.Errorf("%s(%v) = %v is not the nearest", f.name, x, y)
			}
		}
	}
}

func between(y, to float64) *big.Float {
	b := wide(y)
	b.Add(b, wide(math.Nextafter(y, to)))
	return b.Quo(b, wide(2))
}

func TestPow(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		x, n := r.NormFloat64()*3, r.IntN(60)
		exact := big.NewFloat(1).SetPrec(53 * 60)
		for range n {
			exact.Mul(exact, new(big.Float).SetFloat64(x))
		}
		want, _ := exact.Float64()
		if got := Pow(x, float64(n)); got != want {
			t.Errorf("%v ** %d = %v, want %v", x, n, got, want)
		}
	}
}

// TestEdges checks that the functions equal those of package math for extreme arguments.
func TestEdges(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 2, math.Inf(1), math.Inf(-1), math.NaN(), 1e308, -1e308, 1e-307, 1e22, 0.5, 708, 710, -745, -750}
	functions := map[string][2]func(float64) float64{
		"exp": {Exp, math.Exp}, "expm1": {Expm1, math.Expm1}, "log": {Log, math.Log}, "log10": {Log10, math.Log10},
		"sin": {Sin, math.Sin}, "cos": {Cos, math.Cos}, "asin": {Asin, math.Asin}, "acos": {Acos, math.Acos},
		"atan": {Atan, math.Atan}, "sinh": {Sinh, math.Sinh}, "cosh": {Cosh, math.Cosh}, "tanh": {Tanh, math.Tanh},
	}
	for name, f := range functions {
		for _, x := range values {
			if got, want := f[0](x), f[1](x); !near(got, want) {
				t.Errorf("%s(%v) = %v, want about %v", name, x, got, want)
			}
		}
	}
	for _, x := range values {
		for _, y := range values {
			if got, want := Pow(x, y), math.Pow(x, y); !near(got, want) {
				t.Errorf("%v ** %v = %v, want about %v", x, y, got, want)
			}
		}
	}
}

func near(a, b float64) bool {
	return a == b || a != a && b != b || math.Abs(a-b) <= 4e-16*math.Abs(b)
}
