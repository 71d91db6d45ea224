// Package outside runs external solvers if they are installed: glpsol (GLPK), cbc (COIN-OR),
// highs and scip. Each gets the problem as a file in free MPS and writes its solution to a file.
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
// Results are checked: values must satisfy the bounds and rows of the problem, within 1e-5 of
// their size, and integer columns are rounded. If a solver reports only "infeasible or
// unbounded", it is run again without an objective.
package outside
