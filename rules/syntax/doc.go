// Package syntax parses programs of the rule language (CLIPS, and the dialect of Jess) into
// forms: lists and atoms, each with its position in the text.
//
//	forms, err := syntax.Parse("wolf.clp", text)
//	for _, f := range forms {
//		fmt.Println(f.Pos, f.Head()) // wolf.clp:3:1 defrule
//	}
//
// It handles brackets, variables, numbers, strings and comments; package rules interprets the
// forms.
package syntax
