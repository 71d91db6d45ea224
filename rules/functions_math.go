package rules

import (
	"errors"
	"fmt"
	"math"

	"farbank/rules/value"
)

func mathBuiltins() []builtin {
	return []builtin{
		{name: "+", takes: "number number ...", gives: "number", help: "the sum; of integers until the first float", example: "(+ 1 2 0.5)", do: add},
		{name: "-", takes: "number number ...", gives: "number", help: "the first less the others", example: "(- 10 1 2)", do: subtract},
		{name: "*", takes: "number number ...", gives: "number", help: "the product", example: "(* 2 3 4)", do: multiply},
		{name: "/", takes: "number number ...", gives: "number", help: "the first divided by the others: a float", example: "(/ 7 2)", do: divide},
		{name: "div", takes: "number number ...", gives: "integer", help: "the same with integers, cut towards 0", example: "(div -7 2)", do: divideWhole},
		{name: "mod", takes: "number number", gives: "number", help: "what is left of the division", example: "(mod 7 3)", do: modulo},
		{name: "min", takes: "number number ...", gives: "number", help: "the least", example: "(min 3 1.0 1)", do: least},
		{name: "max", takes: "number number ...", gives: "number", help: "the greatest", example: "(max 1 3 2)", do: greatest},
		{name: "abs", takes: "number", gives: "number", help: "without its sign", example: "(abs -3)", do: absolute},
		{name: "integer", takes: "number", gives: "integer", help: "cut to an integer", example: "(integer -2.7)", do: toInteger},
		{name: "float", takes: "number", gives: "float", help: "as a float", example: "(float 3)", do: toFloat},
		{name: "round", takes: "number", gives: "integer", help: "the nearest integer; a half goes down", example: "(round 2.5)", do: round},
		{name: "random", takes: "[from:integer] [to:integer]", gives: "integer", help: "a number at random, the one that CLIPS would draw",
			example: "(random 1 10)", do: random},
		{name: "seed", takes: "integer", gives: "nothing", help: "begins the numbers at random anew", example: "(seed 42) (random)", do: seedRandom},
		{name: "set-auto-float-dividend", takes: "boolean:value", gives: "boolean", help: "whether `/` gives a float for integers; gives what was so before",
			example: "(set-auto-float-dividend FALSE) (/ 7 2)", do: setAutoFloat},
		{name: "get-auto-float-dividend", gives: "boolean", help: "whether `/` gives a float for integers", example: "(get-auto-float-dividend)", do: getAutoFloat},
	}
}

// Sums are of integers, which wrap around, until the first float; from there on
// of floats.

func add(c *Call) (value.Value, error) {
	var n int64
	for i, v := range c.Args {
		switch v.Kind() {
		case value.IntegerKind:
			n += v.Int()
		case value.FloatKind:
			return c.foldFloats(i, float64(n), func(a, b float64) float64 { return a + b })
		default:
			return c.notNumber(i)
		}
	}
	return value.Integer(n), nil
}

func multiply(c *Call) (value.Value, error) {
	n := int64(1)
	for i, v := range c.Args {
		switch v.Kind() {
		case value.IntegerKind:
			n *= v.Int()
		case value.FloatKind:
			return c.foldFloats(i, float64(n), func(a, b float64) float64 { return a * b })
		default:
			return c.notNumber(i)
		}
	}
	return value.Integer(n), nil
}

func subtract(c *Call) (value.Value, error) {
	minus := func(a, b float64) float64 { return a - b }
	first := c.Args[0]
	if first.Kind() == value.FloatKind {
		return c.foldFloats(1, first.Number(), minus)
	}
	if !first.IsNumber() {
		return c.notNumber(0)
	}
	n := first.Int()
	for i := 1; i < len(c.Args); i++ {
		switch v := c.Args[i]; v.Kind() {
		case value.IntegerKind:
			n -= v.Int()
		case value.FloatKind:
			return c.foldFloats(i, float64(n), minus)
		default:
			return c.notNumber(i)
		}
	}
	return value.Integer(n), nil
}

