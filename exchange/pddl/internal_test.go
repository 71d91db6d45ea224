package pddl

// StripsUpTo sets the number of cases of a move that become separate actions, and returns a
// function that restores it.
func StripsUpTo(n int) (restore func()) {
	old := maxStrips
	maxStrips = n
	return func() { maxStrips = old }
}
