package rules

import (
	"sync"

	"farbank/rules/internal/builtin"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/jess"
	"farbank/rules/internal/objects"
)

// families gives the table of all functions and special forms, in the order of the manual:
// calls are dispatched and checked by it, and the prompt and the manual offer it.
func families() []compile.Family {
	if !objects.Known {
		return builtin.Families()
	}
	return append(builtin.Families(), jess.Family())
}

// languages are those of the dialects.
var languages [2]struct {
	once sync.Once
	core.Language
}

// languageOf gives the language of a dialect.
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

// hintOfJess says that the dialect of Jess has a function.
func hintOfJess(name string) string {
	if objects.Known && (jess.Has(name) || compile.Knows(languageOf(Jess), name)) {
		return ", which the dialect of Jess has (--dialect jess)"
	}
	return ""
}
