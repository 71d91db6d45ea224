package temporal_test

import (
	"context"
	"testing"
	"time"

	"farbank/planning/temporal"
)

func fact(n int) *temporal.Cond    { return &temporal.Cond{Op: temporal.Fact, Fact: n} }
func notFact(n int) *temporal.Cond { return &temporal.Cond{Op: temporal.NotFact, Fact: n} }
func and(list ...*temporal.Cond) *temporal.Cond {
	return &temporal.Cond{Op: temporal.And, Args: list}
}
func number(v float64) *temporal.Expr { return &temporal.Expr{Value: v} }

// cellar is a match of the given duration, and two fuses of 2 that need its light and one hand.
func cellar(match float64) *temporal.Task {
	const light, used, hand, first = 0, 1, 2, 3
	t := &temporal.Task{Facts: []bool{false, false, true, false, false}, Epsilon: temporal.Tick / 1000, Goal: and(fact(first), fact(first+1))}
	t.Actions = []temporal.Action{{
		Name: "(light)", Takes: number(match),
		Start: temporal.Snap{Pre: notFact(used), Effects: []temporal.Effect{{Fact: used, Add: true}, {Fact: light, Add: true}}},
		End:   temporal.Snap{Effects: []temporal.Effect{{Fact: light}}},
	}}
	for f := range 2 {
		t.Actions = append(t.Actions, temporal.Action{
			Name: "(mend)", Takes: number(2), Over: fact(light),
			Start: temporal.Snap{Pre: and(fact(hand), fact(light)), Effects: []temporal.Effect{{Fact: hand}}},
			End:   temporal.Snap{Effects: []temporal.Effect{{Fact: hand, Add: true}, {Fact: first + f, Add: true}}},
		})
	}
	return t
}

// TestOverlap finds a plan in which actions have to overlap. A match of 4 is too short by epsilon.
func TestOverlap(t *testing.T) {
	for match, want := range map[float64]bool{4: false, 4.001: false, 4.002: true, 4.01: true, 5: true} {
		task := cellar(match)
		out := temporal.Find(t.Context(), task)
		if (out.Plan != nil) != want {
			t.Errorf("match of %g: plan %v, want one: %t", match, out.Plan, want)
			continue
		}
		if !want {
			continue
		}
		steps, end := task.Schedule(out)
		if len(steps) != 3 || end > int64(match*temporal.Tick)+1 {
			t.Errorf("match of %g: %v until %d", match, steps, end)
		}
	}
}

// TestEvents waits for a door that is open from 5 to 8.
func TestEvents(t *testing.T) {
	task := &temporal.Task{Facts: []bool{false, false}, Epsilon: temporal.Tick / 1000, Goal: fact(1),
		Events: []temporal.Event{{Time: 5 * temporal.Tick, Effects: []temporal.Effect{{Fact: 0, Add: true}}}, {Time: 8 * temporal.Tick, Effects: []temporal.Effect{{Fact: 0}}}},
		Actions: []temporal.Action{{Name: "(walk)", Takes: number(2), Over: fact(0), Start: temporal.Snap{Pre: fact(0)},
			End: temporal.Snap{Effects: []temporal.Effect{{Fact: 1, Add: true}}}}}}
	for takes, want := range map[float64]bool{2: true, 2.9: true, 3.1: false} {
		task.Actions[0].Takes = number(takes)
		out := temporal.Find(t.Context(), task)
		if (out.Plan != nil) != want {
			t.Errorf("%g: plan %v, want one: %t", takes, out.Plan, want)
			continue
		}
		if want {
			if steps, _ := task.Schedule(out); len(steps) != 1 || steps[0].Start < 5*temporal.Tick {
				t.Errorf("%g: %v", takes, steps)
			}
		}
	}
}

// TestNumbers adds and doubles without bounds.
func TestNumbers(t *testing.T) {
	x := &temporal.Expr{Op: temporal.Number}
	task := &temporal.Task{Numbers: []float64{0}, Epsilon: 1, Goal: &temporal.Cond{Op: temporal.Equal, Left: x, Right: number(10.5)},
		Actions: []temporal.Action{
			{Name: "(add)", Start: temporal.Snap{Changes: []temporal.Change{{How: temporal.Increase, Value: number(1.5)}}}},
			{Name: "(sub)", Start: temporal.Snap{Changes: []temporal.Change{{How: temporal.Decrease, Value: number(2)}}}}}}
	out := temporal.Find(t.Context(), task)
	if len(out.Plan) != 7 {
		t.Errorf("plan %v", out.Plan)
	}
}

