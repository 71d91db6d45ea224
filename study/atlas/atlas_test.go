package atlas_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"testing"

	"farbank"
	"farbank/internal/sample"
	"farbank/study/atlas"
)

// TestAgainstSolve holds an atlas to what the engines answer: the cost of a best plan,
// and hints that are one.
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
