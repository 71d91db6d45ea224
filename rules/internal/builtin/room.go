package builtin

import (
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// valueBytes is the memory of a field of a multifield.
const valueBytes = 16

// room returns an error if a value of the given size is too large. Otherwise a program that doubles
// a text repeatedly would exceed the memory limit before it is checked.
func room(c *core.Call, bytes int) error {
	if m := c.Env.MemoryLimit; m > 0 && int64(bytes) > m/4 {
		return &fault.MemoryError{Bytes: int64(bytes)}
	}
	return nil
}

// roomFor checks the size of a multifield of all fields of lists and more others.
func roomFor(c *core.Call, more int, lists ...[]value.Value) error {
	n := more
	for _, list := range lists {
		for _, v := range list {
			if v.Kind() == value.MultifieldKind {
				n += len(v.Items())
			} else {
				n++
			}
		}
	}
	return room(c, n*valueBytes)
}
