// Package simplex solves linear programs by the bounded dual simplex method, with warm starts after
// changes of bounds and after added rows, as branch and bound needs it.
//
//	s := simplex.New(cost, lower, upper, rows) // minimizes
//	if s.Solve(ctx) == simplex.Optimal {
//		x := s.Value(0)
//	}
//	s.SetBounds(0, 0, math.Floor(x)) // branch
//	s.Solve(ctx)                     // a few steps from the last basis
//
// Every row has a variable of its own, so that the program is [A I] z = 0 within bounds. It is
// scaled by powers of two, which is exact. Package lu holds the basis.
//
// The dual method (Koberstein 2005) selects the row by dual steepest edge (Forrest and Goldfarb
// 1992), and the column by the bound flipping ratio test with Harris's tolerances (Harris 1973,
// Maros 2003). When steps stall, it perturbs costs. If a starting basis is not dual feasible,
// variables with two bounds move to the other one. If others need a bound that they do not have, the
// dual method first solves the program of the directions of the bounds (Koberstein and Suhl 2007);
// the costs of those that remain are shifted. A primal feasible basis that is not of rows alone goes
// to the primal method instead. At the end
// the true costs are restored, and the primal method with devex pricing (Harris 1973) continues; it
// finds the optimum or proves that the program is unbounded. If it stalls, it follows Bland's rule
// (1977), so it ends.
//
// Tolerances, on the scaled program: 1e-8 for bounds, 1e-7 for reduced costs. Infeasibility is only
// reported for a row checked with a fresh factorization. That the optimum reaches the cutoff is
// only reported if freshly computed dual values with the true costs prove it.
package simplex
