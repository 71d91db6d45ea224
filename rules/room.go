package rules

import "farbank/rules/value"

// A MemoryError says that a value is larger than the program has memory for. It ends
// the program.
type MemoryError struct{ Bytes int64 }

func (e *MemoryError) Error() string { return "the memory limit was reached" }

// MemoryLimit tells that it is one.
func (e *MemoryError) MemoryLimit() bool { return true }

// valueBytes is what a field of a multifield takes.
const valueBytes = 16

// room asks whether a value of so many bytes may be made: a program that doubles a text
// again and again would be past all limits before anybody could look.
func (c *Call) room(bytes int) error {
	if m := c.Env.memory; m > 0 && int64(bytes) > m/4 {
		return &MemoryError{int64(bytes)}
	}
	return nil
}

// roomFor asks for a multifield of all fields of lists, and some more.
func (c *Call) roomFor(more int, lists ...[]value.Value) error {
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
	return c.room(n * valueBytes)
}
