package planning

import "testing"

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
