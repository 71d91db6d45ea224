// Package kernel is a constraint solver by lazy clause generation (Ohrimenko, Stuckey and Codish 2009): propagators
// explain their inferences, and conflict analysis learns clauses from the explanations.
//
// The trail holds changes of bounds. Each integer variable x has two views, x and -x, and the solver keeps the greatest
// known lower bound of each view. An [Atom] is a bound literal: a view is at least a value. Booleans are variables of 0
// and 1, so an atom is also a literal. The solver creates a literal of the clause database for an atom when a clause
// first contains it. Holes in a domain are represented by 0-1 variables for x = v, created on demand by [Solver.Equal]
// and [Solver.Remove].
//
// A propagator ([Propagator]) is woken when a view that it watches rises. It raises views itself and gives a reason
// with each change: either the atoms that imply it ([Solver.Because]), or a word of data from which
// [Propagator].Explain computes them later.
//
// Package farbank/constraint is the interface for users; package farbank/constraint/propagate has the propagators.
package kernel
