package compile_test

import (
	"farbank/rules/internal/builtin"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/jess"
)

// newEnvironment makes an environment with all functions.
func newEnvironment(o core.Options) *core.Environment {
	l := compile.NewLanguage(append(builtin.Families(), jess.Family()), o.Dialect)
	return core.New(o, &l)
}

// plainProgram gives the program that is made from a seed, for tests against CLIPS.
func plainProgram(seed uint64) string {
	g := newProgramMaker(seed)
	g.plain = true
	return g.program()
}

// checkPlain gives the first difference of such a program from the oracle.
func checkPlain(text string) error { return checkMade(text, false, map[string]int{}) }
