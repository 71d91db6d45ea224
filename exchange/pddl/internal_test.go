package pddl

// StripsUpTo changes how many cases of a move are actions of their own; what it returns
// changes it back.
func StripsUpTo(n int) (restore func()) {
	old := maxStrips
	maxStrips = n
	return func() { maxStrips = old }
}
