package planning

import (
	"context"
	"testing"
	"time"
)

// TestEarly checks plans for random tasks where the early search ends before, beside and after the preparation, with and
// without mutex groups merged before it, that each better plan is reported, and that a task without a plan is recognized.
func TestEarly(t *testing.T) {
	solved, none := 0, 0
	for seed, task := range randomTasks(300, 40) {
		plain := explorePlainly(task, 3000)
		if plain == nil {
			continue
		}
		want := plain.left[0]
		for _, alone := range []time.Duration{-1, time.Second} {
			ctx, cancel := context.WithCancel(t.Context())
			last := int64(Infinite)
			o := SolveOptions{Aim: Satisficing}
			o.OnSolution = func(plan []int, cost int64) {
				if judged, err := task.Judge(plan); err != nil || judged != cost || cost >= last {
					t.Fatalf("seed %d: reported a plan of cost %d (%d, %v) after %d", seed, cost, judged, err, last)
				}
				if last = cost; cost == want {
					cancel() // there is nothing to improve
				}
			}
			r, err := solveAny(ctx, task, o, alone, int(seed%3)*earlyGroups-1)
			cancel()
			switch {
			case err != nil:
				t.Fatalf("seed %d: %v", seed, err)
			case want == Infinite:
				if none++; r.Status != Infeasible {
					t.Fatalf("seed %d: %+v for an unsolvable task", seed, r)
				}
			default:
				solved++
				if cost, err := task.Judge(r.Plan); err != nil || cost != r.Cost || cost != last || cost < want {
					t.Fatalf("seed %d: %+v, a plan of cost %d (%v), want %d", seed, r, cost, err, want)
				}
			}
		}
	}
	t.Log(solved, none)
	if solved < 20 || none < 20 {
		t.Errorf("only %d solved, %d without a plan", solved, none)
	}
}

// TestEarlyStopped checks that an interrupt ends the early search and the preparation with the reason.
func TestEarlyStopped(t *testing.T) {
	task := lights(3, 5, 2)
	task.Goal[0].Value = 2 // never: the light gets a third value
	task.Variables[0].Size = 3
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := solveAny(ctx, task, SolveOptions{Aim: Satisficing}, earlyTime, earlyGroups); err != nil || r.Plan != nil || r.Status == Solved {
		t.Errorf("%+v, %v", r, err)
	}
}
