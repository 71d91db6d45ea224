package planning_test

import (
	"context"
	"fmt"

	"farbank/planning"
)

// Example plans the transport of two parcels by a truck.
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

// ExampleAxiom plans for blocks. Which blocks are covered, and which are above block c at any height, is
// derived.
func ExampleAxiom() {
	const blocks, table = 3, 3 // block b lies on variable b; 3+b: it is covered; 6+b: it is above c
	task := &planning.Task{Init: []int{table, table, 0, 0, 0, 0, 0, 0, 0}, Goal: []planning.Fact{{Var: 4, Value: 1}, {Var: 6, Value: 1}, {Var: 7, Value: 1}}}
	for v, name := range []string{"a", "b", "c", "a covered", "b covered", "c covered", "a above c", "b above c", "c above c"} {
		task.Variables = append(task.Variables, planning.Variable{Name: name, Size: []int{blocks + 1, 2, 2}[v/blocks]})
	}
	for b := range blocks {
		for under := range blocks {
			lies := planning.Fact{Var: b, Value: under}
			task.Axioms = append(task.Axioms, planning.Axiom{When: []planning.Fact{lies}, Fact: planning.Fact{Var: blocks + under, Value: 1}},
				planning.Axiom{When: []planning.Fact{lies, {Var: 6 + under, Value: 1}}, Fact: planning.Fact{Var: 6 + b, Value: 1}})
		}
		task.Axioms = append(task.Axioms, planning.Axiom{When: []planning.Fact{{Var: b, Value: 2}}, Fact: planning.Fact{Var: 6 + b, Value: 1}})
		for to := range blocks + 1 {
			o := planning.Operator{Name: fmt.Sprintf("%c to %c", "abc"[b], "abc_"[to]), Cost: 1, Pre: []planning.Fact{{Var: blocks + b, Value: 0}}, Effects: []planning.Effect{{Fact: planning.Fact{Var: b, Value: to}}}}
			if to < blocks {
				o.Pre = append(o.Pre, planning.Fact{Var: blocks + to, Value: 0})
			}
			if to != b {
				task.Operators = append(task.Operators, o)
			}
		}
	}
	r, err := planning.Solve(context.Background(), task, planning.SolveOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range r.Plan {
		fmt.Println(task.Operators[o].Name)
	}
	// Output:
	// c to _
	// b to c
	// a to b
}
