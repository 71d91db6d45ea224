// Package flatzinc solves FlatZinc, the language into which MiniZinc flattens models (Nethercote
// and others 2007; the specification is part of the MiniZinc handbook), with package
// farbank/constraint. It has all builtins for int, bool and set; floats are refused.
//
// A variable without bounds has values from -2^40 to 2^40. Division truncates.
package flatzinc
