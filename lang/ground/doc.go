// Package ground translates a checked file to a model: known values become constants, and
// values that depend on the state become expressions of package model.
//
//	info, err := check.Check(file, check.Options{})
//	problem, err := ground.Ground(info, ground.Options{})
//
// Names bound by quantifiers and parameters of moves are instantiated with every value. So
// quantifiers become conjunctions, disjunctions and sums. A set becomes one truth value for
// each possible member, and tuples and arrays become their components. The number of steps is
// bounded: more than Options.Limit steps are an error.
package ground
