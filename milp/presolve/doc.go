// Package presolve reduces a mixed-integer program before it is solved, and restores its solutions.
//
//	r := presolve.Run(p)
//	if r.Status == problem.Infeasible {
//		return // there is no solution
//	}
//	x := solve(r.Problem)  // one value for each column of the reduced problem
//	full := r.Restore(x)   // one value for each column of p
//
// The reductions keep at least one optimal solution, and every solution of the reduced problem
// gives one of the same objective (Andersen and Andersen 1995, Savelsbergh 1994, Achterberg and
// others 2020). They handle empty, redundant, forcing, singleton and duplicate rows, sides that
// cannot bind, common divisors of integral rows, bounds of integer columns from rows, coefficients
// of integer columns, fixed and empty columns, dual fixing, columns that occur in one row only,
// equalities of two columns, and dominated columns (Gamrath and others 2015).
//
// Columns of special ordered sets are never removed. A round takes time linear in the number of
// terms, except for duplicate rows, substitutions, bounds that rows imply, and dominated columns. The
// work of the last two is limited. Rounds end when one changes nothing, after at most 20.
package presolve
