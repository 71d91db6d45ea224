package builtin

import (
	"slices"

	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// equal reports whether all numbers equal the first.
func equal(c *core.Call) (value.Value, error) {
	return compareFirst(c, value.SameNumber, false)
}

// unequal reports whether no number equals the first; others may be equal.
func unequal(c *core.Call) (value.Value, error) {
	return compareFirst(c, value.SameNumber, true)
}

// compareFirst compares each number with the first. It returns false if f returns fails for one.
func compareFirst(c *core.Call, f func(a, b value.Value) bool, fails bool) (value.Value, error) {
	first, err := c.Number(0)
	if err != nil {
		return value.Value{}, err
	}
	for i := 1; i < len(c.Args); i++ {
		v, err := c.Number(i)
		if err != nil {
			return value.Value{}, err
		}
		if f(first, v) == fails {
			return value.False, nil
		}
	}
	return value.True, nil
}

func rising(c *core.Call) (value.Value, error) { return chain(c, value.Reaches) }

func notFalling(c *core.Call) (value.Value, error) { return chain(c, value.Exceeds) }

func falling(c *core.Call) (value.Value, error) {
	return chain(c, func(a, b value.Value) bool { return value.Reaches(b, a) })
}

func notRising(c *core.Call) (value.Value, error) {
	return chain(c, func(a, b value.Value) bool { return value.Exceeds(b, a) })
}

// chain compares each number with the one before it. It returns false if one pair fails.
func chain(c *core.Call, fails func(a, b value.Value) bool) (value.Value, error) {
	before, err := c.Number(0)
	if err != nil {
		return value.Value{}, err
	}
	for i := 1; i < len(c.Args); i++ {
		v, err := c.Number(i)
		if err != nil {
			return value.Value{}, err
		}
		if fails(before, v) {
			return value.False, nil
		}
		before = v
	}
	return value.True, nil
}

// equalNumbers is like eq, but compares numbers by value: 3 and 3.0 are equal.
func equalNumbers(c *core.Call) (value.Value, error) {
	first := c.Args[0]
	return value.Bool(!slices.ContainsFunc(c.Args[1:], func(v value.Value) bool {
		if first.IsNumber() && v.IsNumber() {
			return !value.SameNumber(first, v)
		}
		return !value.Equal(first, v)
	})), nil
}
