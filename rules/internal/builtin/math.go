package builtin

import (
	"errors"
	"fmt"
	"math"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

func mathBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "+", Takes: "number number ...", Gives: "number", Help: "returns the sum, in integers up to the first float", Example: "(+ 1 2 0.5)", Do: add},
		{Name: "-", Takes: "number number ...", Gives: "number", Help: "returns the first minus the others", Example: "(- 10 1 2)", Do: subtract},
		{Name: "*", Takes: "number number ...", Gives: "number", Help: "returns the product", Example: "(* 2 3 4)", Do: multiply},
		{Name: "/", Takes: "number number ...", Gives: "number", Help: "returns the first divided by the others, as a float", Example: "(/ 7 2)", Do: divide},
		{Name: "div", Takes: "number number ...", Gives: "integer", Help: "divides integers, truncated towards 0", Example: "(div -7 2)", Do: divideWhole},
		{Name: "mod", Takes: "number number", Gives: "number", Help: "returns the remainder of the division", Example: "(mod 7 3)", Do: modulo},
		{Name: "min", Takes: "number number ...", Gives: "number", Help: "returns the least number", Example: "(min 3 1.0 1)", Do: least},
		{Name: "max", Takes: "number number ...", Gives: "number", Help: "returns the greatest number", Example: "(max 1 3 2)", Do: greatest},
		{Name: "abs", Takes: "number", Gives: "number", Help: "returns the absolute value", Example: "(abs -3)", Do: absolute},
		{Name: "integer", Takes: "number", Gives: "integer", Help: "returns the number truncated to an integer", Example: "(integer -2.7)", Do: toInteger},
		{Name: "float", Takes: "number", Gives: "float", Help: "returns the number as a float", Example: "(float 3)", Do: toFloat},
		{Name: "round", Takes: "number", Gives: "integer", Help: "returns the nearest integer; halves are rounded down", Example: "(round 2.5)", Do: round},
		{Name: "random", Takes: "[from:integer] [to:integer]", Gives: "integer", Help: "returns a random number, the same as in CLIPS",
			Example: "(random 1 10)", Do: random},
		{Name: "seed", Takes: "integer", Gives: "nothing", Help: "restarts the sequence of random numbers", Example: "(seed 42) (random)", Do: seedRandom},
		{Name: "set-auto-float-dividend", Takes: "boolean:value", Gives: "boolean", Help: "sets whether `/` of integers is a float, and returns the old setting",
			Example: "(set-auto-float-dividend FALSE) (/ 7 2)", Do: setAutoFloat},
		{Name: "get-auto-float-dividend", Gives: "boolean", Help: "returns whether `/` of integers is a float", Example: "(get-auto-float-dividend)", Do: getAutoFloat},
	}
}

// Arithmetic uses integers, which wrap around, up to the first float, and floats from there on.

func add(c *core.Call) (value.Value, error) {
	var n int64
	for i, v := range c.Args {
		switch v.Kind() {
		case value.IntegerKind:
			n += v.Int()
		case value.FloatKind:
			return foldFloats(c, i, float64(n), func(a, b float64) float64 { return a + b })
		default:
			return notNumber(c, i)
		}
	}
	return value.Integer(n), nil
}

func multiply(c *core.Call) (value.Value, error) {
	n := int64(1)
	for i, v := range c.Args {
		switch v.Kind() {
		case value.IntegerKind:
			n *= v.Int()
		case value.FloatKind:
			return foldFloats(c, i, float64(n), func(a, b float64) float64 { return a * b })
		default:
			return notNumber(c, i)
		}
	}
	return value.Integer(n), nil
}

func subtract(c *core.Call) (value.Value, error) {
	minus := func(a, b float64) float64 { return a - b }
	first := c.Args[0]
	if first.Kind() == value.FloatKind {
		return foldFloats(c, 1, first.Number(), minus)
	}
	if !first.IsNumber() {
		return notNumber(c, 0)
	}
	n := first.Int()
	for i := 1; i < len(c.Args); i++ {
		switch v := c.Args[i]; v.Kind() {
		case value.IntegerKind:
			n -= v.Int()
		case value.FloatKind:
			return foldFloats(c, i, float64(n), minus)
		default:
			return notNumber(c, i)
		}
	}
	return value.Integer(n), nil
}

// foldFloats combines the arguments from number i on with total.
func foldFloats(c *core.Call, i int, total float64, f func(a, b float64) float64) (value.Value, error) {
	for ; i < len(c.Args); i++ {
		v := c.Args[i]
		if !v.IsNumber() {
			return notNumber(c, i)
		}
		total = f(total, v.Number())
	}
	return value.Float(total), nil
}

