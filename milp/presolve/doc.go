// Package presolve makes a mixed-integer program smaller before it is solved, and
// leads its solutions back.
//
//	r := presolve.Run(p)
//	if r.Status == problem.Infeasible {
//		return // there is no solution
//	}
//	x := solve(r.Problem)  // one value a column of the smaller problem
//	full := r.Restore(x)   // one value a column of p
//
// The reductions keep at least one best solution, and every solution of the smaller
// problem leads to one of the same objective (Andersen and Andersen 1995, Savelsbergh
// 1994, Achterberg and others 2020): empty, redundant, forcing and singleton rows,
// sides that cannot bind, duplicate rows, whole numbers in rows without their common
// divisor, bounds of integer columns from rows, smaller coefficients of integer
// columns, fixed and empty columns, columns that only cost (dual fixing), columns
// that stand in one row only, and equalities of two columns.
//
// Columns of special ordered sets are never removed. A round takes time in the
// number of terms, duplicate rows and substitutions beside; rounds end when one
// changes nothing, after 20 at most.
package presolve
