// Package simplex solves linear programs by the bounded dual simplex method, with
// warm starts after changes of bounds and added rows, as branch and bound needs it.
//
//	s := simplex.New(cost, lower, upper, rows) // minimises
//	if s.Solve(ctx) == simplex.Optimal {
//		x := s.Value(0)
//	}
//	s.SetBounds(0, 0, math.Floor(x)) // branch
//	s.Solve(ctx)                     // a few steps from where it was
//
// Every row has a variable of its own, so that the program is [A I] z = 0 within
// bounds. It is scaled by powers of two, which costs no precision.
//
// The basis is held by package lu.
//
// The dual method (Koberstein 2005) takes the row by dual steepest edge (Forrest and
// Goldfarb 1992), and the column by the bound flipping ratio test with Harris's
// tolerances (Harris 1973, Maros 2003). When steps stall, costs are perturbed. A start
// that is not dual feasible is made so: variables with two bounds go to the other one,
// costs of others are shifted. What was shifted or perturbed is taken back at the end,
// and the primal method with devex pricing (Harris 1973) goes on from there; it ends
// at the optimum or finds that there is no bound. Should it stall, it follows Bland's
// rule (1977), so it ends.
//
// Tolerances, on the scaled program: 1e-8 for bounds, 1e-7 for reduced costs. That a
// program is infeasible is said after the last row was looked at with fresh factors;
// that its optimum is not below the cutoff, after the prices were computed anew and
// bound it with the real costs.
package simplex
