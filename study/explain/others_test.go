package explain_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/study/explain"
)

// changesOf returns the changes that give a plan, each with its cost and the number of similar ones.
func changesOf(t *testing.T, r *explain.Result) []string {
	t.Helper()
	var got []string
	for _, x := range r.Changes {
		if _, _, err := x.Problem.Verify(x.Plan); err != nil || !x.Sure {
			t.Errorf("%v: %v, sure %t", x.Items, err, x.Sure)
		}
		got = append(got, fmt.Sprintf("%v %d +%d", x.Items[0], x.Plan.Cost, len(x.Also)))
	}
	return got
}

// TestRanges checks a problem in which a range, and no rule, prevents the plan.
func TestRanges(t *testing.T) {
	const tanks = `puzzle "tanks"
type Level = 0..5
enum Tank { a, b }
state level[Tank]: Level = {a: 5, b: 0}
state log: 0..3 = 0
move pour { level[a] -= 1
    level[b] += 1
    log += 1 }
goal level[b] == 5
`
	r := explained(t, "tanks.far", tanks, explain.Options{})
	want := []string{"the range of log 0..3 -> 0..5 5 +0", "level[b] at the start 0 -> 2 3 +0", "0 in place of 1 in line 8 5 +0"}
	if got := changesOf(t, r); !slices.Equal(got, want) || !r.Hopeless || !r.Complete || len(r.Relaxations) > 0 {
		t.Errorf("got %q, hopeless %t, complete %t", got, r.Hopeless, r.Complete)
	}
	if r = explained(t, "tanks.far", tanks, explain.Options{Keep: []string{"log", "starts", "numbers"}}); len(r.Changes) != 0 {
		t.Errorf("kept: %q", changesOf(t, r))
	}
	if r = explained(t, "tanks.far", tanks, explain.Options{Steps: -1}); len(r.Changes) != 0 {
		t.Errorf("by no step: %q", changesOf(t, r))
	}
}

// TestNumbers checks changes of data and start values, in the file or given; equal ones are reported
// together.
func TestNumbers(t *testing.T) {
	const lifts = `puzzle "lifts"
enum Lift { a, b, c }
param top[Lift]: 0..9
state at[Lift]: 0..9 = 0
move up(l: Lift) { require at[l] < top[l]
    at[l] += 1 }
goal count(l: Lift where at[l] == 3) > 1
`
	r := explained(t, "lifts.far", lifts, explain.Options{Keep: []string{"moves"}}, "top=[2, 1, 3]")
	want := []string{"top[a] 2 -> 3 6 +0", "top[b] 1 -> 3 6 +0", "at[a] at the start 0 -> 3 3 +1"}
	if got := changesOf(t, r); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	r = explained(t, "lifts.far", lifts, explain.Options{Keep: []string{"moves", "top", "at[b]"}}, "top=[2, 1, 3]")
	if got := changesOf(t, r); !slices.Equal(got, []string{"at[a] at the start 0 -> 3 3 +0"}) {
		t.Errorf("kept: %q", got)
	}
}

// TestSoon checks that whole rules are reported before their lines, which then replace them.
func TestSoon(t *testing.T) {
	const roster = `puzzle "roster"
enum Nurse { ann, bea, cem }
type Day = 1..5
param demand[Day]: 0..3 = 2
find on[Nurse, Day]: bool
require "people": all d: Day { count(n: Nurse where on[n, d]) == demand[d] }
require "rest": all n: Nurse { count(d: Day where on[n, d]) <= 3 }
`
	var phases, found []string
	r := explained(t, "roster.far", roster, explain.Options{Progress: func(p explain.Progress) {
		if len(phases) == 0 || phases[len(phases)-1] != p.Phase {
			phases = append(phases, p.Phase)
		}
		if p.Found != nil {
			found = append(found, fmt.Sprint(p.Found.Items))
		}
	}})
	if want := "the problem as it is, parameters, whole rules, numbers of the data, ranges, starts, numbers of the text, single lines, parameters beside others"; strings.Join(phases, ", ") != want {
		t.Errorf("phases %q", phases)
	}
	if found[0] != `[require "people" (line 6)]` || !slices.Contains(found, `[require "people" for d = 1 (line 6)]`) {
		t.Errorf("found %q", found)
	}
	for _, x := range r.Relaxations {
		if x.Whole || !x.Sure || x.Items[0].Kind != explain.PartOfRule {
			t.Errorf("%+v", x.Items)
		}
	}
	if len(r.Relaxations) != 8 || len(r.Conflicts) != 1 || len(r.Conflicts[0].Items) != 8 || !r.Complete {
		t.Errorf("%d relaxations, %d conflicts, complete %t", len(r.Relaxations), len(r.Conflicts), r.Complete)
	}
	if got := changesOf(t, r); !slices.Equal(got, []string{"demand[1] 2 -> 1 0 +4", "4 in place of 3 in line 7 0 +0"}) {
		t.Errorf("got %q", got)
	}
}

// TestOnce checks that a rule of one line is reported once.
func TestOnce(t *testing.T) {
	r := example(t, "queens", explain.Options{}, "n=3")
	var got []string
	for _, x := range r.Relaxations {
		got = append(got, fmt.Sprint(x.Items))
	}
	if len(got) != 5 || len(r.Conflicts) != 1 || len(slices.Compact(got)) != 5 {
		t.Errorf("%d conflicts, relaxations %q", len(r.Conflicts), got)
	}
}

// TestUndecided checks that relaxations are reported if the given problem is not decided in time.
func TestUndecided(t *testing.T) {
	f, err := syntax.Parse("slow.far", "puzzle \"slow\"\nparam most: 0..3 = 1\nstate x: 0..3 = 0\nmove up { require x < most\n    x += 1 }\ngoal x == 2\n")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	r, err := explain.Explain(ctx, explain.Case{File: f, Engines: engine.Registry{slow{}}}, explain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Answer.Status != engine.Unknown || r.Complete || len(r.Relaxations) == 0 || fmt.Sprint(r.Relaxations[0].Items) != "[most 1 -> 2]" || r.Relaxations[0].Sure {
		t.Errorf("%v, %+v", r.Answer.Status, r.Relaxations)
	}
}

// slow is an engine that decides only problems whose goal is reached by repeating one move.
type slow struct{}

func (slow) Name() string                              { return "slow" }
func (slow) About() string                             { return "" }
func (slow) Can(*model.Problem, engine.Question) error { return nil }
func (slow) Capabilities() (c engine.Capabilities)     { return c }
func (slow) Solve(_ context.Context, p *model.Problem, _ engine.Question, _ func(model.Plan) bool) (*engine.Answer, error) {
	a := &engine.Answer{Status: engine.Unknown, Reason: "it is slow"}
	for n := range 4 {
		plan := model.Plan{Moves: make([]int, n), Cost: int64(n)}
		if _, _, err := p.Verify(plan); err == nil {
			a.Status, a.Best, a.Reason = engine.Solved, &plan, ""
			break
		}
	}
	return a, nil
}
