package planning_test

import (
	"context"
	"fmt"

	"farbank/planning"
)

// A truck brings two parcels from one place to another.
func Example() {
	task := &planning.Task{
		Variables: []planning.Variable{
			{Name: "truck", Size: 2}, // here, there
			{Name: "letter", Size: 3, Values: []string{"here", "there", "truck"}}, // 2: in the truck
			{Name: "box", Size: 3, Values: []string{"here", "there", "truck"}},
		},
		Init: []int{0, 0, 0},
		Goal: []planning.Fact{{Var: 1, Value: 1}, {Var: 2, Value: 1}},
	}
	for place := range 2 {
		task.Operators = append(task.Operators, planning.Operator{Name: fmt.Sprint("drive from ", place), Cost: 5,
			Pre: []planning.Fact{{Var: 0, Value: place}}, Effects: []planning.Effect{{Fact: planning.Fact{Var: 0, Value: 1 - place}}}})
		for parcel := 1; parcel <= 2; parcel++ {
			at, in := planning.Fact{Var: parcel, Value: place}, planning.Fact{Var: parcel, Value: 2}
			name := task.Variables[parcel].Name
			task.Operators = append(task.Operators,
				planning.Operator{Name: "load the " + name, Cost: 1, Pre: []planning.Fact{{Var: 0, Value: place}, at}, Effects: []planning.Effect{{Fact: in}}},
				planning.Operator{Name: "unload the " + name, Cost: 1, Pre: []planning.Fact{{Var: 0, Value: place}, in}, Effects: []planning.Effect{{Fact: at}}})
		}
	}
	r, err := planning.Solve(context.Background(), task, planning.SolveOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(r.Plan), "operators, cost", r.Cost, "proven:", r.Status == planning.Solved)
	// Output: 5 operators, cost 9 proven: true
}
