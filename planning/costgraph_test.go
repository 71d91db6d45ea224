package planning

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// sharingTask generates a task in which about half of the operators share three disjunctions.
func sharingTask(seed uint64) *Task {
	t := randomTask(seed)
	rng := rand.New(rand.NewPCG(seed, 7))
	var some [][]Fact
	for range 3 {
		list := []Fact{}
		for range 1 + rng.IntN(3) {
			v := rng.IntN(len(t.Variables))
			list = append(list, Fact{v, t.Init[v]}, Fact{v, rng.IntN(t.Variables[v].Size)})
		}
		some = append(some, list)
	}
	for i := range t.Operators {
		if o := &t.Operators[i]; rng.IntN(2) == 0 {
			o.Some = slices.Concat(o.Some, some)
		}
	}
	return t
}

// TestCostGraph compares the costs of a costGraph with those of a plain exploration, by sum and by maximum.
func TestCostGraph(t *testing.T) {
	reached, relays, joined := 0, 0, 0
	for seed := range seeds(300) {
		s := prepared(t, sharingTask(seed))
		plain := explorePlainly(s.Task, 50)
		if plain == nil {
			continue
		}
		r := newRelaxation(s)
		for _, sum := range []bool{false, true} {
			for plus := range int64(2) {
				x, g := newExploration(r, sum, r.costs(plus)), newCostGraph(r, sum, r.costs(plus))
				relays += len(g.relays)
				for _, n := range g.fresh {
					joined += int(n.open) - 1
				}
				for _, st := range plain.states {
					x.explore(stateOf(st))
					g.explore(stateOf(st))
					checkCosts(t, seed, x, g)
					if x.reach[x.goal] < Infinite {
						reached++
					}
				}
			}
		}
	}
	if reached < 100 || relays == 0 || joined == 0 {
		t.Errorf("the goal was reached %d times, %d relays, %d propositions joined", reached, relays, joined)
	}
}

func checkCosts(t *testing.T, seed uint64, x *exploration, g *costGraph) {
	t.Helper()
	goal := x.reach[x.goal]
	if g.reach[g.goal] != goal {
		t.Fatalf("seed %d: the goal costs %d, want %d", seed, g.reach[g.goal], goal)
	}
	for p, list := range x.needs {
		c := x.reach[p]
		if len(list) > 0 && c != g.reach[p] && (c < goal && !x.sum || goal == Infinite) {
			t.Fatalf("seed %d: proposition %d costs %d, want %d", seed, p, g.reach[p], c)
		}
	}
}

// TestFF compares FF with a straightforward extraction of a relaxed plan.
func TestFF(t *testing.T) {
	preferred := 0
	for seed := range seeds(300) {
		s := prepared(t, sharingTask(seed))
		plain := explorePlainly(s.Task, 50)
		if plain == nil {
			continue
		}
		for plus := range int64(2) {
			h := NewFF(s, plus)
			x := newExploration(newRelaxation(s), true, h.x.costs)
			for _, st := range plain.states {
				estimate, prefer, facts := plainFF(x, st)
				if got := h.Estimate(stateOf(st)); got != estimate {
					t.Fatalf("seed %d, %v: estimate %d, want %d", seed, st, got, estimate)
				}
				if got := slices.Sorted(slices.Values(h.Preferred())); !slices.Equal(got, prefer) {
					t.Fatalf("seed %d, %v: preferred operators %v, want %v", seed, st, got, prefer)
				}
				if got := slices.Sorted(slices.Values(h.facts())); !slices.Equal(got, facts) {
					t.Fatalf("seed %d, %v: facts %v, want %v", seed, st, got, facts)
				}
				preferred += len(prefer)
			}
		}
	}
	if preferred < 100 {
		t.Errorf("only %d preferred operators", preferred)
	}
}

// plainFF returns the cost of a relaxed plan, its applicable operators, and the facts that it reaches.
func plainFF(x *exploration, state []int) (total int64, prefer, facts []int32) {
	x.explore(stateOf(state))
	if x.reach[x.goal] == Infinite {
		return Infinite, nil, nil
	}
	met, taken := map[int32]bool{}, map[int32]bool{}
	var visit func(p int32)
	visit = func(p int32) {
		a := x.by[p]
		if met[p] || a < 0 {
			return
		}
		met[p] = true
		if int(p) < x.space.Facts() {
			facts = append(facts, p)
		}
		for _, q := range x.actions[a].pre {
			visit(q)
		}
		if o := x.actions[a].owner; o >= 0 && !taken[o] {
			taken[o] = true
			total += x.costs[o]
			if x.space.Task.Operators[o].Applies(state) {
				prefer = append(prefer, o)
			}
		}
	}
	visit(x.goal)
	slices.Sort(prefer)
	slices.Sort(facts)
	return total, prefer, facts
}

// TestApplicable compares the applicable operators with the definition.
func TestApplicable(t *testing.T) {
	shared := 0
	for seed := range seeds(300) {
		s := prepared(t, sharingTask(seed))
		plain := explorePlainly(s.Task, 50)
		if plain == nil {
			continue
		}
		shared += len(s.some) - (len(s.disjunctions.sets.from) - 1)
		for _, st := range plain.states {
			got := s.applicable(stateOf(st), nil)
			slices.Sort(got)
			for i := range s.Task.Operators {
				_, found := slices.BinarySearch(got, int32(i))
				if want := s.Task.Operators[i].Applies(st); found != want || s.applies(int32(i), stateOf(st)) != want {
					t.Fatalf("seed %d: operator %d applies in %v: %v, want %v", seed, i, st, found, want)
				}
			}
		}
	}
	if shared == 0 {
		t.Error("no operators share disjunctions")
	}
}

// TestDoublingCosts checks that sums of costs that double with each step are bounded, and that plans are
// found.
func TestDoublingCosts(t *testing.T) {
	task := &Task{}
	for range 2 * 81 {
		task.Variables, task.Init = append(task.Variables, Variable{Name: "x", Size: 2}), append(task.Init, 0)
	}
	for v := range task.Variables {
		o := Operator{Name: "set", Effects: []Effect{{Fact: Fact{v, 1}}}, Cost: 1}
		if v >= 2 {
			below := v - 2 - v%2
			o.Pre = []Fact{{below, 1}, {below + 1, 1}}
		}
		task.Operators = append(task.Operators, o)
	}
	task.Goal = []Fact{{160, 1}, {161, 1}}
	s := prepared(t, task)
	if e := NewHAdd(s).Estimate(s.begin); e != maxCost {
		t.Errorf("the estimate of hadd is %d", e)
	}
	if e := NewFF(s, 1).Estimate(s.begin); e != 2*162 {
		t.Errorf("the estimate of FF is %d", e)
	}
	r, err := Solve(t.Context(), task, SolveOptions{Aim: Satisficing})
	if err != nil || len(r.Plan) != 162 {
		t.Errorf("%+v, %v", r, err)
	}
}
