package minizinc

// SharedFrom sets the minimum size of shared expressions, and returns a function that restores
// it.
func SharedFrom(n int64) (restore func()) {
	old := minShared
	minShared = n
	return func() { minShared = old }
}
