// Package syntax reads and prints .far files: scanner, tree, parser, printer. It
// knows no types and resolves no names.
//
//	file, err := syntax.Parse("wolf.far", source)
//	if list, ok := err.(syntax.ErrorList); ok {
//		fmt.Println(list.Detail())
//	}
//	fmt.Print(syntax.Format(file))
//
// The parser is a recursive descent by hand. It reports every error of a file in
// one go: after an error it goes on at the next statement or declaration, and it
// does not complain twice of one cause. The tree is as complete as that allows.
//
// [Format] prints the canonical layout. It keeps the tokens, the comments and the
// places where lines break, and settles everything between them: indentation,
// spaces, blank lines. So it cannot change what a file means.
package syntax
