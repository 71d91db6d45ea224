package rules

import (
	"fmt"
	"math"

	"farbank/rules/real"
	"farbank/rules/value"
)

// Powers, logarithms, trigonometry: all take floats, or integers as floats, and
// give a float.
var realFunctions = []Function{
	{Name: "**", Min: 2, Max: 2, Func: power},
	{Name: "pi", Min: 0, Max: 0, Func: func(*Call) (value.Value, error) { return value.Float(math.Pi), nil }},

	real1("exp", nil, real.Exp),
	real1("log", positive, real.Log),
	real1("log10", positive, real.Log10),
	real1("sqrt", notBelow(0), math.Sqrt),

	real1("sin", nil, real.Sin),
	real1("cos", nil, real.Cos),
	real1("tan", notPole(real.Cos), func(x float64) float64 { return real.Sin(x) / real.Cos(x) }),
	real1("sec", notPole(real.Cos), func(x float64) float64 { return 1 / real.Cos(x) }),
	real1("csc", notPole(real.Sin), func(x float64) float64 { return 1 / real.Sin(x) }),
	real1("cot", notPole(real.Sin), func(x float64) float64 { return real.Cos(x) / real.Sin(x) }),

	real1("asin", within1, real.Asin),
	real1("acos", within1, real.Acos),
	real1("atan", nil, real.Atan),
	real1("asec", outside1, func(x float64) float64 { return real.Acos(1 / x) }),
	real1("acsc", outside1, func(x float64) float64 { return real.Asin(1 / x) }),
	real1("acot", nil, arcCotangent),

	real1("sinh", nil, real.Sinh),
	real1("cosh", nil, real.Cosh),
	real1("tanh", nil, real.Tanh),
	real1("sech", nil, func(x float64) float64 { return 1 / real.Cosh(x) }),
	real1("csch", notTiny, func(x float64) float64 { return 1 / real.Sinh(x) }),
	real1("coth", notTiny, func(x float64) float64 { return 1 / real.Tanh(x) }),

	// The logarithms of the definition, not the more careful ones of package
	// math: last digits are to be those of CLIPS.
	real1("asinh", nil, func(x float64) float64 { return real.Log(x + math.Sqrt(float64(x*x)+1)) }),
	real1("acosh", notBelow(1), func(x float64) float64 { return real.Log(x + math.Sqrt(float64(x*x)-1)) }),
	real1("atanh", between1, func(x float64) float64 { return 0.5 * real.Log((1+x)/(1-x)) }),
	real1("asech", unit, func(x float64) float64 { return real.Log(1/x + math.Sqrt(1/float64(x*x)-1)) }),
	real1("acsch", notZero, func(x float64) float64 { return real.Log(1/x + math.Sqrt(1/float64(x*x)+1)) }),
	real1("acoth", beyond1, func(x float64) float64 { return 0.5 * real.Log((x+1)/(x-1)) }),

	real1("deg-rad", nil, func(x float64) float64 { return float64(x*math.Pi) / 180 }),
	real1("rad-deg", nil, func(x float64) float64 { return float64(x*180) / math.Pi }),
	real1("deg-grad", nil, func(x float64) float64 { return x / 0.9 }),
	real1("grad-deg", nil, func(x float64) float64 { return x * 0.9 }),
}

// What may be wrong with an argument, as the message says it.
const (
	domain      = "[EMATHFUN1] Domain error for %s function."
	overflow    = "[EMATHFUN2] Argument overflow for %s function."
	singularity = "[EMATHFUN3] Singularity at asymptote in %s function."
)

// real1 makes a function of one number; problem gives the message for arguments
// it is not defined for, "" for the others.
func real1(name string, problem func(float64) string, f func(float64) float64) Function {
	return Function{Name: name, Min: 1, Max: 1, Func: func(c *Call) (value.Value, error) {
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
	}}
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

func power(c *Call) (value.Value, error) {
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
