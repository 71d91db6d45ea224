package search_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"farbank/engine"
	"farbank/engine/search"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/internal/testing/sample"
)

// TestListed compares the engine with lists of all plans.
func TestListed(t *testing.T) {
	if n := oracle.Against(t, search.New(), 60, generated.Options{States: 60}); n < 300 {
		t.Errorf("only %d questions", n)
	}
}

// TestStrategies checks that strategies that prove optimality return a shortest plan, and the
// others a plan.
func TestStrategies(t *testing.T) {
	e := search.New()
	best := map[string]int64{"wolf": 7, "jugs": 6, "bridge": 17, "hanoi": 15, "sokoban": 15}
	for name, cost := range best {
		p := sample.Load(t, name)
		for _, s := range e.Capabilities().Strategy {
			for _, kind := range []engine.Kind{engine.Shortest, engine.Any} {
				q := engine.Question{Plans: kind, Strategy: s}
				if s == engine.DepthFirst || e.Can(p, q) != nil {
					q.Bounded, q.Length = true, 20
				}
				if e.Can(p, q) != nil {
					continue
				}
				a, err := engine.Registry{e}.Solve(t.Context(), e, p, q, nil)
				if err != nil || a.Best == nil || a.Best.Cost < cost || a.Status == engine.Solved && kind == engine.Shortest && a.Best.Cost != cost {
					t.Errorf("%s %s %s: %+v %v", name, s, kind, a, err)
				}
			}
		}
	}
}

// TestPrefer checks the shortest plan in which the mover changes least often.
func TestPrefer(t *testing.T) {
	p := sample.Parse(t, `enum Who { ann, bob }
state n[Who]: 0..2 = 0
move step(w: Who) { require n[w] < 2
  n[w] += 1 }
goal all w: Who { n[w] == 2 }
`)
	e := search.New()
	a, err := e.Solve(t.Context(), p, engine.Question{Prefer: engine.FewestSwitches}, nil)
	if err != nil || a.Best == nil || engine.Switches(p, *a.Best) != 1 {
		t.Errorf("%+v %v", a, err)
	}
}

// TestExplore checks the statistics of known spaces.
func TestExplore(t *testing.T) {
	for _, test := range []struct {
		name   string
		params []string
		states int64
	}{{"hanoi", []string{"discs", "5"}, 243}, {"tiles", nil, 181440}, {"jugs", nil, 16}, {"queens-place", []string{"n", "5"}, 0}} {
		p := sample.Load(t, test.name, test.params...)
		for workers := 1; workers <= 2; workers++ {
			sp, err := engine.Registry{search.New()}.Explore(t.Context(), p, engine.Question{Workers: workers, Survey: 1 << 20})
			if err != nil || !sp.Complete || test.states > 0 && sp.States != test.states || sp.Survey == nil {
				t.Errorf("%s: %+v %v", test.name, sp, err)
			}
		}
	}
}

// TestProve checks that a proof contains all states nearer than the goal, with their distances.
func TestProve(t *testing.T) {
	p := sample.Load(t, "wolf")
	proof, err := engine.Registry{search.New()}.Prove(t.Context(), p, engine.Question{})
	if err != nil || proof.Answer.Best == nil || proof.Answer.Best.Cost != 7 {
		t.Fatalf("%+v %v", proof, err)
	}
}

// TestRefused checks that Can refuses the questions that the engine cannot answer.
func TestRefused(t *testing.T) {
	e := search.New()
	p := sample.Parse(t, "find x: 0..3\nrequire x > 1\n")
	var refused *engine.Refusal
	if err := e.Can(p, engine.Question{Strategy: engine.BreadthFirst}); !errors.As(err, &refused) {
		t.Error(err)
	}
	if e.Name() != "search" || e.About() == "" || !slices.Contains(e.Capabilities().Kinds, engine.Walks) {
		t.Error("Name or About is wrong")
	}
}

// TestInterrupted checks that an unknown answer has a reason.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := sample.Load(t, "tiles")
	for _, want := range []engine.Want{engine.One, engine.Count} {
		a, err := search.New().Solve(ctx, p, engine.Question{Want: want}, nil)
		if err != nil || a.Status != engine.Unknown || a.Reason == "" {
			t.Errorf("%+v %v", a, err)
		}
	}
	a, err := search.New().Solve(t.Context(), p, engine.Question{Memory: 1 << 16}, nil)
	if err != nil || a.Status != engine.Unknown || a.Reason == "" {
		t.Errorf("%+v %v", a, err)
	}
}
