// Package outside runs other people's solvers where they are installed: glpsol (GLPK),
// cbc (COIN-OR), highs and scip. Each gets the problem as a file in free MPS and gives
// its solution as a file.
//
//	for _, s := range outside.Find() {
//		fmt.Println(s.Name, s.Version, s.Path)
//	}
//	s, err := outside.Named("cbc")
//	...
//	solution, err := s.Solve(ctx, p, outside.Options{Time: time.Minute})
//	var failure *outside.Failure
//	if errors.As(err, &failure) {
//		fmt.Println(failure.Output) // the last lines it wrote
//	}
//
// What comes back is not taken on trust: values must fit the bounds and rows of the
// problem, within 1e-5 of their size, and integer columns are rounded. If a solver says
// no more than "infeasible or unbounded", it is run once more without an objective.
package outside
