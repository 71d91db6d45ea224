// Package syntax parses and prints .far files: scanner, tree, parser, printer. It does not
// resolve names or check types.
//
//	file, err := syntax.Parse("wolf.far", source)
//	if list, ok := err.(syntax.ErrorList); ok {
//		fmt.Println(list.Detail())
//	}
//	fmt.Print(syntax.Format(file))
//
// The parser is a hand-written recursive descent. It reports all errors of a file: after an
// error it resumes at the next statement or declaration, and does not report consequences of
// the error. The tree is as complete as possible.
//
// [Format] prints the canonical layout. It keeps the tokens, the comments and the line breaks,
// and normalises the indentation, the spaces and the blank lines. So it cannot change the
// meaning of a file.
package syntax
