// Package check finds out what a .far file says: what its names stand for, the type of
// each expression, the values of its constants and of the parameters that the caller
// gives.
//
//	file, err := syntax.Parse("wolf.far", source)
//	info, err := check.Check(file, check.Options{})
//
// It reports all errors of a file, each cause once. What a constant expression is worth
// (the ends of a range, a const) it asks the interpreter of the text, package judge.
// Writing the problem out as a model is package ground's.
package check