// TestImprove proves plans best by critical paths and by a hand that actions take in turn.
func TestImprove(t *testing.T) {
	task := cellar(5)
	out := temporal.Improve(t.Context(), task, nil)
	if bound, ok := task.Bound(); !ok || bound > out.End {
		t.Errorf("bound %d, %t, plan until %d", bound, ok, out.End)
	}
	task.Actions[0].Takes = number(3.5) // too short for both
	if out := temporal.Improve(t.Context(), task, nil); out.Steps != nil {
		t.Errorf("plan %v", out.Steps)
	}

	// Two workers could do three jobs of 2 at once, but for the one tool.
	task = &temporal.Task{Facts: []bool{true, false, false, false}, Epsilon: temporal.Tick / 1000, Goal: and(fact(1), fact(2), fact(3))}
	for job := 1; job <= 3; job++ {
		task.Actions = append(task.Actions, temporal.Action{Name: "(job)", Takes: number(2),
			Start: temporal.Snap{Pre: fact(0), Effects: []temporal.Effect{{Fact: 0}}},
			End:   temporal.Snap{Effects: []temporal.Effect{{Fact: 0, Add: true}, {Fact: job, Add: true}}}})
	}
	const want = 6*temporal.Tick + 2*temporal.Tick/1000
	if out := temporal.Improve(t.Context(), task, nil); !out.Proven() || out.End != want {
		t.Errorf("until %d, at least %d, want %d", out.End, out.Bound, want)
	}

	// A chain: each job needs the one before.
	for job := 1; job < 3; job++ {
		task.Actions[job] = temporal.Action{Name: "(job)", Takes: number(2), Start: temporal.Snap{Pre: fact(job)},
			End: temporal.Snap{Effects: []temporal.Effect{{Fact: job + 1, Add: true}}}}
	}
	if out := temporal.Improve(t.Context(), task, nil); !out.Proven() || out.End != want {
		t.Errorf("chain until %d, at least %d, want %d", out.End, out.Bound, want)
	}
}

// TestBoundOver gives the fact that jobs need over all at the same instant at which the first one starts, in which there is no gap.
func TestBoundOver(t *testing.T) {
	const hand, light, first = 0, 1, 2
	for jobs := 1; jobs <= 2; jobs++ {
		task := &temporal.Task{Facts: []bool{true, false, false, false}, Epsilon: temporal.Tick / 1000, Goal: and()}
		want := int64(jobs*5*temporal.Tick + (jobs-1)*temporal.Tick/1000)
		for job := range jobs {
			task.Goal.Args = append(task.Goal.Args, fact(first+job))
			task.Actions = append(task.Actions, temporal.Action{Name: "(job)", Takes: number(5), Over: fact(light),
				Start: temporal.Snap{Pre: fact(hand), Effects: []temporal.Effect{{Fact: hand}}},
				End:   temporal.Snap{Effects: []temporal.Effect{{Fact: hand, Add: true}, {Fact: first + job, Add: true}}}})
		}
		task.Actions = append(task.Actions, temporal.Action{Name: "(light)", Takes: number(1),
			Start: temporal.Snap{Effects: []temporal.Effect{{Fact: light, Add: true}}}})
		if bound, ok := task.Bound(); !ok || bound > want {
			t.Errorf("%d jobs: bound %d, %t, but a plan is over at %d", jobs, bound, ok, want)
		}
	}
}

// TestSecondTool does not take a tool for one that is used in turns where another can be fetched.
func TestSecondTool(t *testing.T) {
	task := &temporal.Task{Facts: []bool{true, false, false, true}, Epsilon: temporal.Tick / 1000, Goal: and(fact(1), fact(2))}
	for job := 1; job <= 2; job++ {
		task.Actions = append(task.Actions, temporal.Action{Name: "(job)", Takes: number(2),
			Start: temporal.Snap{Pre: fact(0), Effects: []temporal.Effect{{Fact: 0}}},
			End:   temporal.Snap{Effects: []temporal.Effect{{Fact: 0, Add: true}, {Fact: job, Add: true}}}})
	}
	fetch := temporal.Action{Name: "(fetch)", Takes: number(0.5), Start: temporal.Snap{Pre: fact(3), Effects: []temporal.Effect{{Fact: 3}}},
		End: temporal.Snap{Effects: []temporal.Effect{{Fact: 0, Add: true}}}}
	event := []temporal.Event{{Time: temporal.Tick / 2, Effects: []temporal.Effect{{Fact: 0, Add: true}}}}
	for _, c := range []*temporal.Task{
		{Actions: append(task.Actions[:2:2], fetch)},
		{Actions: append(task.Actions[:2:2], temporal.Action{Name: "(fetch)", Start: temporal.Snap{Pre: fact(3), Effects: append(fetch.Start.Effects, fetch.End.Effects...)}})},
		{Actions: task.Actions, Events: event},
	} {
		c.Facts, c.Epsilon, c.Goal = task.Facts, task.Epsilon, task.Goal
		if bound, ok := c.Bound(); !ok || bound > 2_600_000 {
			t.Errorf("bound %d, %t", bound, ok)
		}
	}
}

