// Package propagate has the constraints, for package farbank/constraint/kernel: one a file, with
// where it comes from, and how it explains what it does.
//
// A function adds a constraint to a solver at level 0. Many take an atom r and hold only where r
// does (half-reified; kernel.True: always). What is defined by new variables is defined exactly,
// so that solutions stay one to one.
package propagate
