package planning

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// masks returns a task whose operators flip some of n lamps. In the goal only one lamp is on. Heuristics
// are nearly blind on it.
func masks(n, operators int, seed uint64) *Task {
	r := rand.New(rand.NewPCG(seed, 1))
	t := &Task{Init: make([]int, n)}
	for v := range n {
		t.Variables = append(t.Variables, Variable{Name: fmt.Sprint("lamp", v), Size: 2})
		t.Goal = append(t.Goal, Fact{v, 0})
	}
	t.Goal[0].Value = 1
	for k := range operators {
		o := Operator{Name: fmt.Sprint("flip", k), Cost: 1}
		for v := range n {
			if r.IntN(2) == 0 {
				o.Effects = append(o.Effects, Effect{When: []Fact{{v, 0}}, Fact: Fact{v, 1}}, Effect{When: []Fact{{v, 1}}, Fact: Fact{v, 0}})
			}
		}
		t.Operators = append(t.Operators, o)
	}
	return t
}

// TestBlindEnds checks that for invertible operators bidirectional blind search proves the least cost with
// fewer expansions, and that Solve finds the same cost.
func TestBlindEnds(t *testing.T) {
	for seed := range seeds(2) {
		task := masks(14, 15, seed)
		p, err := Prepare(t.Context(), task, 0)
		if err != nil {
			t.Fatal(err)
		}
		want := must(UniformCost(t.Context(), p.Space, Options{}))
		b := newBlindEnds(t.Context(), p.Space, Options{})
		if b == nil {
			t.Fatalf("seed %d: the inverse operators are not recognized", seed)
		}
		r := whole(t.Context(), b)
		if r.Status != want.Status || r.Cost != want.Cost || r.Status == Solved && r.Stats.Expanded > want.Stats.Expanded {
			t.Errorf("seed %d: %+v, want %+v", seed, r, want)
		}
		all, err := Solve(t.Context(), task, SolveOptions{})
		if err != nil || all.Status != want.Status || all.Cost != want.Cost {
			t.Errorf("seed %d: %+v, %v, want %+v", seed, all, err, want)
		}
	}
	one := &Task{Variables: []Variable{{Name: "x", Size: 3}}, Init: []int{0}, Goal: []Fact{{0, 2}},
		Operators: []Operator{{Name: "jump", Cost: 1, Effects: []Effect{{Fact: Fact{0, 2}}}}}}
	s, err := NewSpace(one)
	if err != nil {
		t.Fatal(err)
	}
	if newBlindEnds(t.Context(), s, Options{}) != nil {
		t.Error("an operator that is not invertible was accepted")
	}
}
