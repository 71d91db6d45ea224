package rules

// MadeProgram gives the program that is made from a seed, for tests against CLIPS.
func MadeProgram(seed uint64) string {
	g := newProgramMaker(seed)
	g.plain = true
	return g.program()
}

// EachSeed goes through the seeds of the programs to make.
var EachSeed = eachSeed

// CheckMade gives the first difference of such a program from the oracle.
func CheckMade(text string) error { return checkMade(text, false, map[string]int{}) }

// Shrink makes a program smaller as long as it fails.
var Shrink = shrink
