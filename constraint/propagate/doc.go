// Package propagate has the constraints for package farbank/constraint/kernel, one in each file, with its source and
// its explanations.
//
// A function adds a constraint to a solver at level 0. Many functions take an atom r and add the half-reified
// constraint, which holds if r does; kernel.True makes it unconditional. New variables are functionally defined by the
// old ones, so solutions correspond one to one.
package propagate
