package jess

import (
	"slices"

	"farbank/rules/internal/compile"
)

// Family returns the builtins that only the dialect of Jess has.
func Family() compile.Family {
	list := slices.Concat(jessForms(), jessFunctions(), jessQueries(), jessObjects())
	for i := range list {
		list[i].Jess = true
	}
	return compile.Family{Title: "Jess", List: list}
}
