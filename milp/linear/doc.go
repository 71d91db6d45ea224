// Package linear solves linear programs for callers who need more than the values: dual values,
// reduced costs, ranges in which they hold, proofs of infeasibility and unboundedness, and quick
// solves after changes.
//
//	lp, err := linear.New(p)
//	r := lp.Solve(ctx)
//	fmt.Println(r.Objective, r.Duals, r.Reduced)
//	lp.SetSides(0, 0, 120)   // 120 hours instead of 100
//	r = lp.Solve(ctx)        // a few steps from the last basis
//
// Integrality and sets of the problem are ignored: package branch handles those.
//
// # Signs
//
// A dual value is the change of the objective for each unit by which the binding side of the row is
// raised; a reduced cost is that for the bound of a column. Both have the direction of the problem
// as given, so that of a maximized one they are those of its maximum, and
//
//	cost[j] = reduced[j] + sum over i of dual[i] * a[i][j]
//
// A row that does not bind has dual value 0, and a column between its bounds reduced cost 0
// (complementary slackness). At a degenerate optimum several dual solutions exist; the one of the
// final basis is returned.
//
// Package simplex does the work, and states the tolerances.
package linear
