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

// seeds are so many, or ten times as many with -long.
func seeds(n uint64) uint64 {
	if long.Enabled() {
		return 10 * n
	}
	return n
}

// madeTask makes up a small task.
func madeTask(seed uint64) *Task {
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
	dear := []int{1, 2, 5, 6000}[r.IntN(4)]
	for k := range 1 + r.IntN(10) {
		o := Operator{Name: fmt.Sprint("o", k), Cost: int64(r.IntN(dear + 1)), Pre: m.facts(r.IntN(3))}
		if dear == 1 {
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

// facts are some facts of different variables.
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

// swaps adds an array that is always a permutation, with operators that know what they
// exchange and with one that turns it around.
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

// prepared is a task with what is found out about it.
func prepared(t *testing.T, task *Task) *Space {
	t.Helper()
	m := FindMutexes(t.Context(), task)
	if m == nil {
		t.Fatal("no mutexes")
	}
	if wide := task.Inverses(m); wide != task {
		task = wide
		m = FindMutexes(t.Context(), task)
	}
	s, err := NewSpace(task)
	if err != nil {
		t.Fatal(err)
	}
	s.Mutexes = m
	return s
}

// heuristics are all of them, with what they promise.
func heuristics(s *Space) []promise {
	list := []promise{
		{NewGoalCount(s), true, true},
		{NewHMax(s), true, true},
		{NewLMCut(s), true, false},
		{NewPartition(context.Background(), s, 10*time.Millisecond), true, true},
		{NewLargerPartition(context.Background(), s, 10*time.Millisecond), true, true},
		{NewCartesian(context.Background(), s, false, 10*time.Millisecond), true, true},
		{NewCartesian(context.Background(), s, true, 10*time.Millisecond), true, true},
		{NewHAdd(s), false, false},
		{NewFF(s, 0), false, false},
	}
	if p := NewPotential(context.Background(), s, linear, 10*time.Millisecond); p != nil {
		list = append(list, promise{p, true, true})
	}
	if l := NewLandmarkCount(s, 0); l != nil {
		list = append(list, promise{l, false, false}, promise{NewLandmarkCost(s), true, false})
	}
	if a := NewAdditive(context.Background(), s); a != nil {
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

// TestHeuristics holds every heuristic to what it promises, in all states of made-up tasks:
// admissible; consistent; infinite only where there is no plan; zero in goals, if it is
// admissible; and a child's estimate by its parent is a lower bound too.
func TestHeuristics(t *testing.T) {
	informed := map[string]int{}
	inverses := 0
	for seed, task := range madeTasks(500, 200) {
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
					t.Fatalf("seed %d, %s in %v: %d, but %d is left", seed, p.h.Name(), st, e, left)
				}
			}
			tracked(t, seed, plain, p)
			parent, _ := p.h.(Parental)
			announced := -1
			for _, e := range plain.edges {
				if p.consistent && est[e.to] < Infinite && (est[e.from] == Infinite || est[e.from] > e.cost+est[e.to]) {
					t.Fatalf("seed %d, %s: %d before %s, %d after it", seed, p.h.Name(), est[e.from], s.Task.Operators[e.op].Name, est[e.to])
				}
				if parent == nil {
					continue
				}
				if announced != e.from {
					parent.Expanding(stateOf(plain.states[e.from]))
					announced = e.from
				}
				if c := parent.EstimateChild(e.op, stateOf(plain.states[e.to])); c > plain.left[e.to] {
					t.Fatalf("seed %d, %s by the parent: %d, but %d is left", seed, p.h.Name(), c, plain.left[e.to])
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
			t.Errorf("%s knows something of only %d states", name, n)
		}
	}
}

// tracked holds a heuristic to what it promises of states by the ways to them: the first way
// to each, and any one step more.
func tracked(t *testing.T, seed uint64, plain *plainSpace, p promise) {
	t.Helper()
	h, ok := p.h.(Tracking)
	if !ok {
		return
	}
	known := map[int]bool{0: true}
	look := func(from, to int) {
		e, left := h.Track(from, to, stateOf(plain.states[to])), plain.left[to]
		if e < 0 || p.admissible && e > left || e == Infinite && left < Infinite {
			t.Fatalf("seed %d, %s on a way to %v: %d, but %d is left", seed, p.h.Name(), plain.states[to], e, left)
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

// TestMutexes: no reachable state has a pair that is said to be mutex, and what is implied
// holds.
func TestMutexes(t *testing.T) {
	pairs := 0
	for seed, task := range madeTasks(500, 200) {
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
				t.Fatalf("seed %d: %v packed is %v", seed, st, back)
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
		t.Errorf("only %d pairs", pairs)
	}
}

// whole runs a search to its end.
func whole(ctx context.Context, x contestant) *Result {
	for {
		if r := x.run(ctx, time.Hour); r != nil {
			return r
		}
	}
}

// TestSearches: every search that proves gives the least cost, with every heuristic that it
// may have, before and after simplification.
func TestSearches(t *testing.T) {
	solved, none, backwards, blind := 0, 0, 0, 0
	for seed, task := range madeTasks(300, 100) {
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
			case r.Status == None && want < Infinite, r.Status == Stopped:
				t.Fatalf("seed %d, %s: status %d, want a plan of %d: %v", seed, what, r.Status, want, r.Err)
			case r.Status == None:
				return
			case want == Infinite:
				t.Fatalf("seed %d, %s: a plan where there is none", seed, what)
			}
			cost, err := task.Judge(plan)
			if err != nil || cost != r.Cost || proven && cost != want || proven && r.Bound != want {
				t.Fatalf("seed %d, %s: a plan of %d, told %d with bound %d, want %d: %v", seed, what, cost, r.Cost, r.Bound, want, err)
			}
		}
		plainly, err := NewSpace(task)
		if err != nil {
			t.Fatal(err)
		}
		check("uniform cost", UniformCost(t.Context(), plainly, Options{}), true, nil)
		small, operators := task.Simplify(FindMutexes(t.Context(), task))
		s := prepared(t, small)
		for _, p := range heuristics(s) {
			if p.admissible {
				check("A* with "+p.h.Name(), AStar(t.Context(), s, p.h, Options{}), true, operators)
			}
			if p.admissible {
				check("IDA* with "+p.h.Name(), IDAStar(t.Context(), s, p.h, Options{}), true, operators)
			}
			check("beam with "+p.h.Name(), Beam(t.Context(), s, p.h, Options{}), false, operators)
			check("greedy with "+p.h.Name(), Greedy(t.Context(), s, p.h, Options{}), false, operators)
			check("weighted with "+p.h.Name(), Weighted(t.Context(), s, p.h, 2, Options{}), false, operators)
		}
		if r := NewReverse(t.Context(), s); r != nil {
			backwards++
			check("bidirectional", Bidirectional(t.Context(), s, r, nil, nil, Options{}), true, operators)
			forth := heuristics(s)
			for _, back := range heuristics(r.Space) {
				k := slices.IndexFunc(forth, func(p promise) bool { return p.h.Name() == back.h.Name() })
				anywhere := slices.Contains([]string{"goal count", "hmax", "LM-cut"}, back.h.Name()) || len(r.Goals) == 1
				if k >= 0 && back.admissible && anywhere {
					check("bidirectional with "+back.h.Name(), Bidirectional(t.Context(), s, r, forth[k].h, back.h, Options{}), true, operators)
				}
			}
		}
		check("width", Width(t.Context(), s, Options{}), false, operators)
		check("dual width", DualWidth(t.Context(), s, Options{}), false, operators)
		for _, below := range []int64{want, want + 1} {
			if want == Infinite || want == 0 {
				continue
			}
			r := Beam(t.Context(), s, NewFF(s, 0), Options{Below: below})
			if r.Status == None != (below == want) || r.Plan != nil && r.Cost != want {
				t.Fatalf("seed %d, beam below %d: %+v, want %d", seed, below, r, want)
			}
		}
		if b := newBlindEnds(t.Context(), s, Options{}); b != nil {
			blind++
			check("blind from both ends", whole(t.Context(), b), true, operators)
		}
		for _, aim := range []Aim{Cheapest, Soon, Better} {
			r, err := Solve(t.Context(), task, SolveOptions{Aim: aim})
			if err != nil {
				t.Fatal(err)
			}
			check(fmt.Sprint("solve ", aim), r, aim != Soon, nil)
		}
		for search := ByUniformCost; search <= ByWidth; search++ {
			r, err := Solve(t.Context(), task, SolveOptions{Search: search})
			if err != nil {
				t.Fatal(err)
			}
			if r.Err == ErrOneWay || r.Err == ErrDerived {
				continue
			}
			check(fmt.Sprint("solve by ", search), r, search < ByGreedy || search == ByBothEnds, nil)
		}
	}
	t.Log(solved, none, backwards, blind)
	if solved < 90 || none < 60 || backwards < 150 {
		t.Errorf("only %d solved, %d without a plan, %d told backwards", solved, none, backwards)
	}
}