// TestEventForGoal does not count an action for a goal that an event makes true.
func TestEventForGoal(t *testing.T) {
	task := &temporal.Task{Facts: []bool{true, false, false}, Epsilon: temporal.Tick / 1000, Goal: and(fact(1), fact(2)),
		Events: []temporal.Event{{Time: temporal.Tick, Effects: []temporal.Effect{{Fact: 1, Add: true}}}}}
	for job := 1; job <= 2; job++ {
		task.Actions = append(task.Actions, temporal.Action{Name: "(job)", Takes: number(2),
			Start: temporal.Snap{Pre: fact(0), Effects: []temporal.Effect{{Fact: 0}}},
			End:   temporal.Snap{Effects: []temporal.Effect{{Fact: 0, Add: true}, {Fact: job, Add: true}}}})
	}
	if out := temporal.Improve(t.Context(), task, nil); out.Bound != 2*temporal.Tick || out.End != 2*temporal.Tick {
		t.Errorf("until %d, at least %d, want %d", out.End, out.Bound, 2*temporal.Tick)
	}
}

// TestTogether begins actions at the same instant where each gives what others need over all.
func TestTogether(t *testing.T) {
	const tick, eps = temporal.Tick, temporal.Tick / 1000
	for circle := 2; circle <= 4; circle++ {
		// Action i gives fact i at its start and needs fact i+1 over all; fact circle+i is given at its end.
		task := &temporal.Task{Facts: make([]bool, 2*circle), Epsilon: eps, Goal: and()}
		for i := range circle {
			task.Goal.Args = append(task.Goal.Args, fact(circle+i))
			task.Actions = append(task.Actions, temporal.Action{Name: "(act)", Takes: number(float64(2 + i)), Over: fact((i + 1) % circle),
				Start: temporal.Snap{Effects: []temporal.Effect{{Fact: i, Add: true}}},
				End:   temporal.Snap{Effects: []temporal.Effect{{Fact: circle + i, Add: true}}}})
		}
		want := int64(1+circle) * tick
		out := temporal.Improve(t.Context(), task, nil)
		if out.None || out.Steps == nil || out.End != want || out.Bound > want {
			t.Errorf("circle of %d: none %t, %v until %d, at least %d, want %d", circle, out.None, out.Steps, out.End, out.Bound, want)
		}
		if _, _, ends, ok := task.Together(); !ok || ends {
			t.Errorf("circle of %d: %t, %t", circle, ends, ok)
		}
		// Starts that interfere cannot share an instant.
		task.Actions[0].Start.Effects = append(task.Actions[0].Start.Effects, temporal.Effect{Fact: 1})
		ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if out := temporal.Improve(ctx, task, nil); out.Steps != nil {
			t.Errorf("circle of %d: %v", circle, out.Steps)
		}
		stop()
		// An action that begins before the others breaks the circle.
		task.Actions[0].Over = nil
		if _, _, _, ok := task.Together(); ok {
			t.Errorf("circle of %d", circle)
		}
	}

	// Each end makes false what the other one needs until its own end.
	task := &temporal.Task{Facts: []bool{true, true, false, false}, Epsilon: eps, Goal: and(fact(2), fact(3))}
	for i := range 2 {
		task.Actions = append(task.Actions, temporal.Action{Name: "(act)", Takes: number(2), Over: fact(1 - i),
			End: temporal.Snap{Effects: []temporal.Effect{{Fact: i}, {Fact: 2 + i, Add: true}}}})
	}
	if bound, possible := task.Bound(); !possible || bound != 2*tick {
		t.Errorf("bound %d, %t", bound, possible)
	}
	if _, _, ends, ok := task.Together(); !ok || !ends {
		t.Errorf("%t, %t", ends, ok)
	}
	// Where both end what both need, they exclude each other.
	for i := range 2 {
		task.Actions[i].Over = fact(0)
		task.Actions[i].End.Effects[0].Fact = 0
	}
	if _, _, _, ok := task.Together(); ok {
		t.Error("actions that exclude each other")
	}
}

