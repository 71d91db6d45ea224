package builtin

import (
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// valueBytes is what a field of a multifield takes.
const valueBytes = 16

// room asks whether a value of so many bytes may be made: a program that doubles a text
// again and again would be past all limits before anybody could look.
func room(c *core.Call, bytes int) error {
	if m := c.Env.MemoryLimit; m > 0 && int64(bytes) > m/4 {
		return &fault.MemoryError{Bytes: int64(bytes)}
	}
	return nil
}

// roomFor asks for a multifield of all fields of lists, and some more.
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
