package builtin

import (
	"fmt"
	"math"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/real"
	"farbank/rules/value"
)

// realBuiltins are powers, logarithms and trigonometric functions. They take numbers and return a
// float.
func realBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "**", Takes: "number number", Gives: "float", Help: "returns the first to the power of the second", Example: "(** 2 10)", Do: power},
		{Name: "pi", Gives: "float", Help: "returns the number pi", Example: "(pi)", Do: func(*core.Call) (value.Value, error) { return value.Float(math.Pi), nil }},

		real1("exp", "e to the power of the number", "0", nil, real.Exp),
		real1("log", "the natural logarithm", "1", positive, real.Log),
		real1("log10", "the logarithm to base 10", "1000", positive, real.Log10),
		real1("sqrt", "the square root", "2", notBelow(0), math.Sqrt),

		real1("sin", "the sine of an angle in radians", "1", nil, real.Sin),
		real1("cos", "the cosine", "1", nil, real.Cos),
		real1("tan", "the tangent", "1", notPole(real.Cos), func(x float64) float64 { return real.Sin(x) / real.Cos(x) }),
		real1("sec", "the secant", "1", notPole(real.Cos), func(x float64) float64 { return 1 / real.Cos(x) }),
		real1("csc", "the cosecant", "1", notPole(real.Sin), func(x float64) float64 { return 1 / real.Sin(x) }),
		real1("cot", "the cotangent", "1", notPole(real.Sin), func(x float64) float64 { return real.Cos(x) / real.Sin(x) }),

		real1("asin", "the arc sine", "1", within1, real.Asin),
		real1("acos", "the arc cosine", "0", within1, real.Acos),
		real1("atan", "the arc tangent", "1", nil, real.Atan),
		real1("asec", "the arc secant", "2", outside1, func(x float64) float64 { return real.Acos(1 / x) }),
		real1("acsc", "the arc cosecant", "2", outside1, func(x float64) float64 { return real.Asin(1 / x) }),
		real1("acot", "the arc cotangent", "1", nil, arcCotangent),

		real1("sinh", "the hyperbolic sine", "1", nil, real.Sinh),
		real1("cosh", "the hyperbolic cosine", "1", nil, real.Cosh),
		real1("tanh", "the hyperbolic tangent", "1", nil, real.Tanh),
		real1("sech", "the hyperbolic secant", "1", nil, func(x float64) float64 { return 1 / real.Cosh(x) }),
		real1("csch", "the hyperbolic cosecant", "1", notTiny, func(x float64) float64 { return 1 / real.Sinh(x) }),
		real1("coth", "the hyperbolic cotangent", "1", notTiny, func(x float64) float64 { return 1 / real.Tanh(x) }),

		// These use the formulas of the definition, not the more accurate ones of package math, so
		// that the last digits are those of CLIPS.
		real1("asinh", "the inverse of `sinh`", "1", nil, func(x float64) float64 { return real.Log(x + math.Sqrt(float64(x*x)+1)) }),
		real1("acosh", "the inverse of `cosh`", "2", notBelow(1), func(x float64) float64 { return real.Log(x + math.Sqrt(float64(x*x)-1)) }),
		real1("atanh", "the inverse of `tanh`", "0.5", between1, func(x float64) float64 { return 0.5 * real.Log((1+x)/(1-x)) }),
		real1("asech", "the inverse of `sech`", "0.5", unit, func(x float64) float64 { return real.Log(1/x + math.Sqrt(1/float64(x*x)-1)) }),
		real1("acsch", "the inverse of `csch`", "1", notZero, func(x float64) float64 { return real.Log(1/x + math.Sqrt(1/float64(x*x)+1)) }),
		real1("acoth", "the inverse of `coth`", "2", beyond1, func(x float64) float64 { return 0.5 * real.Log((x+1)/(x-1)) }),

		real1("deg-rad", "converts degrees to radians", "180", nil, func(x float64) float64 { return float64(x*math.Pi) / 180 }),
		real1("rad-deg", "converts radians to degrees", "1", nil, func(x float64) float64 { return float64(x*180) / math.Pi }),
		real1("deg-grad", "converts degrees to gons", "90", nil, func(x float64) float64 { return x / 0.9 }),
		real1("grad-deg", "converts gons to degrees", "100", nil, func(x float64) float64 { return x * 0.9 }),
	}
}

// Messages about arguments outside the domain of a function.
const (
	domain      = "[EMATHFUN1] Domain error for %s function."
	overflow    = "[EMATHFUN2] Argument overflow for %s function."
	singularity = "[EMATHFUN3] Singularity at asymptote in %s function."
)

// real1 returns a function of one number. problem returns the message for an argument outside its
// domain, and "" for others.
func real1(name, help, sample string, problem func(float64) string, f func(float64) float64) compile.Builtin {
	do := func(c *core.Call) (value.Value, error) {
		x, err := c.Float(0)
		if err != nil {
			return value.Value{}, err
		}
		if problem != nil {
			if message := problem(x); message != "" {
				return value.Value{}, fmt.Errorf(message, c.Name)
			}
		}
		return value.Float(f(x)), nil
	}
	return compile.Builtin{Name: name, Takes: "number", Gives: "float", Help: help, Example: "(" + name + " " + sample + ")", Do: do}
}

func domainUnless(ok bool) string {
	if ok {
		return ""
	}
	return domain
}

func positive(x float64) string {
	if x == 0 {
		return overflow
	}
	return domainUnless(!(x < 0))
}

func notBelow(least float64) func(float64) string {
	return func(x float64) string { return domainUnless(!(x < least)) }
}

func within1(x float64) string { return domainUnless(!(x > 1 || x < -1)) }

func outside1(x float64) string { return domainUnless(!(x < 1 && x > -1)) }

func between1(x float64) string { return domainUnless(!(x >= 1 || x <= -1)) }

func beyond1(x float64) string { return domainUnless(!(x <= 1 && x >= -1)) }

func unit(x float64) string { return domainUnless(!(x > 1 || x <= 0)) }

func notZero(x float64) string { return domainUnless(x != 0) }

func notPole(f func(float64) float64) func(float64) string {
	return func(x float64) string {
		if y := f(x); y < 1e-15 && y > -1e-15 {
			return singularity
		}
		return ""
	}
}

const tiny = 1e-25

func notTiny(x float64) string {
	switch {
	case x == 0:
		return singularity
	case x >= -tiny && x <= tiny:
		return overflow
	}
	return ""
}

func arcCotangent(x float64) float64 {
	if x >= -tiny && x <= tiny {
		return math.Pi / 2
	}
	return real.Atan(1 / x)
}

func power(c *core.Call) (value.Value, error) {
	x, err := c.Float(0)
	if err != nil {
		return value.Value{}, err
	}
	y, err := c.Float(1)
	if err != nil {
		return value.Value{}, err
	}
	if x == 0 && y <= 0 || x < 0 && math.Trunc(y) != y {
		return value.Value{}, fmt.Errorf(domain, c.Name)
	}
	return value.Float(real.Pow(x, y)), nil
}
