package constraint_test

import (
	"context"
	"fmt"

	"farbank/constraint"
)

func Example() {
	var m constraint.Model
	s, e, n, d := m.Int("s", 1, 9), m.Int("e", 0, 9), m.Int("n", 0, 9), m.Int("d", 0, 9)
	o, r, y := m.Int("o", 0, 9), m.Int("r", 0, 9), m.Int("y", 0, 9)
	one := constraint.Const(1) // the m of MORE and MONEY
	m.AllDifferent(s, e, n, d, one, o, r, y)
	send, more := constraint.Digits(10, s, e, n, d), constraint.Digits(10, one, o, r, e)
	m.Add(send.Plus(more).Equal(constraint.Digits(10, one, o, n, e, y)))
	for v, err := range m.Solutions(context.Background()) {
		fmt.Println(v.Value(send), v.Value(more), err)
	}
	// Output: 9567 1085 <nil>
}

// A job shop: each job is a list of machines and times, and a machine processes one job at a time (the instance with
// six jobs of Fisher and Thompson 1963).
func Example_jobShop() {
	jobs := [][][2]int64{
		{{2, 1}, {0, 3}, {1, 6}, {3, 7}, {5, 3}, {4, 6}}, {{1, 8}, {2, 5}, {4, 10}, {5, 10}, {0, 10}, {3, 4}},
		{{2, 5}, {3, 4}, {5, 8}, {0, 9}, {1, 1}, {4, 7}}, {{1, 5}, {0, 5}, {2, 5}, {3, 3}, {4, 8}, {5, 9}},
		{{2, 9}, {1, 3}, {4, 5}, {5, 4}, {0, 3}, {3, 1}}, {{1, 3}, {3, 3}, {5, 9}, {0, 10}, {4, 4}, {2, 1}},
	}
	var m constraint.Model
	end := m.Int("end", 0, 200)
	on := map[int64][]constraint.Task{}
	for j, job := range jobs {
		free := constraint.Const(0) // the end of the job's last step
		for k, step := range job {
			start := m.Int(fmt.Sprint("start", j, k), 0, 200)
			m.Add(free.LessEqual(start))
			on[step[0]] = append(on[step[0]], constraint.Task{Start: start, Length: constraint.Const(step[1])})
			free = start.Plus(constraint.Const(step[1]))
		}
		m.Add(free.LessEqual(end))
	}
	for machine := range int64(6) {
		m.Disjunctive(on[machine]...)
	}
	best, err := m.Minimize(context.Background(), end)
	fmt.Println(best.Status, best.Objective, err)
	// Output: optimal 55 <nil>
}

// This example finds requests that are inconsistent together: the core of assumed Bools.
func ExampleModel_Solver() {
	var m constraint.Model
	start := m.Ints("start", 3, 0, 23)
	requests := []constraint.Bool{m.Bool("cleaning before ten"), m.Bool("painting first"), m.Bool("an hour's rest after painting")}
	m.Add(start[1].AtLeast(9)) // the paint comes at nine
	m.When(requests[0], start[0].AtMost(9))
	m.When(requests[1], start[1].Plus(constraint.Const(2)).LessEqual(start[0]))
	m.When(requests[2], start[1].Plus(constraint.Const(3)).LessEqual(start[2]))
	answer, err := m.Solver().Solve(context.Background(), requests...)
	fmt.Println(answer.Status, err)
	for _, w := range answer.Core {
		fmt.Println(m.Name(m.AsInt(w)))
	}
	// Unordered output:
	// infeasible <nil>
	// cleaning before ten
	// painting first
}
