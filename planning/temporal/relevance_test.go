package temporal_test

import (
	"math/rand/v2"
	"testing"

	"farbank/planning/temporal"
)

// TestNeeded compares whether random tasks have a plan with and without the actions that no plan needs, with actions that
// overlap, and that the bound of the makespan is one.
func TestNeeded(t *testing.T) {
	dropped, found, none := 0, 0, 0
	for seed := range uint64(3000) {
		task := drawn(rand.New(rand.NewPCG(seed, 37)))
		small, numbers := task.Needed()
		dropped += len(task.Actions) - len(small.Actions)
		want := temporal.Search(t.Context(), task, temporal.Options{Overlap: true, MaxNodes: 3000})
		got := temporal.Search(t.Context(), small, temporal.Options{Overlap: true, MaxNodes: 3000})
		switch {
		case !want.Done && want.Plan == nil || !got.Done && got.Plan == nil:
			continue
		case (got.Plan == nil) != (want.Plan == nil):
			t.Fatalf("seed %d: plan %v of the needed actions, of all %v", seed, got.Plan, want.Plan)
		case want.Plan == nil:
			none++
			continue
		}
		found++
		_, first := small.Schedule(got)
		for i := range got.Plan {
			got.Plan[i].Action = numbers[got.Plan[i].Action]
		}
		if _, end := task.Schedule(got); end != first {
			t.Fatalf("seed %d: makespan %d of the needed actions, in the whole task %d", seed, first, end)
		}
		for _, out := range []temporal.Outcome{want, got} {
			steps, end := task.Schedule(out)
			if steps == nil {
				t.Fatalf("seed %d: the plan has no times", seed)
			}
			for _, x := range []*temporal.Task{task, small} {
				if bound, ok := x.Bound(); !ok || bound > end {
					t.Fatalf("seed %d: a plan of %d, the bound is %d", seed, end, bound)
				}
			}
		}
	}
	if dropped < 1000 || found < 500 || none < 200 {
		t.Errorf("%d actions dropped, %d plans, and none for %d", dropped, found, none)
	}
}
