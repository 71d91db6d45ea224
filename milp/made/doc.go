// Package made generates mixed-integer programs from seeds, for tests and benchmarks: puzzles and
// classical problems of any size, and small random ones of every status.
//
//	p := made.Queens(8)
//	q := made.Cover(100, 300, 1)
//	r := made.Random(rand.New(rand.NewPCG(1, 2)), made.Shape{Columns: 6, Rows: 5})
//
// The same arguments always give the same problem.
package made
