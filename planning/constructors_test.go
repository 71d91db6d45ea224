package planning

import (
	"context"
	"testing"
	"time"
)

// unfit returns tasks that special constructors may refuse: an operator that changes everything, a derived
// variable, no operators, a goal without facts.
func unfit(t *testing.T) map[string]*Space {
	t.Helper()
	tasks := map[string]*Task{
		"one operator": {
			Variables: []Variable{{Name: "a", Size: 2}, {Name: "b", Size: 3}}, Init: []int{0, 0}, Goal: []Fact{{0, 1}},
			Operators: []Operator{{Name: "both", Cost: 1, Effects: []Effect{{Fact: Fact{0, 1}}, {Fact: Fact{1, 2}, When: []Fact{{1, 1}}}}}},
		},
		"derived": {
			Variables: []Variable{{Name: "a", Size: 2}, {Name: "d", Size: 2}}, Init: []int{0, 0}, Goal: []Fact{{1, 1}},
			Operators: []Operator{{Name: "set", Cost: 1, Effects: []Effect{{Fact: Fact{0, 1}}}}},
			Axioms:    []Axiom{{When: []Fact{{0, 1}}, Fact: Fact{1, 1}}},
		},
		"no operators": {Variables: []Variable{{Name: "a", Size: 2}}, Init: []int{0}, Goal: []Fact{{0, 1}}},
		"no goal":      {Variables: []Variable{{Name: "a", Size: 2}}, Init: []int{0}},
	}
	spaces := map[string]*Space{}
	for name, task := range tasks {
		s, err := NewSpace(task)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		spaces[name] = s
	}
	return spaces
}

// TestConstructors calls every exported constructor on tasks that it may refuse, and uses the results.
func TestConstructors(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, ctx := range []context.Context{t.Context(), ended} {
		for name, s := range unfit(t) {
			use := func(constructor string, h Heuristic, ok bool) {
				if !ok {
					return
				}
				if r, err := AStar(t.Context(), s, h, Options{}); err != nil || (r.Status == Solved) == (name == "no operators") {
					t.Errorf("%s, %s: %+v, %v", name, constructor, r, err)
				}
				h.Estimate(s.begin)
			}
			short := 10 * time.Millisecond
			additive, ok := NewAdditive(ctx, s)
			use("NewAdditive", additive, ok)
			cartesian, ok := NewCartesian(ctx, s, short)
			use("NewCartesian", cartesian, ok)
			cartesian, ok = NewCartesianAndPairs(ctx, s, short)
			use("NewCartesianAndPairs", cartesian, ok)
			partition, ok := NewPartition(ctx, s, short)
			use("NewPartition", partition, ok)
			partition, ok = NewLargerPartition(ctx, s, short)
			use("NewLargerPartition", partition, ok)
			partition, err := NewPatternDatabases(ctx, s, [][]int{{0}}, short)
			use("NewPatternDatabases", partition, err == nil)
			landmarks, ok := NewLandmarkCost(s)
			use("NewLandmarkCost", landmarks, ok)
			count, ok := NewLandmarkCount(s, 1)
			if ok {
				count.Estimate(s.begin)
			}
			potential, ok := NewPotential(ctx, s, nil, short)
			use("NewPotential", potential, ok)
			permutation, ok := NewPermutation(ctx, s)
			use("NewPermutation", permutation, ok)
			for _, h := range []Heuristic{NewFF(s, 0), NewGoalCount(s), NewHAdd(s)} {
				h.Estimate(s.begin)
			}
			use("NewHMax", NewHMax(s), true)
			use("NewLMCut", NewLMCut(s), true)
			NewCausalGraph(s.Task)
			y, ok := FindSymmetries(ctx, s)
			if !ok {
				y = nil
			}
			if _, err := AStar(t.Context(), s, nil, Options{Symmetries: y}); err != nil {
				t.Errorf("%s, FindSymmetries: %v", name, err)
			}
			if m, ok := FindMutexes(ctx, s.Task); ok {
				m.Reachable(Fact{0, 0})
			}
			r, ok := NewReverse(ctx, s)
			if !ok {
				r = nil
			}
			if both, err := Bidirectional(t.Context(), s, r, nil, nil, Options{}); err != nil || !ok && both.Reason == nil {
				t.Errorf("%s, NewReverse: %+v, %v", name, both, err)
			}
		}
	}
}
