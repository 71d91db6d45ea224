package rules

import (
	"sync"

	"farbank/rules/internal/builtin"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/jess"
)

// families returns the table of all functions and special forms, in the order of the manual.
// It is used to dispatch and check calls, to complete names and to write the manual.
func families() []compile.Family {
	return append(builtin.Families(), jess.Family())
}

// languages holds the language of each dialect.
var languages [2]struct {
	once sync.Once
	core.Language
}

// languageOf returns the language of a dialect.
func languageOf(d Dialect) *core.Language {
	t := &languages[d]
	t.once.Do(func() {
		t.Language = compile.NewLanguage(families(), d)
		if d == CLIPS {
			t.Hint = hintOfJess
		}
	})
	return &t.Language
}

// hintOfJess returns a hint if the dialect of Jess has the function name.
func hintOfJess(name string) string {
	if jess.Has(name) || compile.Knows(languageOf(Jess), name) {
		return ", which the dialect of Jess has (--dialect jess)"
	}
	return ""
}
