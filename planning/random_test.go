package planning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"farbank/internal/testing/long"
)

// seeds returns n, or 10n with the flag -long.
func seeds(n uint64) uint64 {
	if long.Enabled() {
		return 10 * n
	}
	return n
}

// randomTask generates a small task.
func randomTask(seed uint64) *Task {
	r := rand.New(rand.NewPCG(seed, 7))
	t := &Task{}
	n := 1 + r.IntN(5)
	for v := range n {
		size := 2 + r.IntN(3)
		if r.IntN(12) == 0 {
			size = 1
		}
		t.Variables = append(t.Variables, Variable{Name: fmt.Sprint("v", v), Size: size})
		t.Init = append(t.Init, r.IntN(size))
	}
	m := maker{r, t}
	maxCost := []int{1, 2, 5, 6000}[r.IntN(4)]
	for k := range 1 + r.IntN(10) {
		o := Operator{Name: fmt.Sprint("o", k), Cost: int64(r.IntN(maxCost + 1)), Pre: m.facts(r.IntN(3))}
		if maxCost == 1 {
			o.Cost = 1
		}
		if r.IntN(4) == 0 {
			o.Some = append(o.Some, m.some())
		}
		for range 1 + r.IntN(3) {
			e := Effect{Fact: m.fact()}
			if r.IntN(4) == 0 {
				e.When = m.facts(1 + r.IntN(2))
			}
			o.Effects = append(o.Effects, e)
		}
		t.Operators = append(t.Operators, o)
	}
	if r.IntN(4) == 0 {
		m.swaps()
	}
	t.Goal = m.facts(1 + r.IntN(n))
	if r.IntN(5) == 0 {
		t.GoalSome = append(t.GoalSome, m.some())
	}
	return t
}

type maker struct {
	*rand.Rand
	t *Task
}

func (m maker) fact() Fact {
	v := m.IntN(len(m.t.Variables))
	return Fact{v, m.IntN(m.t.Variables[v].Size)}
}

// facts returns at most n facts of different variables.
func (m maker) facts(n int) []Fact {
	var list []Fact
	for range n {
		if f := m.fact(); !slices.ContainsFunc(list, func(g Fact) bool { return g.Var == f.Var }) {
			list = append(list, f)
		}
	}
	return list
}

func (m maker) some() []Fact { return []Fact{m.fact(), m.fact(), m.fact()}[:1+m.IntN(3)] }

// swaps adds an array that is always a permutation, with operators that swap known values, and possibly one
// that reverses the array.
func (m maker) swaps() {
	const n = 3
	var array []int
	for k := range n {
		array = append(array, len(m.t.Variables))
		m.t.Variables = append(m.t.Variables, Variable{Name: fmt.Sprint("a", k), Size: n})
		m.t.Init = append(m.t.Init, k)
	}
	m.t.Arrays = append(m.t.Arrays, array)
	for x := range n {
		for y := range n {
			i := m.IntN(n - 1)
			p, q := array[i], array[i+1]
			if x != y {
				m.t.Operators = append(m.t.Operators, Operator{Name: fmt.Sprint("swap", i, x, y), Cost: 1, Pre: []Fact{{p, x}, {q, y}},
					Effects: []Effect{{Fact: Fact{p, y}}, {Fact: Fact{q, x}}}})
			}
		}
	}
	if m.IntN(2) == 0 {
		o := Operator{Name: "turn", Cost: 2}
		for i := range n {
			for x := range n {
				o.Effects = append(o.Effects, Effect{When: []Fact{{array[n-1-i], x}}, Fact: Fact{array[i], x}})
			}
		}
		m.t.Operators = append(m.t.Operators, o)
	}
}

