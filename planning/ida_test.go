package planning

import (
	"fmt"
	"testing"
)

// atOne is a heuristic with a high estimate for one state and 0 for the others.
type atOne struct{ state uint16 }

func (atOne) Name() string { return "at one" }

func (h atOne) Estimate(s State) int64 {
	if s[0] == h.state {
		return 1 << 20
	}
	return 0
}

// TestIDAStarEnds checks that IDA* terminates without a plan, and does not follow cycles until their cost
// reaches a high estimate.
func TestIDAStarEnds(t *testing.T) {
	task := &Task{Variables: []Variable{{Name: "x", Size: 13}}, Init: []int{0}, Goal: []Fact{{0, 12}}}
	for x := range 12 {
		for _, y := range []int{x + 1, x + 5, x + 7} {
			task.Operators = append(task.Operators, Operator{Name: fmt.Sprint(x, y%12), Cost: 1, Pre: []Fact{{0, x}}, Effects: []Effect{{Fact: Fact{0, y % 12}}}})
		}
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	r := must(IDAStar(t.Context(), s, atOne{11}, Options{Progress: nil}))
	if r.Status != Infeasible || r.Stats.Expanded > 1000 {
		t.Errorf("status %v, %d states expanded", r.Status, r.Stats.Expanded)
	}
}
