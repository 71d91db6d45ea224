package planning

import (
	"context"
	"slices"
	"testing"
	"time"
)

// TestImprove checks that the costs of reported plans decrease, that the last one is the result, that
// bounds never exceed it, and that it is optimal. After a limit the result is the last plan reported.
func TestImprove(t *testing.T) {
	proven, several, stopped := 0, 0, 0
	for seed := range seeds(200) {
		task := randomTask(seed)
		plain := explorePlainly(task, 3000)
		if plain == nil || plain.left[0] == Infinite {
			continue
		}
		var costs []int64
		o := SolveOptions{Aim: Anytime}
		o.OnSolution = func(plan []int, cost int64) {
			if got, err := task.Judge(plan); err != nil || got != cost {
				t.Fatalf("seed %d: reported %d for a plan of cost %d: %v", seed, cost, got, err)
			}
			costs = append(costs, cost)
		}
		o.Progress = func(p Progress) {
			if p.Bound > plain.left[0] {
				t.Fatalf("seed %d: reported the bound %d, but a plan costs %d", seed, p.Bound, plain.left[0])
			}
		}
		r, err := Solve(t.Context(), task, o)
		if err != nil || r.Status != Solved || r.Cost != plain.left[0] || r.Bound != r.Cost {
			t.Fatalf("seed %d: %+v, %v, want %d", seed, r, err, plain.left[0])
		}
		if len(costs) == 0 || costs[len(costs)-1] != r.Cost || !slices.IsSortedFunc(costs, func(a, b int64) int { return int(b - a) }) {
			t.Fatalf("seed %d: reported %v, returned %d", seed, costs, r.Cost)
		}
		proven++
		if len(costs) > 1 {
			several++
		}
		ctx, cancel := context.WithCancel(t.Context())
		costs = nil
		first := o.OnSolution
		o.OnSolution = func(plan []int, cost int64) { first(plan, cost); cancel() }
		r, err = Solve(ctx, task, o)
		if err != nil || r.Plan == nil || r.Cost != costs[len(costs)-1] || r.Bound > plain.left[0] {
			t.Fatalf("seed %d: stopped with %+v, %v; reported %v", seed, r, err, costs)
		}
		if r.Status == Feasible {
			stopped++
		}
		cancel()
	}
	t.Log(proven, several, stopped)
	if proven < 60 || several < 5 || stopped < 5 {
		t.Errorf("%d proven, %d with several plans, %d stopped", proven, several, stopped)
	}
}

// TestImproving checks that the search ends with a proof, or with little memory says why it cannot.
func TestImproving(t *testing.T) {
	proven, full := 0, 0
	for seed := range seeds(200) {
		task := randomTask(seed)
		plain := explorePlainly(task, 3000)
		if plain == nil || plain.left[0] == Infinite {
			continue
		}
		p, err := Prepare(t.Context(), task, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, memory := range []int64{1 << 30, 1} {
			least := int64(Infinite)
			o := Options{Memory: memory, OnSolution: func(_ []int, cost int64) { least = cost }}
			m := newImproving(t.Context(), p, plain.left[0]+3, o)
			r := m.run(t.Context(), time.Nanosecond)
			for r == nil {
				r = m.run(t.Context(), time.Nanosecond)
			}
			switch {
			case r.Status == Infeasible && least == plain.left[0] && r.Bound == least:
				proven++
			case r.Status == Unknown && r.Reason == ErrMemory && memory == 1:
				full++
			default:
				t.Fatalf("seed %d, %d bytes: %+v, best plan %d, want %d", seed, memory, r, least, plain.left[0])
			}
		}
	}
	if proven < 60 {
		t.Errorf("%d proven, %d without memory", proven, full)
	}
}
