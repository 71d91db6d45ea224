package planning

import (
	"math"
	"testing"
)

// TestPlanCost checks that the reported cost of a plan is that of its operators, even if a cheaper path to
// a state on it was found later.
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
		t.Errorf("the cost is %d, want 68", r.Cost)
	}
}

// huge is a heuristic with estimates near the limit of 64 bits.
type huge []int64

func (huge) Name() string             { return "huge" }
func (d huge) Estimate(s State) int64 { return d[s[0]] }

// TestHugeEstimates checks that weighted estimates do not overflow.
func TestHugeEstimates(t *testing.T) {
	task := &Task{Variables: []Variable{{Name: "x", Size: 4}}, Init: []int{0}, Goal: []Fact{{0, 3}}}
	for _, o := range [][3]int{{0, 1, 1}, {0, 2, 2}, {1, 3, 1}, {2, 3, 3}} {
		task.Operators = append(task.Operators, Operator{Name: "o", Cost: int64(o[2]) * (MaxCost / 4), Pre: []Fact{{0, o[0]}}, Effects: []Effect{{Fact: Fact{0, o[1]}}}})
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	for _, high := range []int64{1 << 60, 1<<60 + 1<<59, maxCost - 1, maxCost, 1 << 62, math.MaxInt64 - 1} {
		for _, weight := range []int64{1, 2, 3, 5, 8, 16, 1 << 31} {
			r := must(Weighted(t.Context(), s, huge{0, high, 1 << 20, 0}, weight, Options{}))
			if r.Status != Feasible || len(r.Plan) != 2 || r.Plan[0] != 1 {
				t.Errorf("%d times %d: %+v", weight, high, r)
			}
		}
	}
}

// must returns the result of a search without checkpoints.
func must(r *Result, err error) *Result {
	if err != nil {
		panic(err)
	}
	return r
}

// orNil returns v, or nil if a constructor refused the task.
func orNil[T any](v *T, ok bool) *T {
	if !ok {
		return nil
	}
	return v
}
