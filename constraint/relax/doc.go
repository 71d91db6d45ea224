// Package relax propagates the linear relaxation of a problem: a propagator that solves a linear program over the
// current bounds.
//
// The program has a row for each linear inequality that a constraint implies (see [propagate.Relaxable]), for each
// short clause, and for the values of a variable whose values all have literals. A conditional inequality becomes a row
// by the least multiple of its condition that makes it redundant if that is false. Cuts are added at the root.
//
// Floating-point numbers only select multipliers. The multipliers of an optimal basis, or of one that proves
// infeasibility, are scaled and rounded to integers. The sum of the rows with these multipliers is an integer inequality
// that holds whatever the rounding errors were, and its bounds are propagated and explained as those of any linear
// constraint (Achterberg 2007; integer reasons as in OR-tools, Perron and Furnon). At an optimal basis it bounds the
// objective and fixes variables by reduced costs; at an infeasible one it is a conflict. The scale is so small that no
// sum of terms can exceed 2^60.
package relax
