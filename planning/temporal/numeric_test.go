package temporal_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/planning/temporal"
)

// numeric is a random task of three numbers from 0 to 12, without facts and durations. Actions change them by constants, by
// other numbers and by products, where that stays within these bounds.
func numeric(r *rand.Rand) *temporal.Task {
	n := func() *temporal.Expr { return &temporal.Expr{Op: temporal.Number, Index: r.IntN(3)} }
	term := func() *temporal.Expr {
		switch r.IntN(6) {
		case 0, 1, 2:
			return number(float64([]int{1, 2, 3, 5, 7, 11}[r.IntN(6)]))
		case 3:
			return n()
		case 4:
			return &temporal.Expr{Op: temporal.Add, Args: []*temporal.Expr{n(), number(1)}}
		}
		return &temporal.Expr{Op: temporal.Mul, Args: []*temporal.Expr{n(), n()}}
	}
	compare := func() *temporal.Cond {
		left := n()
		if r.IntN(3) == 0 {
			left = &temporal.Expr{Op: []temporal.ExprOp{temporal.Add, temporal.Mul}[r.IntN(2)], Args: []*temporal.Expr{n(), n()}}
		}
		return &temporal.Cond{Op: []temporal.Op{temporal.Greater, temporal.AtLeast, temporal.Equal}[r.IntN(3)], Left: left, Right: term()}
	}
	t := &temporal.Task{Numbers: []float64{0, 0, 0}, Epsilon: 1, Goal: and(compare(), compare())}
	for i := range t.Numbers {
		t.Numbers[i] = float64(r.IntN(6))
	}
	for range 2 + r.IntN(3) {
		at := r.IntN(3)
		how := []temporal.How{temporal.Increase, temporal.Decrease, temporal.Assign}[r.IntN(3)]
		x := &temporal.Expr{Op: temporal.Number, Index: at}
		value := term()
		after := value
		switch how {
		case temporal.Increase:
			after = &temporal.Expr{Op: temporal.Add, Args: []*temporal.Expr{x, value}}
		case temporal.Decrease:
			after = &temporal.Expr{Op: temporal.Sub, Args: []*temporal.Expr{x, value}}
		}
		pre := []*temporal.Cond{{Op: temporal.AtLeast, Left: after, Right: number(0)}, {Op: temporal.AtLeast, Left: number(12), Right: after}}
		if r.IntN(3) == 0 {
			pre = append(pre, compare())
		}
		t.Actions = append(t.Actions, temporal.Action{Name: "(a)", Start: temporal.Snap{Pre: and(pre...), Changes: []temporal.Change{{How: how, Number: at, Value: value}}}})
	}
	return t
}

// TestRandomNumbers compares whether random tasks of numbers have a plan with an enumeration of their states.
func TestRandomNumbers(t *testing.T) {
	found, none := 0, 0
	for seed := range uint64(2000) {
		task := numeric(rand.New(rand.NewPCG(seed, 36)))
		length, want := reaches(task)
		out := temporal.FindWithin(t.Context(), task, 0)
		if (out.Plan != nil) != want || out.Done == want && !want {
			t.Fatalf("%d: plan %v, all searched %v, want a plan: %v", seed, out.Plan, out.Done, want)
		}
		if want {
			found++
			plan := []int32{}
			for _, h := range out.Plan {
				plan = append(plan, int32(h.Action))
			}
			if !task.IsPlan(plan) || len(plan) < length {
				t.Fatalf("%d: plan %v, a shortest one has %d actions", seed, plan, length)
			}
		} else {
			none++
		}
	}
	if found < 50 || none < 50 {
		t.Errorf("%d tasks have a plan, %d do not", found, none)
	}
}

// TestShorten shortens plans with detours. All states of these tasks are near the plan, so that a shortest plan is found.
func TestShorten(t *testing.T) {
	shortened := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 37))
		task := numeric(r)
		length, ok := reaches(task)
		if !ok {
			continue
		}
		var long []int32
		for range 20 { // a walk
			if a := int32(r.IntN(len(task.Actions))); task.Applies(append(slices.Clone(long), a)) {
				long = append(long, a)
			}
		}
		for tail := 0; tail < 20 && !task.IsPlan(long); tail++ {
			if a := int32(r.IntN(len(task.Actions))); task.Applies(append(slices.Clone(long), a)) {
				long = append(long, a)
			}
		}
		if !task.IsPlan(long) {
			continue
		}
		short := task.Shorten(t.Context(), long)
		if !task.IsPlan(short) || len(short) != length {
			t.Fatalf("%d: %v became %v, a shortest plan has %d actions", seed, long, short, length)
		}
		if len(short) < len(long) {
			shortened++
		}
	}
	if shortened < 50 {
		t.Errorf("%d plans became shorter", shortened)
	}
}

// reaches reports whether some sequence of actions reaches the goal, and the length of a shortest one.
func reaches(t *temporal.Task) (length int, ok bool) {
	holds := func(c *temporal.Cond, s []float64) bool {
		for _, a := range c.Args {
			d := a.Left.Of(s) - a.Right.Of(s)
			if a.Op == temporal.Greater && d <= 0 || a.Op == temporal.AtLeast && d < 0 || a.Op == temporal.Equal && d != 0 {
				return false
			}
		}
		return true
	}
	start := [3]float64(t.Numbers)
	seen, queue := map[[3]float64]int{start: 0}, [][3]float64{start}
	for ; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if holds(t.Goal, s[:]) {
			return seen[s], true
		}
		for _, a := range t.Actions {
			if !holds(a.Start.Pre, s[:]) {
				continue
			}
			next, c := s, a.Start.Changes[0]
			switch v := c.Value.Of(s[:]); c.How {
			case temporal.Increase:
				next[c.Number] += v
			case temporal.Decrease:
				next[c.Number] -= v
			default:
				next[c.Number] = v
			}
			if _, met := seen[next]; !met {
				seen[next] = seen[s] + 1
				queue = append(queue, next)
			}
		}
	}
	return 0, false
}
