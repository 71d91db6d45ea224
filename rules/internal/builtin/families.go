package builtin

import (
	"farbank/rules/internal/compile"
)

// Families returns the builtins of both dialects, in the order of the manual.
func Families() []compile.Family {
	return []compile.Family{
		{Title: "Control", List: controlForms()},
		{Title: "Facts", List: append(changingBuiltins(), factBuiltins()...)},
		{Title: "Queries of facts", List: queryForms()},
		{Title: "Generic functions", List: genericBuiltins()},
		{Title: "Classes", List: classBuiltins()},
		{Title: "Instances and messages", List: append(instanceBuiltins(), instanceFileBuiltins()...)},
		{Title: "Queries of instances", List: instanceQueryForms()},
		{Title: "Templates", List: templateBuiltins()},
		{Title: "Comparing", List: comparingBuiltins()},
		{Title: "Kinds of values", List: kindBuiltins()},
		{Title: "Arithmetic", List: mathBuiltins()},
		{Title: "Real functions", List: realBuiltins()},
		{Title: "Texts", List: textBuiltins()},
		{Title: "Multifields", List: listBuiltins()},
		{Title: "Printing and reading", List: ioBuiltins()},
		{Title: "Programs", List: programBuiltins()},
		{Title: "Running", List: append(runBuiltins(), agendaBuiltins()...)},
		{Title: "Modules and focus", List: moduleBuiltins()},
		{Title: "Settings", List: settingBuiltins()},
		{Title: "Watching", List: watchBuiltins()},
		{Title: "Reasons", List: reasonBuiltins()},
		{Title: "Constructs", List: constructBuiltins()},
		{Title: "System", List: systemBuiltins()},
	}
}