// foldFloats takes the arguments from number i on into total.
func (c *Call) foldFloats(i int, total float64, f func(a, b float64) float64) (value.Value, error) {
	for ; i < len(c.Args); i++ {
		v := c.Args[i]
		if !v.IsNumber() {
			return c.notNumber(i)
		}
		total = f(total, v.Number())
	}
	return value.Float(total), nil
}

func (c *Call) notNumber(i int) (value.Value, error) {
	return value.Value{}, c.Wrong(i, "of type integer or float")
}

func (c *Call) divisionByZero() (value.Value, error) {
	return value.Value{}, fmt.Errorf("[PRNTUTIL7] Attempt to divide by zero in %s function.", c.Name)
}

// notDivisor is for a divisor that is no number. CLIPS takes it for 0 then, and
// says both.
func (c *Call) notDivisor(wrong error) (value.Value, error) {
	_, zero := c.divisionByZero()
	return value.Value{}, errors.Join(wrong, zero)
}

// divide gives a float, unless integers are to stay integers
// (set-auto-float-dividend FALSE).
func divide(c *Call) (value.Value, error) {
	total, err := c.Number(0)
	if err != nil {
		return value.Value{}, err
	}
	if !c.Env.generators.wholeDivision {
		total = value.Float(total.Number())
	}
	for i := 1; i < len(c.Args); i++ {
		v, err := c.Number(i)
		if err != nil {
			return c.notDivisor(err)
		}
		if v.Number() == 0 {
			return c.divisionByZero()
		}
		if total.Kind() == value.IntegerKind && v.Kind() == value.IntegerKind {
			total = value.Integer(total.Int() / v.Int())
		} else {
			total = value.Float(total.Number() / v.Number())
		}
	}
	return total, nil
}

func divideWhole(c *Call) (value.Value, error) {
	total, err := c.numberAsInt(0)
	if err != nil {
		return value.Value{}, err
	}
	for i := 1; i < len(c.Args); i++ {
		n, err := c.numberAsInt(i)
		if err != nil {
			return c.notDivisor(err)
		}
		if n == 0 {
			return c.divisionByZero()
		}
		total /= n
	}
	return value.Integer(total), nil
}

// numberAsInt is Int with the other message.
func (c *Call) numberAsInt(i int) (int64, error) {
	if _, err := c.Number(i); err != nil {
		return 0, err
	}
	return c.Int(i)
}

func modulo(c *Call) (value.Value, error) {
	a, err := c.Number(0)
	if err != nil {
		return value.Value{}, err
	}
	b, err := c.Number(1)
	if err != nil {
		return value.Value{}, err
	}
	if b.Number() == 0 {
		return c.divisionByZero()
	}
	if a.Kind() == value.IntegerKind && b.Kind() == value.IntegerKind {
		return value.Integer(a.Int() % b.Int()), nil
	}
	// Not math.Mod, which is exact: the quotient is rounded first.
	x, y := a.Number(), b.Number()
	return value.Float(x - float64(math.Trunc(x/y)*y)), nil
}

// least and greatest keep the first of equal numbers, and its type.

func least(c *Call) (value.Value, error) {
	return c.choose(func(best, v value.Value) bool { return value.Exceeds(best, v) })
}

func greatest(c *Call) (value.Value, error) {
	return c.choose(func(best, v value.Value) bool { return value.Exceeds(v, best) })
}

func (c *Call) choose(better func(best, v value.Value) bool) (value.Value, error) {
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

func absolute(c *Call) (value.Value, error) {
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

func toInteger(c *Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.Integer(n), nil
}

func toFloat(c *Call) (value.Value, error) {
	f, err := c.Float(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.Float(f), nil
}

// round takes halves down: 2.5 is 2 and -2.5 is -3.
func round(c *Call) (value.Value, error) {
	v, err := c.Number(0)
	if err != nil {
		return value.Value{}, err
	}
	if v.Kind() == value.IntegerKind {
		return v, nil
	}
	return value.Integer(truncate(math.Ceil(v.Number() - 0.5))), nil
}

func setAutoFloat(c *Call) (value.Value, error) {
	g := c.Env.generators
	before := !g.wholeDivision
	g.wholeDivision = c.Args[0].IsFalse()
	return value.Bool(before), nil
}

func getAutoFloat(c *Call) (value.Value, error) {
	return value.Bool(!c.Env.generators.wholeDivision), nil
}
