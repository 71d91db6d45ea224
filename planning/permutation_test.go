package planning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomPermutation generates a permutation puzzle: a row of labels, possibly with orientations. The
// initial state is usually solvable.
func randomPermutation(seed uint64) *Task {
	r := rand.New(rand.NewPCG(seed, 3))
	t := &Task{}
	row := func(n, size int, name string) []int {
		var list []int
		for k := range n {
			list = append(list, len(t.Variables))
			t.Variables = append(t.Variables, Variable{Name: fmt.Sprint(name, k), Size: size})
			t.Init = append(t.Init, 0)
		}
		return list
	}
	n := 3 + r.IntN(3)
	first := row(n, n, "a")
	t.Arrays = append(t.Arrays, first)
	for k, v := range first {
		t.Init[v] = k
		if k > 0 || r.IntN(2) == 0 { // the goal may leave out one label
			t.Goal = append(t.Goal, Fact{v, k})
		}
	}
	var beside []int
	orientations := 2 + r.IntN(2)
	if n < 5 && r.IntN(2) == 0 {
		beside = row(n, orientations, "t")
		for _, v := range beside {
			if r.IntN(4) > 0 {
				t.Goal = append(t.Goal, Fact{v, 0})
			}
		}
	}
	maxCost := []int{1, 3, 600}[r.IntN(3)]
	for k := range 1 + r.IntN(4) {
		o := Operator{Name: fmt.Sprint("turn", k), Cost: 1 + int64(r.IntN(maxCost))}
		from := r.Perm(n)
		for p, q := range from {
			for x := range n {
				if p != q {
					o.Effects = append(o.Effects, Effect{When: []Fact{{first[q], x}}, Fact: Fact{first[p], x}})
				}
			}
			twist := r.IntN(orientations)
			for x := range len(beside) / n * orientations {
				if p != q || twist > 0 {
					o.Effects = append(o.Effects, Effect{When: []Fact{{beside[q], x}}, Fact: Fact{beside[p], (x + twist) % orientations}})
				}
			}
		}
		if len(o.Effects) > 0 {
			t.Operators = append(t.Operators, o)
		}
	}
	if len(t.Operators) == 0 {
		return t
	}
	for range r.IntN(20) {
		t.Init = t.Operators[r.IntN(len(t.Operators))].Apply(t.Init)
	}
	if r.IntN(10) == 0 {
		t.Init[first[0]], t.Init[first[1]] = t.Init[first[1]], t.Init[first[0]]
	}
	return t
}

// TestPermutation checks that permutation puzzles are recognized, that the heuristics are admissible and
// consistent, and that IDA* finds optimal plans with them.
func TestPermutation(t *testing.T) {
	found, solved, none, wide, backwards, known := 0, 0, 0, 0, 0, map[string]int{}
	for seed := range seeds(200) {
		task := randomPermutation(seed)
		s := prepared(t, task)
		plain := explorePlainly(s.Task, 3000)
		if plain == nil {
			continue
		}
		count := newPermutationCount(s)
		if count == nil {
			continue
		}
		found++
		list := []*Permutation{count, count.withTables(context.Background(), 100, 0), orNil(NewPermutation(context.Background(), s))}
		if h := count.withTables(context.Background(), 1+int(seed%3)*10, 1<<(10+seed%7)); h.isWide() {
			list = append(list, h)
			wide++
		}
		if r := orNil(NewReverse(t.Context(), s)); r != nil {
			both := must(Bidirectional(t.Context(), s, r, count, nil, Options{}))
			if (both.Status == Solved) != (plain.left[0] < Infinite) || both.Plan != nil && both.Cost != plain.left[0] {
				t.Fatalf("seed %d, bidirectional: %v %d, want %d", seed, both.Status, both.Cost, plain.left[0])
			}
			backwards++
		}
		for _, h := range list {
			est := make([]int64, len(plain.states))
			for i, st := range plain.states {
				if est[i] = h.Estimate(stateOf(st)); est[i] > plain.left[i] {
					t.Fatalf("seed %d, %s in %v: estimate %d, but the least cost is %d", seed, h.Name(), st, est[i], plain.left[i])
				}
				if est[i] > 0 && est[i] < Infinite {
					known[h.Name()]++
				}
			}
			for _, e := range plain.edges {
				if est[e.to] < Infinite && (est[e.from] == Infinite || est[e.from] > e.cost+est[e.to]) {
					t.Fatalf("seed %d, %s: estimate %d before %s, %d after it", seed, h.Name(), est[e.from], s.Task.Operators[e.op].Name, est[e.to])
				}
			}
			if left := plain.left[0]; est[0] < Infinite && (left == Infinite || left > 2*est[0] && left > 8*s.least) {
				continue // IDA* would not terminate, or not soon
			}
			r := must(IDAStar(t.Context(), s, h, Options{}))
			switch {
			case plain.left[0] == Infinite:
				none++
				if r.Status != Infeasible {
					t.Fatalf("seed %d, %s: %v where there is no plan", seed, h.Name(), r.Status)
				}
			default:
				solved++
				if cost, err := s.Task.Judge(r.Plan); r.Status != Solved || err != nil || cost != plain.left[0] || r.Cost != cost {
					t.Fatalf("seed %d, %s: %v, a plan of cost %d, reported %d, want %d: %v", seed, h.Name(), r.Status, cost, r.Cost, plain.left[0], err)
				}
			}
		}
		if r, err := Solve(t.Context(), task, SolveOptions{}); err != nil || (r.Status == Solved) != (plain.left[0] < Infinite) || r.Plan != nil && r.Cost != plain.left[0] {
			t.Fatalf("seed %d: %v %d %v, want %d", seed, r.Status, r.Cost, err, plain.left[0])
		}
	}
	t.Log(found, solved, none, wide, backwards, known)
	if found < 100 || wide < 50 || backwards < 50 || solved < 200 || none < 3 || len(known) != 2 {
		t.Errorf("only %d found, %d solved, %d without a plan, %v", found, solved, none, known)
	}
}

