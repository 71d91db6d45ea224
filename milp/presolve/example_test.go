package presolve_test

import (
	"fmt"

	"farbank/milp/presolve"
	"farbank/milp/problem"
)

func ExampleRun() {
	// x = y + 1 leaves one column and its bounds: 0 <= y <= 4.
	p := &problem.Problem{
		Columns: []problem.Column{{Upper: 5, Integer: true, Cost: 2}, {Upper: 9, Integer: true, Cost: -3}},
		Rows: []problem.Row{{Lower: 1, Upper: 1, Terms: []problem.Term{
			{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: -1}}}},
	}
	r := presolve.Run(p)
	fmt.Println(len(r.Problem.Columns), len(r.Problem.Rows), r.Restore(nil))
	// Output: 0 0 [5 4]
}
