// Package branch solves mixed-integer linear programs, and linear ones, by branch and
// bound on the relaxations of package simplex.
//
//	s, err := branch.Solve(ctx, p, branch.Options{Workers: 2, Log: os.Stderr})
//	if err != nil {
//		return err // a number of p makes no sense, such as NaN
//	}
//	if s.Status == problem.Optimal {
//		fmt.Println(s.Objective, s.Values)
//	}
//
// At the root: presolve; cliques read from rows, and rows of pairs joined to larger
// cliques; the relaxation; a guess (a small depth-first search for solutions with the
// best objective that the prices of the relaxation allow); probing of binaries
// (Savelsbergh 1994); rounds of cuts: mixed-integer rounding of rows and sums of rows
// (Marchand and Wolsey 2001), Gomory's (1960) as rounding of rows of the tableau,
// lifted covers (Crowder, Johnson and Padberg 1983) and cliques (Johnson and Padberg
// 1982), of which a pool gives the deep ones that are not parallel; rounding and dives.
//
// In the tree: propagation of bounds through rows, implications and cliques, fixing by
// reduced costs, reliability branching (Achterberg, Koch and Martin 2005; Achterberg
// 2007), special ordered sets divided at the middle of their weights (Beale and Tomlin
// 1970). The next node is the one with the best bound; from there the search dives to
// a child as long as its bound is not far from the best. Now and then it looks for
// better solutions by dives, and near the best one (Danna, Rothberg and Le Pape 2005).
// Workers share the open nodes and the best solution; with one worker a search without
// a time limit always goes the same way.
//
// # What is promised
//
// Solutions are checked against the problem as it was given, before presolve, in
// rationals: a number stands for the shortest decimal that reads as it. Integer values
// are whole; rows of integer columns with whole coefficients hold exactly, those with
// other coefficients within 1e-9 of the sum of their terms' sizes. Rows and bounds of
// continuous columns hold within 1e-6, relative to the largest of 1, the side, and
// 1e-4 of the sum of their terms' sizes. A solution that fails is repaired by solving for its continuous columns, or not used.
//
// Optimal means that the search was complete, or that the gap asked for was reached.
// Bounds come from relaxations in floating point with the tolerances of package
// simplex: a solution that is better by less than 1e-9 of the objective may be missed.
// A column within 1e-6 of a whole number counts as whole in the search. Where a
// program with continuous columns leaves a part that can neither be solved nor shown
// to be empty, the answer is feasible or unknown, not optimal.
//
// Bounds, sides of 1e30 and more are missing ones; coefficients of that size and NaN
// are errors. A program whose relaxation has no bound is unbounded if it has any
// solution (Meyer 1974), else infeasible. With integer columns that have no bounds a
// search may not end, as there is no bound on its depth: give ctx a deadline, or
// [Options] a limit.
//
// The time is exponential in the number of integer columns at worst; a node takes a
// few steps of the simplex method. The memory is in the number of open nodes.
package branch