func notNumber(c *core.Call, i int) (value.Value, error) {
	return value.Value{}, c.Wrong(i, "of type integer or float")
}

func divisionByZero(c *core.Call) (value.Value, error) {
	return value.Value{}, fmt.Errorf("[PRNTUTIL7] Attempt to divide by zero in %s function.", c.Name)
}

// notDivisor returns the error for a divisor that is not a number. CLIPS treats it as 0 and reports
// both errors.
func notDivisor(c *core.Call, wrong error) (value.Value, error) {
	_, zero := divisionByZero(c)
	return value.Value{}, errors.Join(wrong, zero)
}

// divide returns a float, unless (set-auto-float-dividend FALSE) keeps integers.
func divide(c *core.Call) (value.Value, error) {
	total, err := c.Number(0)
	if err != nil {
		return value.Value{}, err
	}
	if !c.Env.Generators.WholeDivision {
		total = value.Float(total.Number())
	}
	for i := 1; i < len(c.Args); i++ {
		v, err := c.Number(i)
		if err != nil {
			return notDivisor(c, err)
		}
		if v.Number() == 0 {
			return divisionByZero(c)
		}
		if total.Kind() == value.IntegerKind && v.Kind() == value.IntegerKind {
			total = value.Integer(total.Int() / v.Int())
		} else {
			total = value.Float(total.Number() / v.Number())
		}
	}
	return total, nil
}

func divideWhole(c *core.Call) (value.Value, error) {
	total, err := numberAsInt(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	for i := 1; i < len(c.Args); i++ {
		n, err := numberAsInt(c, i)
		if err != nil {
			return notDivisor(c, err)
		}
		if n == 0 {
			return divisionByZero(c)
		}
		total /= n
	}
	return value.Integer(total), nil
}

// numberAsInt is like Int with another message.
func numberAsInt(c *core.Call, i int) (int64, error) {
	if _, err := c.Number(i); err != nil {
		return 0, err
	}
	return c.Int(i)
}

func modulo(c *core.Call) (value.Value, error) {
	a, err := c.Number(0)
	if err != nil {
		return value.Value{}, err
	}
	b, err := c.Number(1)
	if err != nil {
		return value.Value{}, err
	}
	if b.Number() == 0 {
		return divisionByZero(c)
	}
	if a.Kind() == value.IntegerKind && b.Kind() == value.IntegerKind {
		return value.Integer(a.Int() % b.Int()), nil
	}
	// Unlike math.Mod, which is exact, CLIPS rounds the quotient first.
	x, y := a.Number(), b.Number()
	return value.Float(x - float64(math.Trunc(x/y)*y)), nil
}

// least and greatest return the first of equal numbers, with its type.

func least(c *core.Call) (value.Value, error) {
	return choose(c, func(best, v value.Value) bool { return value.Exceeds(best, v) })
}

func greatest(c *core.Call) (value.Value, error) {
	return choose(c, func(best, v value.Value) bool { return value.Exceeds(v, best) })
}

func choose(c *core.Call, better func(best, v value.Value) bool) (value.Value, error) {
	var best value.Value
	for i := range c.Args {
		v, err := c.Number(i)
		if err != nil {
			return value.Value{}, err
		}
		if i == 0 || better(best, v) {
			best = v
		}
	}
	return best, nil
}

func absolute(c *core.Call) (value.Value, error) {
	v, err := c.Number(0)
	switch {
	case err != nil:
		return value.Value{}, err
	case v.Kind() == value.IntegerKind && v.Int() < 0:
		return value.Integer(-v.Int()), nil
	case v.Kind() == value.FloatKind && v.Number() < 0:
		return value.Float(-v.Number()), nil
	}
	return v, nil
}

func toInteger(c *core.Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.Integer(n), nil
}

func toFloat(c *core.Call) (value.Value, error) {
	f, err := c.Float(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.Float(f), nil
}

// round rounds halves down: 2.5 to 2 and -2.5 to -3.
func round(c *core.Call) (value.Value, error) {
	v, err := c.Number(0)
	if err != nil {
		return value.Value{}, err
	}
	if v.Kind() == value.IntegerKind {
		return v, nil
	}
	return value.Integer(core.Truncate(math.Ceil(v.Number() - 0.5))), nil
}

func setAutoFloat(c *core.Call) (value.Value, error) {
	g := c.Env.Generators
	before := !g.WholeDivision
	g.WholeDivision = c.Args[0].IsFalse()
	return value.Bool(before), nil
}

func getAutoFloat(c *core.Call) (value.Value, error) {
	return value.Bool(!c.Env.Generators.WholeDivision), nil
}
