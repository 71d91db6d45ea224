package planning

import "testing"

// TestRegression compares regression with an enumeration of the states, on tasks without effect conditions and disjunctions, with
// and without mutexes.
func TestRegression(t *testing.T) {
	solved, none := 0, 0
	for seed, task := range randomTasks(400, 0) {
		task.GoalSome, task.Axioms = nil, nil
		for i := range task.Operators {
			o := &task.Operators[i]
			o.Some = nil
			for k := range o.Effects {
				o.Effects[k].When = nil
			}
		}
		plain := explorePlainly(task, 3000)
		if plain == nil || task.Validate() != nil {
			continue
		}
		m := orNil(FindMutexes(t.Context(), task))
		for _, with := range []*Mutexes{nil, m} {
			s, err := NewSpace(task)
			if err != nil {
				t.Fatal(err)
			}
			s.Mutexes = with
			r := must(Regression(t.Context(), s, Options{}))
			switch {
			case r.Status == Unknown, r.Status == Infeasible != (plain.left[0] == Infinite):
				t.Fatalf("seed %d: status %d, least cost %d", seed, r.Status, plain.left[0])
			case r.Status == Infeasible:
				none++
			default:
				solved++
				if cost, err := task.Judge(r.Plan); err != nil || cost != r.Cost {
					t.Fatalf("seed %d: a plan of cost %d, reported %d: %v", seed, cost, r.Cost, err)
				}
			}
		}
	}
	if solved < 200 || none < 200 {
		t.Errorf("only %d solved, and %d without a plan", solved, none)
	}
}

// TestRegressionRefuses checks that tasks of other forms are refused.
func TestRegressionRefuses(t *testing.T) {
	refused := 0
	for _, task := range randomTasks(50, 0) {
		s, err := NewSpace(task)
		if err != nil {
			t.Fatal(err)
		}
		if r := must(Regression(t.Context(), s, Options{})); r.Status == Unknown {
			refused++
		}
	}
	if refused < 10 {
		t.Errorf("only %d refused", refused)
	}
}

// TestRegressionMemory keeps the limit of memory within the expansion of one state that has many predecessors.
func TestRegressionMemory(t *testing.T) {
	const n = 5000
	task := &Task{Variables: []Variable{{Size: 2}}, Init: []int{0}, Goal: []Fact{{0, 1}}}
	for v := 1; v <= n; v++ {
		task.Variables, task.Init = append(task.Variables, Variable{Size: 2}), append(task.Init, 0)
		task.Operators = append(task.Operators,
			Operator{Name: "set", Cost: 1, Pre: []Fact{{v, 0}}, Effects: []Effect{{Fact: Fact{v, 1}}}},
			Operator{Name: "use", Cost: 1, Pre: []Fact{{v, 1}}, Effects: []Effect{{Fact: Fact{0, 1}}}})
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	if r := must(Regression(t.Context(), s, Options{Memory: 1})); r.Status != Unknown || r.Reason != ErrMemory || r.Stats.Generated >= n {
		t.Errorf("status %d, %v, %d generated", r.Status, r.Reason, r.Stats.Generated)
	}
}
