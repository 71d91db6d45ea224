package branch_test

import (
	"context"
	"fmt"
	"math"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

// A knapsack of 10 kilograms and four items.
func ExampleSolve() {
	weights, values := []float64{4, 6, 3, 5}, []float64{30, 50, 20, 40}
	p := &problem.Problem{Maximize: true}
	room := problem.Row{Name: "room", Lower: math.Inf(-1), Upper: 10}
	for j, v := range values {
		p.Columns = append(p.Columns, problem.Column{Upper: 1, Integer: true, Cost: v})
		room.Terms = append(room.Terms, problem.Term{Column: j, Coefficient: weights[j]})
	}
	p.Rows = append(p.Rows, room)
	s, err := branch.Solve(context.Background(), p, branch.Options{})
	fmt.Println(s.Status, s.Objective, s.Values, err)
	// Output: optimal 80 [1 1 0 0] <nil>
}
