package constraint

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// permutations calls yield with all orders of n numbers.
func permutations(n int, yield func(p []int)) {
	var rec func(p []int)
	rec = func(p []int) {
		if len(p) == n {
			yield(p)
			return
		}
		for i := range n {
			if !slices.Contains(p, i) {
				rec(append(p, i))
			}
		}
	}
	rec(nil)
}

// TestTours compares shortest tours with an enumeration, with neighbourhoods from the first conflicts on.
func TestTours(t *testing.T) {
	for seed := range uint64(12) {
		quickTurns(t, int64(seed%3))
		r := rand.New(rand.NewPCG(seed, 1))
		n := 6 + int(seed%2)
		m := &Model{}
		next := m.Ints("next", n, 0, int64(n-1))
		m.Circuit(0, next...)
		length := make([][]int64, n)
		var total Linear
		for i := range n {
			for range n {
				length[i] = append(length[i], 1+r.Int64N(20))
			}
			total = total.Plus(m.Element(length[i], next[i]))
		}
		best := int64(1 << 30)
		permutations(n, func(p []int) {
			sum := int64(0)
			for k := range p {
				sum += length[p[k]][p[(k+1)%n]]
			}
			best = min(best, sum)
		})
		a, err := m.Minimize(t.Context(), total)
		if err != nil || a.Status != Optimal || a.Objective != best {
			t.Fatalf("seed %d: %v %v, not %d", seed, a, err, best)
		}
	}
}

// lateness returns a model of tasks on one machine, with the weighted sum of their delays, and its least value.
func lateness(seed uint64) (m *Model, cost Linear, best int64) {
	r := rand.New(rand.NewPCG(seed, 2))
	m = &Model{}
	n := 6
	var tasks []Task
	var length, due, weight []int64
	for range n {
		length, due, weight = append(length, 1+r.Int64N(6)), append(due, r.Int64N(20)), append(weight, 1+r.Int64N(5))
	}
	for i := range n {
		s := m.Int("start", 0, 40)
		tasks = append(tasks, Task{Start: s, Length: Const(length[i]), Use: Const(1)})
		late := m.Max(m.Variable(s.Plus(Const(length[i]-due[i]))), Int{})
		cost = cost.Plus(late.Times(weight[i]))
	}
	if seed%2 == 0 {
		m.Disjunctive(tasks...)
	} else {
		m.Cumulative(Const(1), tasks...)
	}
	best = 1 << 30
	permutations(n, func(p []int) {
		sum, time := int64(0), int64(0)
		for _, i := range p {
			time += length[i]
			sum += weight[i] * max(0, time-due[i])
		}
		best = min(best, sum)
	})
	return m, cost, best
}

// TestLateness compares schedules with an enumeration, with neighbourhoods from the first conflicts on.
func TestLateness(t *testing.T) {
	for seed := range uint64(10) {
		quickTurns(t, int64(seed%3))
		m, cost, best := lateness(seed)
		a, err := m.Minimize(t.Context(), cost)
		if err != nil || a.Status != Optimal || a.Objective != best {
			t.Fatalf("seed %d: %v %v, not %d", seed, a, err, best)
		}
	}
}

// TestStructures checks which neighbourhoods a schedule and a tour get, and how large they are.
func TestStructures(t *testing.T) {
	arms := func(m *Model, cost Expr, want ...int) {
		b, err := m.begin(cost)
		if err != nil {
			t.Fatal(err)
		}
		a, err := m.Minimize(t.Context(), cost)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.extend(); err != nil {
			t.Fatal(err)
		}
		b.s.Restart()
		values := make([]int64, b.s.Stats().Variables)
		for i, x := range b.vars {
			values[x] = a.values[i]
		}
		n := newNeighbourhoods(m, b, b.asked+1, b.asked.Lower(), 0)
		for _, from := range want {
			i := slices.IndexFunc(n.arms, func(a *arm) bool { return a.from == from })
			if i < 0 {
				t.Fatalf("no neighbourhood of kind %d", from)
			}
			for _, share := range []float64{0.1, 0.4, 0.8} {
				n.arms[i].share = share
				all := len(n.arms[i].fixable)
				if fixed := len(n.fix(n.arms[i], values)) / 2; fixed >= all || fixed == 0 && share < 0.5 {
					t.Errorf("kind %d: %d of %d variables are fixed", from, fixed, all)
				}
			}
		}
	}
	m, cost, _ := lateness(0)
	arms(m, cost, inWindow, atCosts)
	m = &Model{}
	next := m.Ints("next", 9, 0, 8)
	m.Circuit(0, next...)
	arms(m, next[0].Plus(next[3]).Plus(next[5]).Plus(next[7]), onRoutes)
}
