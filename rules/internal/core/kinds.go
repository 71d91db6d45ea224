package core

import (
	"farbank/rules/value"
)

// The kinds of arguments and results are known before a call, so that the compiler can refuse an
// argument that is always wrong.

// KindSet is a set of kinds of values, a bit each.
type KindSet uint16

// KindsOf returns the set of the given kinds.
func KindsOf(kinds ...value.Kind) KindSet {
	var set KindSet
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

// AnyKind is the set of all kinds.
const AnyKind = ^KindSet(0)

// Nothing is the result of printout: no value.
const Nothing KindSet = 1 << value.None
