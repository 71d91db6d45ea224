package temporal_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"farbank/planning/temporal"
)

// drawn is a random task of four facts and two numbers, whose actions have conditions and conditional effects at the start and at
// the end.
func drawn(r *rand.Rand) *temporal.Task {
	var cond func(depth int) *temporal.Cond
	cond = func(depth int) *temporal.Cond {
		switch k := r.IntN(9); {
		case k < 3:
			return fact(r.IntN(4))
		case k < 5:
			return notFact(r.IntN(4))
		case k < 6:
			x := &temporal.Expr{Op: temporal.Number, Index: r.IntN(2)}
			return &temporal.Cond{Op: []temporal.Op{temporal.Greater, temporal.AtLeast, temporal.Equal}[r.IntN(3)], Left: x, Right: number(float64(r.IntN(4)))}
		case depth == 0:
			return &temporal.Cond{Op: temporal.True}
		case k < 8:
			return and(cond(depth-1), cond(depth-1))
		}
		return &temporal.Cond{Op: temporal.Or, Args: []*temporal.Cond{cond(depth - 1), cond(depth - 1)}}
	}
	some := func() *temporal.Cond {
		if r.IntN(3) == 0 {
			return nil
		}
		return cond(2)
	}
	snap := func() (s temporal.Snap) {
		s.Pre = some()
		for range r.IntN(3) {
			e := temporal.Effect{Fact: r.IntN(4), Add: r.IntN(2) == 0}
			if r.IntN(4) == 0 {
				e.When = cond(1)
			}
			s.Effects = append(s.Effects, e)
		}
		if r.IntN(3) == 0 {
			how := []temporal.How{temporal.Assign, temporal.Increase, temporal.Decrease}[r.IntN(3)]
			s.Changes = append(s.Changes, temporal.Change{Number: r.IntN(2), How: how, Value: number(float64(r.IntN(3)))})
		}
		return s
	}
	t := &temporal.Task{Epsilon: temporal.Tick / 1000, Goal: and(fact(r.IntN(4)), cond(1)), Numbers: []float64{float64(r.IntN(3)), float64(r.IntN(3))}}
	for range 4 {
		t.Facts = append(t.Facts, r.IntN(2) == 0)
	}
	for range 1 + r.IntN(5) {
		a := temporal.Action{Name: "(a)", Start: snap()}
		if r.IntN(4) > 0 {
			a.Takes, a.Over, a.End = number(float64(r.IntN(4))), some(), snap()
		}
		for _, s := range []*temporal.Snap{&a.Start, &a.End} { // numbers stay within 0 and 5
			for _, c := range s.Changes {
				x := &temporal.Expr{Op: temporal.Number, Index: c.Number}
				low, high := &temporal.Cond{Op: temporal.AtLeast, Left: x, Right: number(2)}, &temporal.Cond{Op: temporal.AtLeast, Left: number(3), Right: x}
				if c.How == temporal.Increase {
					s.Pre = and(high, s.Pre)
				}
				if c.How == temporal.Decrease {
					s.Pre = and(low, s.Pre)
				}
			}
		}
		t.Actions = append(t.Actions, a)
	}
	return t
}

// TestClassical compares the translation to the finite-domain representation with a search of all states between actions.
func TestClassical(t *testing.T) {
	found, none := 0, 0
	for seed := range uint64(4000) {
		task := drawn(rand.New(rand.NewPCG(seed, 36)))
		want := temporal.Search(t.Context(), task, temporal.Options{})
		if want.Plan == nil && !want.Done {
			t.Fatalf("seed %d: the search of all states has a limit", seed)
		}
		out, valid, all := task.FindSequence(t.Context())
		switch {
		case !valid:
			t.Fatalf("seed %d: a plan that does not apply", seed)
		case out.Plan != nil && want.Plan == nil:
			t.Fatalf("seed %d: plan %v, want none", seed, out.Plan)
		case out.Plan == nil && want.Plan != nil && all:
			t.Fatalf("seed %d: no plan, want %v", seed, want.Plan)
		case out.Plan != nil:
			found++
			if steps, _ := task.Schedule(out); steps == nil {
				t.Fatalf("seed %d: the plan has no times", seed)
			}
		case all:
			none++
		}
	}
	if found < 200 || none < 200 {
		t.Errorf("%d plans, and none for %d", found, none)
	}
}

// TestTranslationLimits translates tasks of many conditional changes, and of many numbers with many values, which are left out.
func TestTranslationLimits(t *testing.T) {
	x := &temporal.Expr{Op: temporal.Number}
	task := &temporal.Task{Epsilon: temporal.Tick / 1000, Numbers: []float64{0}, Facts: make([]bool, 41), Goal: fact(40)}
	add := temporal.Action{Name: "(add)", Takes: number(1)}
	for f := range 40 {
		add.End.Changes = append(add.End.Changes, temporal.Change{How: temporal.Increase, Value: number(float64(int(1) << f)), When: fact(f)})
		task.Actions = append(task.Actions, temporal.Action{Name: "(set)", Start: temporal.Snap{Effects: []temporal.Effect{{Fact: f, Add: true}}}})
	}
	task.Actions = append(task.Actions, add, temporal.Action{Name: "(end)", Start: temporal.Snap{
		Pre: &temporal.Cond{Op: temporal.AtLeast, Left: x, Right: number(3)}, Effects: []temporal.Effect{{Fact: 40, Add: true}}}})
	plan := func(what string) {
		within, stop := context.WithTimeout(t.Context(), 20*time.Second)
		defer stop()
		if out := temporal.Find(within, task); out.Plan == nil {
			t.Errorf("%s: no plan", what)
		}
	}
	if _, _, all := task.FindSequence(t.Context()); all {
		t.Error("conditional changes are covered")
	}
	plan("conditional changes")

	task = &temporal.Task{Epsilon: temporal.Tick / 1000, Facts: []bool{false}, Goal: fact(0)}
	for n := range 3000 {
		x := &temporal.Expr{Op: temporal.Number, Index: n}
		task.Numbers = append(task.Numbers, 0)
		task.Actions = append(task.Actions, temporal.Action{Name: "(add)", Takes: number(1),
			Start: temporal.Snap{Pre: &temporal.Cond{Op: temporal.AtLeast, Left: number(240), Right: x}},
			End:   temporal.Snap{Changes: []temporal.Change{{Number: n, How: temporal.Increase, Value: number(1)}}},
		}, temporal.Action{Name: "(end)", Takes: number(1),
			Start: temporal.Snap{Pre: &temporal.Cond{Op: temporal.AtLeast, Left: x, Right: number(3)}},
			End:   temporal.Snap{Effects: []temporal.Effect{{Fact: 0, Add: true}}}})
	}
	if _, _, all := task.FindSequence(t.Context()); all {
		t.Error("there is no limit of the sum of effects")
	}
	plan("many numbers")
}
