package planning

import "testing"

// TestPreparedAxioms checks that the mutexes belong to the simplified task even if simplification removes
// only axioms.
func TestPreparedAxioms(t *testing.T) {
	const x, y, v, w, d, f = 0, 1, 2, 3, 4, 5
	set := func(cost int64, pre []Fact, facts ...Fact) Operator {
		o := Operator{Name: "set", Cost: cost, Pre: pre}
		for _, f := range facts {
			o.Effects = append(o.Effects, Effect{Fact: f})
		}
		return o
	}
	task := &Task{Init: make([]int, 6), Goal: []Fact{{f, 1}}, Operators: []Operator{
		set(10, []Fact{{x, 0}}, Fact{x, 1}, Fact{y, 1}),
		set(1, []Fact{{x, 0}}, Fact{x, 2}),
		set(5, []Fact{{x, 1}}, Fact{x, 2}, Fact{y, 0}),
		set(1, nil, Fact{v, 1}),
		set(5, nil, Fact{w, 1}),
	}, Axioms: []Axiom{
		{[]Fact{{x, 0}, {y, 1}}, Fact{d, 1}}, // never
		{[]Fact{{x, 1}}, Fact{d, 1}},
		{[]Fact{{x, 2}, {v, 1}}, Fact{f, 1}},
		{[]Fact{{x, 2}, {d, 1}}, Fact{f, 1}},
		{[]Fact{{w, 1}}, Fact{f, 1}},
	}}
	for _, size := range []int{3, 2, 2, 2, 2, 2} {
		task.Variables = append(task.Variables, Variable{Name: "v", Size: size})
	}
	for _, search := range []Search{Automatic, ByAStar, ByIDAStar} {
		r, err := Solve(t.Context(), task, SolveOptions{Search: search})
		if err != nil || r.Status != Solved || r.Cost != 2 {
			t.Errorf("search %d: %+v, %v", search, r, err)
		}
	}
	for seed := range seeds(3000) {
		p, err := Prepare(t.Context(), randomAxioms(seed), 0)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := len(p.Space.Mutexes.implied), len(p.Space.Task.relaxed().Operators); a != b {
			t.Errorf("seed %d: %d operators, but mutexes for %d", seed, b, a)
		}
	}
}
