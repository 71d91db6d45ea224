// Package kernel is a constraint solver by lazy clause generation (Ohrimenko, Stuckey and Codish
// 2009): propagators explain what they do, and clauses are learned from the explanations.
//
// The trail holds changes of bounds. Each integer variable x has two sides, x and -x, and what is
// known of a side is its greatest lower bound. An [Atom] says that a side is at least a value;
// Booleans are variables of 0 and 1, so an atom is also a literal. A literal of the clauses is made
// for an atom only when a clause needs it. Holes in a domain are made by variables of 0 and 1 that
// say that x is a value; they too are made when somebody asks for them ([Solver.Equal],
// [Solver.Remove]).
//
// A propagator ([Propagator]) is woken when a side that it watches rises, raises sides itself, and
// gives a reason with each change: either the atoms from which it follows ([Solver.Because]), or a
// word of data from which it can tell them later ([Propagator].Explain).
//
// Package farbank/constraint is how to use it; package farbank/constraint/propagate has the
// propagators.
package kernel
