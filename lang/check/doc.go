// Package check resolves the names of a .far file, infers the type of each expression, and
// evaluates its constants and the parameters that the caller gives.
//
//	file, err := syntax.Parse("wolf.far", source)
//	info, err := check.Check(file, check.Options{})
//
// It reports all errors of a file, each cause once. Constant expressions (the ends of a range,
// a const) are evaluated by package judge. Package ground translates the checked file to a
// model.
package check
