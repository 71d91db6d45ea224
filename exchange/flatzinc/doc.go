// Package flatzinc solves FlatZinc, the language into which MiniZinc flattens models
// (Nethercote and others 2007; specified in the MiniZinc handbook), with package
// farbank/constraint. It supports all builtins for int, bool and set. Floats are refused.
//
// A variable without bounds has values from -2^40 to 2^40. Division truncates.
package flatzinc
