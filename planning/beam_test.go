package planning

import "testing"

// TestBeamGoalAgain checks that a goal that is reached again at a lower cost counts with that cost.
func TestBeamGoalAgain(t *testing.T) {
	at := func(v int) Fact { return Fact{0, v} }
	in := func(v int) Effect { return Effect{Fact: at(v)} }
	done := Effect{Fact: Fact{1, 1}}
	s, err := NewSpace(&Task{
		Variables: []Variable{{Size: 3}, {Size: 2}},
		Init:      []int{0, 0},
		Goal:      []Fact{{1, 1}},
		Operators: []Operator{
			{Pre: []Fact{at(0)}, Effects: []Effect{in(1)}, Cost: 1},
			{Pre: []Fact{at(0)}, Effects: []Effect{in(2)}, Cost: 1},
			{Pre: []Fact{at(1)}, Effects: []Effect{done}, Cost: 5},
			{Pre: []Fact{at(1)}, Effects: []Effect{in(0), done}, Cost: 3},
			{Pre: []Fact{at(2)}, Effects: []Effect{in(1), done}, Cost: 1},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if r := must(Beam(t.Context(), s, NewGoalCount(s), Options{})); r.Status != Feasible || r.Cost != 2 {
		t.Errorf("%+v", r)
	}
}