// TestOrderOver keeps the order of changes on which a condition over all depends, although they do not interfere.
func TestOrderOver(t *testing.T) {
	x := &temporal.Expr{Op: temporal.Number}
	change := func(how temporal.How) temporal.Snap {
		return temporal.Snap{Changes: []temporal.Change{{How: how, Value: number(1)}}}
	}
	act := func(takes float64, over *temporal.Cond, end temporal.Snap, done int) temporal.Action {
		end.Effects = append(end.Effects, temporal.Effect{Fact: done, Add: true})
		return temporal.Action{Name: "(act)", Takes: number(takes), Over: over, End: end}
	}
	for name, task := range map[string]*temporal.Task{
		"number": {Facts: make([]bool, 3), Numbers: []float64{0}, Actions: []temporal.Action{
			act(10, &temporal.Cond{Op: temporal.AtLeast, Left: x, Right: number(0)}, temporal.Snap{}, 0),
			act(5, nil, change(temporal.Increase), 1), act(1, nil, change(temporal.Decrease), 2)}},
		"disjunction": {Facts: []bool{false, false, false, false, true}, Actions: []temporal.Action{
			act(10, &temporal.Cond{Op: temporal.Or, Args: []*temporal.Cond{fact(3), fact(4)}}, temporal.Snap{}, 0),
			act(5, nil, temporal.Snap{Effects: []temporal.Effect{{Fact: 3, Add: true}}}, 1),
			act(1, nil, temporal.Snap{Effects: []temporal.Effect{{Fact: 4}}}, 2)}},
	} {
		task.Epsilon, task.Goal = temporal.Tick/1000, and(fact(0), fact(1), fact(2))
		out := temporal.Improve(t.Context(), task, nil)
		if !out.Proven() || out.End != 10*temporal.Tick {
			t.Errorf("%s: %v until %d, at least %d", name, out.Steps, out.End, out.Bound)
		}
		at := map[int]int64{}
		for _, s := range out.Steps {
			at[s.Action] = s.Start + s.Take
		}
		if at[1] > at[2] {
			t.Errorf("%s: %v", name, out.Steps)
		}
	}
}

// TestSharedInstant begins a mend at the instant of the match: what it needs over all holds from right after the start.
func TestSharedInstant(t *testing.T) {
	task := cellar(4)
	for f := 1; f <= 2; f++ {
		task.Actions[f].Takes, task.Actions[f].Start = number(4), temporal.Snap{} // both ends give the hand, which is no conflict
	}
	if out := temporal.Improve(t.Context(), task, nil); !out.Proven() || out.End != 4*temporal.Tick {
		t.Errorf("%v until %d, at least %d", out.Steps, out.End, out.Bound)
	}
}

// TestLengths takes three short actions instead of a long one where relaxed plans are to be short in time.
func TestLengths(t *testing.T) {
	step := func(takes float64, from, to int) temporal.Action {
		return temporal.Action{Name: "(go)", Takes: number(takes), Start: temporal.Snap{Pre: fact(from)}, End: temporal.Snap{Effects: []temporal.Effect{{Fact: to, Add: true}}}}
	}
	task := &temporal.Task{Facts: []bool{true, false, false, false}, Epsilon: temporal.Tick / 1000, Goal: fact(3),
		Actions: []temporal.Action{step(90, 0, 3), step(1, 0, 1), step(1, 1, 2), step(1, 2, 3)}}
	for lengths, want := range map[bool]int64{false: 90 * temporal.Tick, true: 3*temporal.Tick + 2*temporal.Tick/1000} {
		if _, end := task.Schedule(temporal.Search(t.Context(), task, temporal.Options{Overlap: true, Lengths: lengths})); end != want {
			t.Errorf("lengths %t: until %d, want %d", lengths, end, want)
		}
	}
}

// TestNothingToDo has a plan without actions.
func TestNothingToDo(t *testing.T) {
	task := cellar(1)
	task.Goal = and()
	if steps, end := task.Schedule(temporal.Find(t.Context(), task)); steps == nil || len(steps) > 0 || end != 0 {
		t.Errorf("%v until %d", steps, end)
	}
	if out := temporal.Improve(t.Context(), task, nil); !out.Proven() {
		t.Errorf("%+v", out)
	}
}

// TestTooManyNodes ends at the maximum number of nodes.
func TestTooManyNodes(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	task := cellar(8)
	task.Actions[0].Takes = number(3.5) // too short for a fuse
	timed := temporal.FindWithin(ctx, task, 10)
	count := &temporal.Task{Numbers: []float64{0}, Epsilon: 1, Actions: []temporal.Action{{Start: temporal.Snap{Changes: []temporal.Change{{How: temporal.Increase, Value: number(1)}}}}},
		Goal: &temporal.Cond{Op: temporal.Equal, Left: &temporal.Expr{Op: temporal.Number}, Right: number(100.5)}}
	plain := temporal.FindWithin(ctx, count, 10)
	if ctx.Err() != nil || timed.Plan != nil || timed.Done || plain.Plan != nil || plain.Done {
		t.Errorf("%+v, %+v, %v", timed, plain, ctx.Err())
	}
}
