package engine

import "fmt"

// First says which of several solutions of unknowns is wanted.
type First uint8

const (
	AnyFirst      First = iota // any of them
	Lexicographic              // the one with the least value of the first unknown, of those the least of the second, and so on
)

// Firsts are the names by which that is asked for.
var Firsts = []string{"lexicographic"}

// ParseFirst returns what has that name; "" is any.
func ParseFirst(s string) (First, error) {
	switch s {
	case "":
		return AnyFirst, nil
	case "lexicographic":
		return Lexicographic, nil
	}
	return 0, fmt.Errorf("%q is no order of solutions; there is lexicographic", s)
}