func (h *Permutation) isWide() bool {
	return slices.ContainsFunc(h.tables, func(t permutationTable) bool { return t.wide != nil })
}

// TestDual checks that the estimates for dual states are admissible.
func TestDual(t *testing.T) {
	duals, differ := 0, 0
	for seed := range seeds(200) {
		task := randomPermutation(seed)
		for _, o := range slices.Clone(task.Operators) { // with the inverse operators
			back := Operator{Name: o.Name + " back", Cost: o.Cost}
			for _, e := range o.Effects {
				back.Effects = append(back.Effects, Effect{When: []Fact{e.Fact}, Fact: e.When[0]})
			}
			task.Operators = append(task.Operators, back)
		}
		s := prepared(t, task)
		plain := explorePlainly(s.Task, 3000)
		h := newPermutationCount(s)
		if plain == nil || h == nil || plain.left[0] == Infinite {
			continue
		}
		h = h.withTables(t.Context(), []int{100, 1}[seed%2], []int{0, 1 << 20}[seed%2])
		r := newPermutationRun(h)
		if r.dual == nil || len(r.tables) == 0 {
			continue
		}
		duals++
		r.begin(Infinite, 0)
		for i, st := range plain.states {
			h.t.read(stateOf(st), r.states[0])
			r.dual.invert(r.states[0], r.duals[0])
			for _, e := range plain.edges {
				if e.from != i {
					continue
				}
				for k := range r.tables {
					a, b := r.look(k, e.op, r.states[0]), r.look(k+len(r.tables), e.op, r.states[0])
					if left := plain.left[e.to]; int64(a)*h.t.unit > left || int64(b)*h.t.unit > left {
						t.Fatalf("seed %d, table %d: estimates %d and %d times %d, but the least cost is %d", seed, k, a, b, h.t.unit, left)
					}
					if a != b {
						differ++
					}
				}
			}
		}
	}
	t.Log(duals, differ)
	if duals < 25 || differ < 500 {
		t.Errorf("only %d duals, with %d different estimates", duals, differ)
	}
}

// TestPermutationSizes checks that places whose variables have different sizes are not treated as a
// permutation.
func TestPermutationSizes(t *testing.T) {
	task := &Task{
		Variables: []Variable{{Name: "b", Size: 4}, {Name: "a", Size: 3}},
		Init:      []int{3, 0},
		Goal:      []Fact{{0, 0}, {1, 0}},
	}
	for _, name := range []string{"swap", "again"} {
		o := Operator{Name: name, Cost: 1}
		for x := range 3 {
			o.Effects = append(o.Effects, Effect{When: []Fact{{0, x}}, Fact: Fact{1, x}}, Effect{When: []Fact{{1, x}}, Fact: Fact{0, x}})
		}
		task.Operators = append(task.Operators, o)
	}
	s := prepared(t, task)
	if newPermutation(s) != nil {
		t.Error("accepted as a permutation puzzle")
	}
	plain := explorePlainly(s.Task, 100)
	r, err := Solve(t.Context(), task, SolveOptions{})
	if err != nil || (r.Status == Solved) != (plain.left[0] < Infinite) || r.Plan != nil && r.Cost != plain.left[0] {
		t.Errorf("%+v %v, want %d", r, err, plain.left[0])
	}
}

// swaps returns a task in which any two elements of a row can be swapped.
func swaps(n int) *Task {
	t := &Task{}
	for k := range n {
		t.Variables = append(t.Variables, Variable{Name: fmt.Sprint("a", k), Size: n})
		t.Init, t.Goal = append(t.Init, n-1-k), append(t.Goal, Fact{k, k})
	}
	for a := range n {
		for b := range a {
			o := Operator{Name: fmt.Sprint("swap", a, b), Cost: 1}
			for x := range n {
				o.Effects = append(o.Effects, Effect{When: []Fact{{a, x}}, Fact: Fact{b, x}}, Effect{When: []Fact{{b, x}}, Fact: Fact{a, x}})
			}
			t.Operators = append(t.Operators, o)
		}
	}
	return t
}

// TestPermutationWide checks that tasks with too many operators are refused, and that precomputed data is
// shared by all searches.
func TestPermutationWide(t *testing.T) {
	for n, want := range map[int]bool{6: true, 20: true, 60: false} {
		s, err := NewSpace(swaps(n))
		if err != nil {
			t.Fatal(err)
		}
		h := newPermutationCount(s)
		if (h != nil) != want {
			t.Fatalf("%d elements: %v, want %v", n, h != nil, want)
		}
		if h == nil {
			continue
		}
		if newPermutationRun(h).dual != nil {
			t.Errorf("%d elements: a dual without tables", n)
		}
		h = h.withTables(t.Context(), 1000, 0)
		a, b := newPermutationRun(h), newPermutationRun(h)
		if a.dual == nil || a.useless == nil || &a.useless[0] != &b.useless[0] || &a.dual.turned[0] != &b.dual.turned[0] {
			t.Errorf("%d elements: the data is not shared", n)
		}
	}
}
