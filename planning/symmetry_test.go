package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomSymmetric generates a task of several identical parts and a common one, in random order.
func randomSymmetric(seed uint64) *Task {
	r := rand.New(rand.NewPCG(seed, 11))
	parts, size := 2+r.IntN(3), 2+r.IntN(2)
	t := &Task{}
	names := r.Perm(parts + 1) // the last is common
	for range names {
		t.Variables, t.Init = append(t.Variables, Variable{Size: size}), append(t.Init, 0)
	}
	values := make([][]int, len(names))
	for v := range values {
		values[v] = r.Perm(size)
	}
	fact := func(part, x int) Fact { return Fact{names[part], values[part][x]} }
	for part := range names {
		f := fact(part, 0)
		t.Init[f.Var] = f.Value
	}
	other := parts
	for k := range 2 + r.IntN(4) {
		cost, a, b, c, d := int64(r.IntN(4)), r.IntN(size), r.IntN(size), r.IntN(size), r.IntN(size)
		common, some, when := r.IntN(2) == 0, r.IntN(3) == 0, r.IntN(4) == 0
		for part := range parts {
			o := Operator{Name: fmt.Sprint("o", k, "-", part), Cost: cost, Pre: []Fact{fact(part, a)}, Effects: []Effect{{Fact: fact(part, b)}}}
			if common {
				o.Pre = append(o.Pre, fact(other, c))
				o.Effects = append(o.Effects, Effect{Fact: fact(other, d)})
			}
			if some {
				o.Some = append(o.Some, []Fact{fact(part, (a+1)%size), fact(other, d)})
			}
			if when {
				o.Effects = append(o.Effects, Effect{When: []Fact{fact(other, c)}, Fact: fact(part, d)})
			}
			slices.SortFunc(o.Pre, func(a, b Fact) int { return a.Var - b.Var })
			t.Operators = append(t.Operators, o)
		}
	}
	t.Operators = append(t.Operators, Operator{Name: "common", Cost: 1, Pre: []Fact{fact(other, 0)}, Effects: []Effect{{Fact: fact(other, 1)}}},
		Operator{Name: "back", Cost: 1, Effects: []Effect{{Fact: fact(other, 0)}}})
	if r.IntN(2) == 0 { // parts may have different initial values
		f := fact(0, 1)
		t.Init[f.Var] = f.Value
	}
	for part := range parts {
		t.Goal = append(t.Goal, fact(part, size-1))
	}
	slices.SortFunc(t.Goal, func(a, b Fact) int { return a.Var - b.Var })
	return t
}

// image returns the image of a state under a symmetry.
func image(g symmetry, state []int) []int {
	s := stateOf(state)
	g.apply(s, make(State, len(s)))
	out := make([]int, len(s))
	for v, x := range s {
		out[v] = int(x)
	}
	return out
}

// TestSymmetries checks that generators map steps to steps of the same cost and goals to goals, and that A*
// with them finds valid optimal plans with fewer expansions.
func TestSymmetries(t *testing.T) {
	found, generators, with, without := 0, 0, int64(0), int64(0)
	for seed := range seeds(200) {
		task := randomSymmetric(seed)
		if seed%3 == 2 {
			task = randomTask(seed)
		}
		s := prepared(t, task)
		plain := explorePlainly(s.Task, 2000)
		if plain == nil {
			continue
		}
		y := orNil(FindSymmetries(t.Context(), s))
		if y == nil {
			continue
		}
		found++
		generators += y.Count()
		for _, g := range y.list {
			for _, e := range plain.edges {
				from, to := image(g, plain.states[e.from]), image(g, plain.states[e.to])
				if !slices.ContainsFunc(s.Task.Operators, func(o Operator) bool {
					return o.Cost == e.cost && o.Applies(from) && slices.Equal(o.Apply(from), to)
				}) {
					t.Fatalf("seed %d: %v to %v at cost %d is a step, but %v to %v is not", seed, plain.states[e.from], plain.states[e.to], e.cost, from, to)
				}
				if s.Task.IsGoal(plain.states[e.from]) != s.Task.IsGoal(from) {
					t.Fatalf("seed %d: only one of %v and %v is a goal", seed, plain.states[e.from], from)
				}
			}
		}
		for _, p := range append(heuristics(s), promise{nil, true, true}) {
			if !p.admissible {
				continue
			}
			r, all := must(AStar(t.Context(), s, p.h, Options{Symmetries: y})), must(AStar(t.Context(), s, p.h, Options{}))
			with, without = with+r.Stats.Expanded, without+all.Stats.Expanded
			if want := plain.left[0]; (r.Status == Solved) != (want < Infinite) || r.Status == Solved && (r.Cost != want || r.Bound != want) {
				t.Fatalf("seed %d, %s: %v %d, want %d", seed, r.Stats.Heuristic, r.Status, r.Cost, want)
			}
			if r.Status != Solved {
				continue
			}
			if cost, err := s.Task.Judge(r.Plan); err != nil || cost != r.Cost {
				t.Fatalf("seed %d, %s: a plan of cost %d, reported %d: %v", seed, r.Stats.Heuristic, cost, r.Cost, err)
			}
		}
	}
	t.Log(found, generators, with, without)
	if found < 50 || 10*with > 9*without {
		t.Errorf("symmetries in %d tasks, %d states expanded with them and %d without", found, with, without)
	}
}

// TestNoSymmetries checks that operators of different costs are not symmetric.
func TestNoSymmetries(t *testing.T) {
	task := randomSymmetric(1)
	for k := range task.Operators {
		task.Operators[k].Cost = int64(k)
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	if y := orNil(FindSymmetries(t.Context(), s)); y != nil {
		t.Errorf("%d generators", y.Count())
	}
}

// TestSymmetriesEnd checks that a long refinement notices the end of the context.
func TestSymmetriesEnd(t *testing.T) {
	const n = 4001
	task := &Task{Variables: []Variable{{Size: n}}, Init: []int{0}, Goal: []Fact{{0, n / 2}}}
	for x := range n - 1 {
		task.Operators = append(task.Operators, Operator{Cost: 1, Pre: []Fact{{0, x}}, Effects: []Effect{{Fact: Fact{0, x + 1}}}},
			Operator{Cost: 1, Pre: []Fact{{0, x + 1}}, Effects: []Effect{{Fact: Fact{0, x}}}})
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	if y := orNil(FindSymmetries(t.Context(), s)); y == nil || y.Count() != 1 {
		t.Fatal("the symmetry of the row was not found")
	}
	if y := orNil(FindSymmetries(&countingContext{Context: t.Context(), most: 20}, s)); y != nil {
		t.Error("the search continued after the end of the context")
	}
}
