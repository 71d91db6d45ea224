package planning

import (
	"math"
	"testing"
)

// TestPlanCost: a plan costs what its operators do, also where a state on the way has been met on a cheaper way
// since the end was.
func TestPlanCost(t *testing.T) {
	task := &Task{Variables: []Variable{{Name: "x", Size: 3}}, Init: []int{0}, Goal: []Fact{{0, 2}}}
	for _, cost := range []int64{10, 8, 60} {
		task.Operators = append(task.Operators, Operator{Name: "o", Cost: cost, Effects: []Effect{{Fact: Fact{0, 1}}}})
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	l := newLazy(s, 1, Options{}, NewGoalCount(s))
	packed := make([]uint64, s.words)
	for x, n := range []node{{op: -1}, {cost: 10, parent: 0, op: 0}, {cost: 70, parent: 1, op: 2}} {
		s.pack(State{uint16(x)}, packed)
		i, _ := l.store.add(packed)
		*l.nodes.of(i) = n
	}
	*l.nodes.of(1) = node{cost: 8, parent: 0, op: 1}
	r := l.visit(2)
	if r == nil || r.Status != Feasible {
		t.Fatalf("%+v", r)
	}
	if plan, _ := l.plan(2); len(plan) != 2 || r.Cost != 68 {
		t.Errorf("a plan of 68 costs %d", r.Cost)
	}
}

// dear is a heuristic whose estimates are far too high for sums of 64 bits.
type dear []int64

func (dear) Name() string             { return "dear" }
func (d dear) Estimate(s State) int64 { return d[s[0]] }

// TestDearEstimates: an estimate that is as high as numbers go, and a weight, make a state the last to be looked at.
func TestDearEstimates(t *testing.T) {
	task := &Task{Variables: []Variable{{Name: "x", Size: 4}}, Init: []int{0}, Goal: []Fact{{0, 3}}}
	for _, o := range [][3]int{{0, 1, 1}, {0, 2, 2}, {1, 3, 1}, {2, 3, 3}} {
		task.Operators = append(task.Operators, Operator{Name: "o", Cost: int64(o[2]) * (MaxCost / 4), Pre: []Fact{{0, o[0]}}, Effects: []Effect{{Fact: Fact{0, o[1]}}}})
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	for _, high := range []int64{1 << 60, 1<<60 + 1<<59, mostCost - 1, mostCost, 1 << 62, math.MaxInt64 - 1} {
		for _, weight := range []int64{1, 2, 3, 5, 8, 16, 1 << 31} {
			r := Weighted(t.Context(), s, dear{0, high, 1 << 20, 0}, weight, Options{})
			if r.Status != Feasible || len(r.Plan) != 2 || r.Plan[0] != 1 {
				t.Errorf("%d times %d: %+v", weight, high, r)
			}
		}
	}
}
