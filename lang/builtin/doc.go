// Package builtin is the table of the functions of the language. A Function is an entry, in the
// file of its family: its name, the kinds of its arguments, the type of its result, its
// evaluation by the judge, its translation to nodes of the model, its line in the manual, and
// examples. All other parts read the table: the checker, the grounder, the judge, section 6 of
// docs/language.md, and the generator of random problems. The tests of this package run every
// example on all engines.
//
//	numbers.go  abs, min, max, sum, distinct
//	sets.go     size, union, inter, minus, subset
//	values.go   other, next, prev, ord, name
//	graphs.go   circuit
//	arrays.go   atmost, lexless, inverse
//	sequences.go regular
//	resources.go disjoint, cumulative
//	texts.go    len, digit, grid, rows, cols
//
// The judge must not share mistakes with the grounder. So the Lower and the Judge of an entry
// are written independently from the manual and call no common function; a test checks that.
// They reach the grounder and the judge through Lowering and Judging.
package builtin
