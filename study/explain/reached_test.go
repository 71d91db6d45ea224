package explain_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/internal/testing/long"
	"farbank/study/explain"
)

// pumps is a problem whose move has n³ choices, of which few are reachable.
const pumps = `puzzle "pumps"
type Spot = 1..%d
state at: Spot = 9
state via: Spot = 9
state load: Spot = 9
state fuel: 0..4 = 3
state log: 0..%d = 1
move go(a, b, c: Spot) {
    require "here": at == a and via == b and load == c
    require "fuel": fuel > 1 and load >= %d
    at = a + 1
    via = if b == 9 then 10 else 9
    fuel -= 1
    log += 1
}
never "mud": at == %d
goal at == %d
`

// TestReached checks that a problem grounded by relaxed reachability has the same explanation as a
// smaller one that is grounded completely, with requirements, rules, ranges and starts changed.
func TestReached(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                 string
		log, load, mud, goal int
		slow                 bool
	}{
		{"starts", 9, 10, 13, 11, false},
		{"a range", 1, 9, 13, 10, false},
		{"a rule beside a requirement", 9, 9, 10, 12, true},
		{"a rule that shapes nothing", 9, 9, 13, 11, true},
	} {
		if c.slow && !long.Enabled() {
			continue
		}
		outcomeFor := func(spots int) string {
			source := fmt.Sprintf(pumps, spots, c.log, c.load, c.mud, c.goal)
			r, err := fromText(t.Context(), "pumps.far", source, explain.Options{Keep: []string{"here", "via", "fuel"}, Steps: 1}, farbank.WithLimit(2_000_000))
			if err != nil {
				t.Fatal(err)
			}
			if r.Problem.Reached != (spots > 50) || len(r.Problem.Moves) > 10_000 {
				t.Errorf("%s: %d spots: reached %t, %d moves", c.name, spots, r.Problem.Reached, len(r.Problem.Moves))
			}
			return outcome(t, r)
		}
		if some, all := outcomeFor(80), outcomeFor(13); some != all || strings.Count(all, "\n") < 3 {
			t.Errorf("%s:\n%s\nnot\n%s", c.name, some, all)
		} else if testing.Verbose() {
			t.Log(all)
		}
	}
}

// apart has a move with very many choices and a move with one.
const apart = `puzzle "apart"
type Spot = 1..%d
state at: Spot = 9
state via: Spot = 9
state load: Spot = 9
move go(a, b, c: Spot) {
    require "here": at == a and via == b and load == c
    require "low": at < 12
    require "odd": a != 11
    at = a + 1
}
move back() {
    require "late": at < 12
    at = 12
}
goal at == 12
`

// TestReachedRoles checks that refusals are counted for moves that were grounded completely, and that
// requirements of the other moves are not reported as never needed.
func TestReachedRoles(t *testing.T) {
	t.Parallel()
	for spots, want := range map[int]string{
		15: "here 1 true, low 1 true, odd 2 false, late 1 true", // here refuses first what odd refuses
		60: "here 3 false, low 1 false, odd 3 false, late 1 true",
	} {
		r, err := fromText(t.Context(), "apart.far", fmt.Sprintf(apart, spots), explain.Options{}, farbank.WithLimit(600_000))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range r.Effects {
			e := &r.Effects[i]
			got = append(got, fmt.Sprintf("%s %d %t", e.Item.Rule.Label, e.Role(r), e.Refused > 0))
			if e.Untold(r) != (spots > 50 && e.Item.Rule.Label == "odd") {
				t.Errorf("%d spots: %v: %t", spots, e.Item, e.Untold(r))
			}
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%d spots: %s, not %s", spots, got, want)
		}
	}
}

// outcome formats an explanation without the numbers of refused moves.
func outcome(t *testing.T, r *explain.Result) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.Answer.Status, r.States, r.Hopeless, r.Fixed)
	for _, x := range r.Relaxations {
		fmt.Fprintln(&b, "relaxation", x.Items, x.Sure, x.Plan.Cost)
	}
	for _, x := range r.Conflicts {
		fmt.Fprintln(&b, "conflict", x.Items, x.Sure)
	}
	changes := changesOf(t, r)
	slices.Sort(changes)
	fmt.Fprintln(&b, strings.Join(changes, "\n"))
	for i := range r.Effects {
		e := &r.Effects[i]
		if e.Item.Rule.Label == "here" {
			continue // without it the larger problem is too large
		}
		fmt.Fprintln(&b, "effect", e.Item, e.Role(r), e.Starts, e.Without)
		if r.Problem.Reached && e.Item.Kind == explain.Requirement && e.Refused >= 0 {
			t.Errorf("%v refuses %d moves of those that are there", e.Item, e.Refused)
		}
	}
	for i := range r.Ranges {
		x := &r.Ranges[i]
		fmt.Fprintln(&b, "bite", x, x.Refused, x.Wider)
	}
	return b.String()
}

// TestPartialRoles checks that a requirement is not reported as never needed if refusals were counted in
// a part of the states only.
func TestPartialRoles(t *testing.T) {
	t.Parallel()
	const source = `puzzle "late"
state n: 0..200 = 0
move inc() {
    require "early": n < 3 or n > 3
    n += 1
}
move jump() {
    require "late": n < 190
    n = 0
}
move skip() {
    n = 4
}
never "far": n > 250
goal n == 10
`
	for most, want := range map[int]string{
		0:   "early 1 1 false, late 1 11 false, far 2 0 false",
		100: "early 1 1 false, late 3 0 true, far 2 0 false",
	} {
		r, err := fromText(t.Context(), "late.far", source, explain.Walking(explain.Options{}, most))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range r.Effects {
			e := &r.Effects[i]
			got = append(got, fmt.Sprintf("%s %d %d %t", e.Item.Rule.Label, e.Role(r), e.Refused, e.Untold(r)))
		}
		if got := strings.Join(got, ", "); got != want || r.Partial != (most > 0) || !r.Complete {
			t.Errorf("at most %d: %s, not %s; in part %t, complete %t: %s", most, got, want, r.Partial, r.Complete, r.Reason)
		}
	}
}