// prepared returns the space of a task with mutexes and inverses.
func prepared(t *testing.T, task *Task) *Space {
	t.Helper()
	m := orNil(FindMutexes(t.Context(), task))
	if m == nil {
		t.Fatal("no mutexes")
	}
	if wide := task.Inverses(m); wide != task {
		task = wide
		m = orNil(FindMutexes(t.Context(), task))
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	s.Mutexes = m
	return s
}

// heuristics returns all heuristics with their properties.
func heuristics(s *Space) []promise {
	list := []promise{
		{NewGoalCount(s), true, true},
		{NewHMax(s), true, true},
		{NewLMCut(s), true, false},
		{orNil(NewPartition(context.Background(), s, 10*time.Millisecond)), true, true},
		{orNil(NewLargerPartition(context.Background(), s, 10*time.Millisecond)), true, true},
		{orNil(NewCartesian(context.Background(), s, 10*time.Millisecond)), true, true},
		{orNil(NewCartesianAndPairs(context.Background(), s, 10*time.Millisecond)), true, true},
		{NewHAdd(s), false, false},
		{NewFF(s, 0), false, false},
	}
	if p := orNil(NewPotential(context.Background(), s, linear, 10*time.Millisecond)); p != nil {
		list = append(list, promise{p, true, true})
	}
	if l := orNil(NewLandmarkCount(s, 0)); l != nil {
		list = append(list, promise{l, false, false}, promise{orNil(NewLandmarkCost(s)), true, false})
	}
	if a := orNil(NewAdditive(context.Background(), s)); a != nil {
		list = append(list, promise{a, true, false})
	}
	return list
}

type promise struct {
	h                      Heuristic
	admissible, consistent bool
}

func stateOf(list []int) State {
	s := make(State, len(list))
	for i, x := range list {
		s[i] = uint16(x)
	}
	return s
}

// TestHeuristics checks the properties of every heuristic in all states of random tasks: admissible,
// consistent, infinite only if there is no plan, and estimates of children by ParentAware heuristics.
func TestHeuristics(t *testing.T) {
	informed := map[string]int{}
	inverses := 0
	for seed, task := range randomTasks(200, 80) {
		s := prepared(t, task)
		inverses += len(s.inverse)
		plain := explorePlainly(s.Task, 400)
		if plain == nil {
			continue
		}
		for _, p := range heuristics(s) {
			est := make([]int64, len(plain.states))
			for i, st := range plain.states {
				e := p.h.Estimate(stateOf(st))
				est[i] = e
				if e > 0 && e < Infinite {
					informed[p.h.Name()]++
				}
				switch left := plain.left[i]; {
				case e < 0, p.admissible && e > left, e == Infinite && left < Infinite:
					t.Fatalf("seed %d, %s in %v: estimate %d, but the least cost is %d", seed, p.h.Name(), st, e, left)
				}
			}
			tracked(t, seed, plain, p)
			parent, _ := p.h.(ParentAware)
			announced := -1
			for _, e := range plain.edges {
				if p.consistent && est[e.to] < Infinite && (est[e.from] == Infinite || est[e.from] > e.cost+est[e.to]) {
					t.Fatalf("seed %d, %s: estimate %d before %s, %d after it", seed, p.h.Name(), est[e.from], s.Task.Operators[e.op].Name, est[e.to])
				}
				if parent == nil {
					continue
				}
				if announced != e.from {
					parent.Expanding(stateOf(plain.states[e.from]))
					announced = e.from
				}
				if c := parent.EstimateChild(e.op, stateOf(plain.states[e.to])); c > plain.left[e.to] {
					t.Fatalf("seed %d, %s by the parent: estimate %d, but the least cost is %d", seed, p.h.Name(), c, plain.left[e.to])
				}
			}
		}
	}
	t.Log(informed, inverses)
	if inverses < 20 {
		t.Errorf("only %d inverses", inverses)
	}
	for name, n := range informed {
		if n < 300 && name != (&Additive{}).Name() {
			t.Errorf("%s has an informative estimate for only %d states", name, n)
		}
	}
}

// tracked checks a path-dependent heuristic on the first path to each state, extended by one step.
func tracked(t *testing.T, seed uint64, plain *plainSpace, p promise) {
	t.Helper()
	h, ok := p.h.(PathDependent)
	if !ok {
		return
	}
	known := map[int]bool{0: true}
	look := func(from, to int) {
		e, left := h.Track(from, to, stateOf(plain.states[to])), plain.left[to]
		if e < 0 || p.admissible && e > left || e == Infinite && left < Infinite {
			t.Fatalf("seed %d, %s on a path to %v: estimate %d, but the least cost is %d", seed, p.h.Name(), plain.states[to], e, left)
		}
	}
	look(-1, 0)
	for range 2 {
		for _, e := range plain.edges {
			if known[e.from] && e.to != 0 && e.from != e.to {
				look(e.from, e.to)
				known[e.to] = true
			}
		}
	}
}

// TestMutexes checks that no reachable state violates a mutex or an implied fact.
func TestMutexes(t *testing.T) {
	pairs := 0
	for seed, task := range randomTasks(200, 80) {
		s := prepared(t, task)
		plain := explorePlainly(s.Task, 400)
		if plain == nil {
			continue
		}
		m := s.Mutexes
		for _, st := range plain.states {
			for i, x := range st {
				for j, y := range st {
					if m.Mutex(Fact{i, x}, Fact{j, y}) {
						t.Fatalf("seed %d: %v has v%d=%d and v%d=%d", seed, st, i, x, j, y)
					}
				}
			}
			if s.Task.IsGoal(st) && (m.noGoal || !Holds(st, m.goal, nil)) {
				t.Fatalf("seed %d: the goal holds in %v", seed, st)
			}
			packed, back := make([]uint64, s.words), make(State, len(st))
			s.pack(stateOf(st), packed)
			if s.unpack(packed, back); !slices.Equal(back, stateOf(st)) {
				t.Fatalf("seed %d: %v is unpacked as %v", seed, st, back)
			}
		}
		for _, e := range plain.edges {
			if m.dead[e.op] || !Holds(plain.states[e.from], m.implied[e.op], nil) {
				t.Fatalf("seed %d: operator %d applies in %v", seed, e.op, plain.states[e.from])
			}
		}
		for a := range m.reach {
			for b := range a {
				if !m.reach[a].has(b) {
					pairs++
				}
			}
		}
	}
	if pairs < 3000 {
		t.Errorf("only %d mutex pairs", pairs)
	}
}

// whole runs a search to its end.
func whole(ctx context.Context, x component) *Result {
	for {
		if r := x.run(ctx, time.Hour); r != nil {
			return r
		}
	}
}

// TestSearches checks every search with every heuristic that it supports, before and after simplification.
// Optimal searches must find the least cost.
func TestSearches(t *testing.T) {
	solved, none, backwards, blind := 0, 0, 0, 0
	for seed, task := range randomTasks(60, 20) {
		plain := explorePlainly(task, 3000)
		if plain == nil {
			continue
		}
		want := plain.left[0]
		if want == Infinite {
			none++
		} else {
			solved++
		}
		check := func(what string, r *Result, proven bool, operators []int) {
			t.Helper()
			plan := slices.Clone(r.Plan)
			for k := range plan {
				if operators != nil {
					plan[k] = operators[plan[k]]
				}
			}
			switch {
			case r.Status == Infeasible && want < Infinite, r.Status == Unknown:
				t.Fatalf("seed %d, %s: status %d, want a plan of %d: %v", seed, what, r.Status, want, r.Reason)
			case r.Status == Infeasible:
				return
			case want == Infinite:
				t.Fatalf("seed %d, %s: a plan for an unsolvable task", seed, what)
			}
			cost, err := task.Judge(plan)
			if err != nil || cost != r.Cost || proven && cost != want || proven && r.Bound != want {
				t.Fatalf("seed %d, %s: a plan of cost %d, reported %d with bound %d, want %d: %v", seed, what, cost, r.Cost, r.Bound, want, err)
			}
		}
		plainly, err := NewSpace(task)
		if err != nil {
			t.Fatal(err)
		}
		check("uniform cost", must(UniformCost(t.Context(), plainly, Options{})), true, nil)
		small, operators := task.Simplify(orNil(FindMutexes(t.Context(), task)))
		s := prepared(t, small)
		for _, p := range heuristics(s) {
			if p.admissible {
				check("A* with "+p.h.Name(), must(AStar(t.Context(), s, p.h, Options{})), true, operators)
			}
			if p.admissible {
				check("IDA* with "+p.h.Name(), must(IDAStar(t.Context(), s, p.h, Options{})), true, operators)
			}
			check("beam with "+p.h.Name(), must(Beam(t.Context(), s, p.h, Options{})), false, operators)
			check("greedy with "+p.h.Name(), must(Greedy(t.Context(), s, p.h, Options{})), false, operators)
			check("weighted with "+p.h.Name(), must(Weighted(t.Context(), s, p.h, 2, Options{})), false, operators)
		}
		if r := orNil(NewReverse(t.Context(), s)); r != nil {
			backwards++
			check("bidirectional", must(Bidirectional(t.Context(), s, r, nil, nil, Options{})), true, operators)
			forth := heuristics(s)
			for _, back := range heuristics(r.Space) {
				k := slices.IndexFunc(forth, func(p promise) bool { return p.h.Name() == back.h.Name() })
				anywhere := slices.Contains([]string{"goal count", "hmax", "LM-cut"}, back.h.Name()) || len(r.Goals) == 1
				if k >= 0 && back.admissible && anywhere {
					check("bidirectional with "+back.h.Name(), must(Bidirectional(t.Context(), s, r, forth[k].h, back.h, Options{})), true, operators)
				}
			}
		}
		check("width", must(Width(t.Context(), s, Options{})), false, operators)
		check("dual width", must(DualWidth(t.Context(), s, Options{})), false, operators)
		for _, below := range []int64{want, want + 1} {
			if want == Infinite || want == 0 {
				continue
			}
			r := must(Beam(t.Context(), s, NewFF(s, 0), Options{Below: below}))
			if r.Status == Infeasible != (below == want) || r.Plan != nil && r.Cost != want {
				t.Fatalf("seed %d, beam below %d: %+v, want %d", seed, below, r, want)
			}
		}
		if b := newBlindEnds(t.Context(), s, Options{}); b != nil {
			blind++
			check("blind from both ends", whole(t.Context(), b), true, operators)
		}
		for _, aim := range []Aim{Optimal, Satisficing, Anytime} {
			r, err := Solve(t.Context(), task, SolveOptions{Aim: aim})
			if err != nil {
				t.Fatal(err)
			}
			check(fmt.Sprint("solve ", aim), r, aim != Satisficing, nil)
		}
		for search := ByUniformCost; search <= BySymbolic; search++ {
			r, err := Solve(t.Context(), task, SolveOptions{Search: search})
			if err != nil {
				t.Fatal(err)
			}
			if r.Reason == ErrOneWay || r.Reason == ErrDerived {
				continue
			}
			check(fmt.Sprint("solve by ", search), r, search < ByGreedy || search == ByBothEnds || search == BySymbolic, nil)
		}
	}
	t.Log(solved, none, backwards, blind)
	if solved < 18 || none < 12 || backwards < 30 {
		t.Errorf("only %d solved, %d without a plan, %d reversed", solved, none, backwards)
	}
}
