package planning

import (
	"context"
	"errors"
	"testing"
)

// TestSymbolic compares symbolic search with uniform-cost search, on plain and on prepared tasks, and its bounds at
// interrupts with the least cost.
func TestSymbolic(t *testing.T) {
	solved, none, stopped := 0, 0, 0
	for seed, task := range randomTasks(600, 200) {
		plain := explorePlainly(task, 3000)
		if plain == nil {
			continue
		}
		want := plain.left[0]
		check := func(what string, r *Result, operators []int) {
			t.Helper()
			if want == Infinite {
				if r.Status != Infeasible {
					t.Fatalf("seed %d, %s: %+v for an unsolvable task", seed, what, r)
				}
				none++
				return
			}
			plan := []int{}
			for _, op := range r.Plan {
				if operators != nil {
					op = operators[op]
				}
				plan = append(plan, op)
			}
			cost, err := task.Judge(plan)
			if r.Status != Solved || r.Reason != nil || err != nil || cost != want || r.Cost != want || r.Bound != want {
				t.Fatalf("seed %d, %s: %+v, a plan of cost %d (%v), want %d", seed, what, r, cost, err, want)
			}
			solved++
		}
		plainly, err := NewSpace(task)
		if err != nil {
			t.Fatal(err)
		}
		check("plain", must(Symbolic(t.Context(), plainly, Options{})), nil)
		small, operators := task.Simplify(orNil(FindMutexes(t.Context(), task)))
		s := prepared(t, small)
		check("prepared", must(Symbolic(t.Context(), s, Options{Memory: 1 << 24})), operators)
		if want < Infinite && want > 0 {
			if r := must(Symbolic(t.Context(), s, Options{Below: want})); r.Status != Infeasible || r.Bound != want {
				t.Fatalf("seed %d, below %d: %+v", seed, want, r)
			}
		}
		// An interrupt after each unit of work.
		for limit := 1; ; limit++ {
			ctx, cancel := context.WithCancelCause(t.Context())
			y, ticks := newSymbolic(s, Options{}), 0
			y.m.EveryStep()
			y.m.Tick = func() error {
				if ticks++; ticks == limit*limit {
					cancel(errors.New("interrupt"))
				}
				return y.tick()
			}
			r := toEnd(ctx, y)
			y.close()
			if r.Bound > want || r.Plan != nil && r.Cost < want {
				t.Fatalf("seed %d, after %d: %+v, want %d", seed, ticks, r, want)
			}
			if r.Reason == nil {
				check("interrupted too late", r, operators)
				break
			}
			stopped++
		}
	}
	t.Log(solved, none, stopped)
	if solved < 400 || none < 300 {
		t.Errorf("only %d solved, %d without a plan", solved, none)
	}
}

// TestSymbolicTightened tightens the bound between two units of work, as another search of a portfolio does.
func TestSymbolicTightened(t *testing.T) {
	solved, none := 0, 0
	for seed, task := range randomTasks(900, 12) {
		plain := explorePlainly(task, 3000)
		if plain == nil || plain.left[0] == Infinite || plain.left[0] == 0 {
			continue
		}
		want := plain.left[0]
		s, err := NewSpace(task)
		if err != nil {
			t.Fatal(err)
		}
		for _, below := range []int64{max(want-1, 1), want, want + 1} {
			for at := 1; ; at += 2 * at {
				y := newSymbolic(s, Options{})
				y.m.EveryStep()
				steps := 0
				y.m.Tick = func() error {
					if steps++; steps == at {
						y.tighten(below)
					}
					return nil
				}
				r := toEnd(t.Context(), y)
				y.close()
				switch {
				case r.Reason == nil && r.Status == Solved && r.Cost == want && (below >= want || steps < at):
					if cost, err := task.Judge(r.Plan); err != nil || cost != want {
						t.Fatalf("seed %d, below %d at %d: a plan of cost %d (%v), want %d", seed, below, at, cost, err, want)
					}
					solved++
				case r.Status == Infeasible && r.Bound == below && below <= want:
					none++
				default:
					t.Fatalf("seed %d, below %d at %d: %+v, want %d", seed, below, at, r, want)
				}
				if steps < at {
					break
				}
			}
		}
	}
	if solved < 20 || none < 20 {
		t.Errorf("%d solved, %d without a plan", solved, none)
	}
}
