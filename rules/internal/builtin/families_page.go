//go:build page

package builtin

import (
	"farbank/rules/internal/compile"
)

// Families gives the builtins that the programs of engine/rules use: nobody writes programs
// of their own on a page, and what cannot be called need not be loaded.
func Families() []compile.Family {
	return []compile.Family{
		{Title: "Control", List: controlForms()},
		{Title: "Facts", List: changingBuiltins()},
		{Title: "Queries of facts", List: queryForms()},
		{Title: "Comparing", List: comparingBuiltins()},
		{Title: "Arithmetic", List: mathBuiltins()},
		{Title: "Multifields", List: listBuiltins()},
		{Title: "Printing and reading", List: printBuiltins()},
		{Title: "Running", List: runBuiltins()},
	}
}
