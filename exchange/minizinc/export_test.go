package minizinc

// SharedFrom changes how many parts an expression has at least that is written once; what it
// returns changes it back.
func SharedFrom(n int64) (restore func()) {
	old := minShared
	minShared = n
	return func() { minShared = old }
}
