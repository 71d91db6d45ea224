package pb_test

import (
	"context"
	"errors"
	"fmt"

	"farbank/milp/pb"
	"farbank/milp/problem"
)

// Two of three tasks must be done, but not both of the first two, at minimum cost.
func ExampleSolve() {
	binary := func(name string, cost float64) problem.Column {
		return problem.Column{Name: name, Upper: 1, Integer: true, Cost: cost}
	}
	p := &problem.Problem{
		Columns: []problem.Column{binary("a", 2), binary("b", 1), binary("c", 4)},
		Rows: []problem.Row{
			{Name: "two", Lower: 2, Upper: problem.Infinity, Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: 1}, {Column: 2, Coefficient: 1}}},
			{Name: "not both", Lower: -problem.Infinity, Upper: 1, Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: 1}}},
		},
	}
	s, err := pb.Solve(context.Background(), p, pb.Options{})
	fmt.Println(s.Status, s.Objective, s.Values, err)

	p.Columns[1].Integer = false
	_, err = pb.Solve(context.Background(), p, pb.Options{})
	var refusal *pb.Refusal
	fmt.Println(errors.As(err, &refusal), err)
	// Output:
	// optimal 5 [0 1 1] <nil>
	// true no pseudo-Boolean problem: column "b" is continuous
}
