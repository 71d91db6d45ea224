package compile_test

import (
	"farbank/rules/internal/builtin"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/jess"
)

// newEnvironment returns an environment with all functions.
func newEnvironment(o core.Options) *core.Environment {
	l := compile.NewLanguage(append(builtin.Families(), jess.Family()), o.Dialect)
	return core.New(o, &l)
}

// plainProgram returns the program generated from a seed, for comparison with CLIPS.
func plainProgram(seed uint64) string {
	g := newProgramGenerator(seed)
	g.plain = true
	return g.program()
}

// checkPlain returns the first difference between such a program and the oracle.
func checkPlain(text string) error { return checkGenerated(text, false, map[string]int{}) }
