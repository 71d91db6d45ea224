package engine

import "fmt"

// A First selects one of several solutions.
type First uint8

const (
	AnyFirst      First = iota // any of them
	Lexicographic              // smallest value of the first unknown, then of the second, and so on
)

// Firsts lists the names of the values of First other than AnyFirst.
var Firsts = []string{"lexicographic"}

// ParseFirst returns the value of First with that name; "" means AnyFirst.
func ParseFirst(s string) (First, error) {
	switch s {
	case "":
		return AnyFirst, nil
	case "lexicographic":
		return Lexicographic, nil
	}
	return 0, fmt.Errorf("%q is no order of solutions; there is lexicographic", s)
}
