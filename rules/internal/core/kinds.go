package core

import (
	"farbank/rules/value"
)

// What functions take and give is known before they are called: an argument
// that can only be wrong is refused where the call stands in the program.

// KindSet is a set of kinds of values, a bit each.
type KindSet uint16

// KindsOf gives the set of some kinds.
func KindsOf(kinds ...value.Kind) KindSet {
	var set KindSet
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

// AnyKind is the set of all kinds.
const AnyKind = ^KindSet(0)

// Nothing is what printout gives: no value.
const Nothing KindSet = 1 << value.None
