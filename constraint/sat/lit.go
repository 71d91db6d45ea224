package sat

import "farbank/constraint/internal/clause"

type (
	lit = clause.Lit
	ref = clause.Ref
)

const (
	noRef       = clause.None
	binaryTag   = clause.BinaryTag
	header      = clause.Header
	learnedFlag = clause.LearnedFlag
	triedFlag   = clause.TriedFlag
)

// internal converts a literal of a caller.
func internal(l int) lit {
	if l < 0 {
		return lit(-l-1)<<1 | 1
	}
	return lit(l-1) << 1
}

// external converts a literal for a caller.
func external(l lit) int {
	if l&1 != 0 {
		return -int(l>>1) - 1
	}
	return int(l>>1) + 1
}
