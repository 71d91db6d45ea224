package rules

import "farbank/rules/value"

// equal compares all with the first.
func equal(c *Call) (value.Value, error) {
	return c.compareFirst(value.SameNumber, false)
}

// unequal is true if no number equals the first; others may be the same.
func unequal(c *Call) (value.Value, error) {
	return c.compareFirst(value.SameNumber, true)
}

func (c *Call) compareFirst(f func(a, b value.Value) bool, fails bool) (value.Value, error) {
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

func rising(c *Call) (value.Value, error) { return c.chain(value.Reaches) }

func notFalling(c *Call) (value.Value, error) { return c.chain(value.Exceeds) }

func falling(c *Call) (value.Value, error) {
	return c.chain(func(a, b value.Value) bool { return value.Reaches(b, a) })
}

func notRising(c *Call) (value.Value, error) {
	return c.chain(func(a, b value.Value) bool { return value.Exceeds(b, a) })
}

// chain compares each number with the one before it, and is true if none fails.
func (c *Call) chain(fails func(a, b value.Value) bool) (value.Value, error) {
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
