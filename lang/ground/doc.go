// Package ground writes a checked file out as a model: what is known becomes constants,
// what depends on the state becomes expressions of package model.
//
//	info, err := check.Check(file, check.Options{})
//	problem, err := ground.Ground(info, ground.Options{})
//
// Bound names of quantifiers and the parameters of moves take every value in turn, so
// quantifiers become conjunctions, sums and the like; sets become one truth value
// for each possible member, tuples and arrays their components. That is bounded: a
// problem that would take more than Options.Limit steps is an error, not a hang.
package ground
