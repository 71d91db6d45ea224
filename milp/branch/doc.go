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
// At the root: presolve; cliques read from rows, and rows of pairs joined to larger cliques; the
// relaxation; a guess (a small depth-first search for solutions with the best objective that the
// reduced costs of the relaxation allow); probing of binaries (Savelsbergh 1994); rounds of cuts;
// rounding and dives. The cuts are mixed-integer rounding of rows and of sums of rows (Marchand
// and Wolsey 2001), Gomory's cuts (1960) as rounding of rows of the tableau, lifted covers
// (Crowder, Johnson and Padberg 1983) and cliques (Johnson and Padberg 1982). A cut pool selects
// deep cuts that are not parallel. Where all this has fixed a fifth of the integer columns, the root
// begins again on the presolved rest (Achterberg 2007).
//
// In the tree: propagation of bounds through rows, implications and cliques, reduced cost fixing
// (by the relaxation of the node, and by that of the root after each better solution),
// and reliability branching (Achterberg, Koch and Martin 2005; Achterberg 2007). Special ordered
// sets are divided at their mean weight (Beale and Tomlin 1970). The next node is the one with
// the best bound; from there the search dives to a child as long as its bound is not far from the
// best. From time to time it searches for better solutions by dives, and near the best one
// (Danna, Rothberg and Le Pape 2005). Workers share the open nodes and the best solution; with
// one worker a search without a time limit is deterministic.
//
// # What is promised
//
// Solutions are checked against the original problem, before presolve, in rational arithmetic: a
// number means the shortest decimal that reads as it. Integer values are integral. Rows of
// integer columns with integral coefficients hold exactly, and other rows of integer columns
// within 1e-9 of the sum of their terms' sizes. Rows and bounds of continuous columns hold within
// 1e-6, relative to the largest of 1, the side, and 1e-4 of the sum of their terms' sizes. A
// solution that fails is repaired by solving for its continuous columns, or discarded.
//
// Optimal means that the search was complete, or that the requested gap was reached. Bounds come
// from relaxations in floating point with the tolerances of package simplex: a solution that is
// better by less than 1e-9 of the objective may be missed. A column within 1e-6 of an integer
// counts as integral in the search. If part of a program with continuous columns can neither be
// solved nor proven infeasible, the answer is feasible or unknown, not optimal.
//
// Bounds and sides of size 1e20 or more are infinite; coefficients of that size and NaN are
// errors. A program with an unbounded relaxation is unbounded if it is feasible (Meyer 1974),
// otherwise infeasible. With unbounded integer columns the depth of the search has no limit and
// it may not end: give ctx a deadline, or [Options] a limit.
//
// The time is exponential in the number of integer columns in the worst case; a node takes a few
// iterations of the simplex method. The memory is proportional to the number of open nodes.
package branch
