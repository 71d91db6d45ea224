// Package syntax reads programs of the rule language (CLIPS, and the dialect
// of Jess) into forms: lists and atoms, each with its place in the text.
//
//	forms, err := syntax.Parse("wolf.clp", text)
//	for _, f := range forms {
//		fmt.Println(f.Pos, f.Head()) // wolf.clp:3:1 defrule
//	}
//
// It knows brackets, variables, numbers, strings and comments; what a form
// means is the business of package rules.
package syntax
