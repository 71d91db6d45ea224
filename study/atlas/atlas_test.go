package atlas_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"testing"

	"farbank"
	"farbank/internal/testing/sample"
	"farbank/study/atlas"
)

// TestAgainstSolve compares an atlas with the engines: the cost of an optimal plan, and a plan made of
// hints.
func TestAgainstSolve(t *testing.T) {
	ctx := context.Background()
	for _, name := range []string{"wolf", "husbands", "jugs", "bridge", "hanoi", "missionaries", "evacuation", "drain", "failover", "blocks"} {
		p := sample.Load(t, name)
		a, err := atlas.Build(ctx, p, atlas.Options{})
		if err != nil {
			t.Fatal(err)
		}
		answer, err := farbank.Solve(ctx, p, farbank.Question{})
		if err != nil || answer.Best == nil {
			t.Fatal(name, err, answer)
		}
		if answer.Best.Cost != a.Best {
			t.Errorf("%s: best is %d, want %d", name, a.Best, answer.Best.Cost)
		}
		plan := farbank.Plan{Cost: a.Best}
		at := 0
		for !a.Graph.Goal[at] {
			m, ok := a.Hint(at)
			if !ok {
				t.Fatalf("%s: no hint in state %d", name, at)
			}
			out, err := p.Apply(p.Moves[m], a.State(at))
			if err != nil {
				t.Fatal(err)
			}
			plan.Moves = append(plan.Moves, m)
			next := a.Find(out.Next)
			if !a.BestMove(at, next, out.Cost) {
				t.Errorf("%s: the hint in state %d is on no best plan", name, at)
			}
			at = next
		}
		if _, cost, err := p.Verify(plan); err != nil || cost != a.Best {
			t.Errorf("%s: the hints are no best plan: cost %d, %v", name, cost, err)
		}
	}
}

func TestFold(t *testing.T) {
	p := sample.Load(t, "husbands", "couples", "5", "seats", "3")
	ctx := context.Background()
	full, err := atlas.Build(ctx, p, atlas.Options{})
	if err != nil {
		t.Fatal(err)
	}
	folded, err := atlas.Build(ctx, p, atlas.Options{Fold: true})
	if err != nil {
		t.Fatal(err)
	}
	if folded.Len() >= full.Len() || folded.Full().Int64() != int64(full.Len()) || folded.Best != full.Best {
		t.Errorf("folded %d states for %d, best %d; in full %d, best %d", folded.Len(), folded.Full(), folded.Best, full.Len(), full.Best)
	}
	var large *atlas.LargeError
	if _, err := atlas.Build(ctx, p, atlas.Options{States: 100}); !errors.As(err, &large) || large.Limit != 100 {
		t.Errorf("got %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := atlas.Build(cancelled, p, atlas.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func ExampleBuild() {
	p, err := farbank.Load("wolf")
	if err != nil {
		log.Fatal(err)
	}
	a, err := atlas.Build(context.Background(), p, atlas.Options{States: 1000})
	if err != nil {
		log.Fatal(err)
	}
	every, err := a.EveryPlan(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Len(), "states, best plan", a.Best)
	for _, i := range every {
		fmt.Println(a.Depth[i], p.Text(p.Show[0].Cells[0], a.State(i)))
	}
	// Output:
	// 10 states, best plan 7
	// 0 farmer, wolf, goat, cabbage
	// 1 wolf, cabbage
	// 2 farmer, wolf, cabbage
	// 5 goat
	// 6 farmer, goat
	// 7
}

// TestSurvey compares with a count by hand. From 0 to 4 by ones or twos; 3 is a dead end.
func TestSurvey(t *testing.T) {
	p := sample.Parse(t, `state n: 0..4 = 0
move one { require n != 3 and n < 4
  n += 1 }
move two { require n < 3 and n != 1
  n += 2 }
goal n == 4
`)
	a, err := atlas.Build(t.Context(), p, atlas.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := a.Survey(t.Context())
	if err != nil || s.CanReach != 4 || len(s.DeadEnds) != 1 || a.State(s.DeadEnds[0])[0] != 3 || len(s.EveryPlan) != 1 || a.State(s.EveryPlan[0])[0] != 2 {
		t.Errorf("%+v %v", s, err)
	}
	if a.Hopeless() != 1 || a.Full().Int64() != 5 {
		t.Error(a.Hopeless(), a.Full())
	}
	if a.DeadEnd(a.Find([]int64{4})) {
		t.Error("a goal is no dead end")
	}
}

// TestCensus compares a census of all possible states with a count by hand.
func TestCensus(t *testing.T) {
	p := sample.Parse(t, `find x: 1..3
state n: 0..4 = 0
move go { n += x }
require "not two": x != 2
always "even": n % 2 == 0
never "the end": n == 4
goal n == 2
`)
	if n := atlas.CountPossible(p); n.Int64() != 15 {
		t.Error(n)
	}
	c, err := atlas.TakeCensus(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if c.States != 15 || c.Safe != 4 || len(c.Rules) != 3 {
		t.Errorf("%+v", c)
	}
	for i, want := range []atlas.Share{{Forbids: 5, Left: 10}, {Forbids: 6, Left: 6}, {Forbids: 3, Left: 4}} {
		if c.Rules[i].Forbids != want.Forbids || c.Rules[i].Left != want.Left {
			t.Errorf("rule %d: %+v, want %+v", i, c.Rules[i], want)
		}
	}
	for rules, want := range map[int]int{3: 4, 2: 6, 1: 10, 0: 15} {
		n := 0
		for place := range c.Keeping(rules) {
			if c.Number(place.State) != place.Number || place.Broken < rules {
				t.Errorf("%+v is number %d", place, c.Number(place.State))
			}
			n++
		}
		if n != want {
			t.Errorf("%d states keep the first %d rules, want %d", n, rules, want)
		}
	}
	for range c.Keeping(0) {
		break // a loop may end early
	}
}

// TestReachable checks that states come in breadth-first order and that the iteration ends with its context.
func TestReachable(t *testing.T) {
	p := sample.Load(t, "wolf")
	depth, n := 0, 0
	for place, err := range atlas.Reachable(t.Context(), p, atlas.Options{}) {
		if err != nil || place.Depth < depth {
			t.Fatal(place, err)
		}
		depth = place.Depth
		n++
	}
	if n != 10 || depth != 7 {
		t.Errorf("%d states, the last after %d moves", n, depth)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, err := range atlas.Reachable(ctx, p, atlas.Options{}) {
		if err != nil {
			return
		}
	}
	t.Error("it goes on")
}

// TestCensusEnds checks that a census ends with its context.
func TestCensusEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := atlas.TakeCensus(ctx, sample.Load(t, "wolf")); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
