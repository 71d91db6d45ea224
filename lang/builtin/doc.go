// Package builtin is the table of the functions of the language. A function is one value,
// a Function, in the file of its family: its name, what its arguments must be, what it
// gives, its value by the judge, the nodes of the model it is written out as, its line in
// the manual, and examples. Everything else reads the table: the checker its messages,
// the grounder and the judge their meaning, docs/language.md its section 6, the maker of
// random problems its calls, and the tests of this package hold every example to all
// engines.
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
// The judge must not share the mistakes of the writing out. So Lower and Judge of an
// entry are written apart, each on the language's manual, and call no function in common;
// a test of this package holds that. What they need of the grounder and of the judge
// they ask through Lowering and Judging.
package builtin
