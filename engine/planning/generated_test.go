package planning_test

import (
	"context"
	"flag"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/engine/planning"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/model"
)

var (
	first    = flag.Uint64("first", 1, "seed of the first random problem")
	problems = flag.Int("problems", 20_000, "with -long, number of random problems compared")
)

// TestShortestGenerated compares every search with the engine search on random problems: optimal searches must
// find the least cost, and all must agree whether there is a plan.
func TestShortestGenerated(t *testing.T) {
	count := 25
	if long.Enabled() {
		count = *problems
	}
	solved, none, wrong, refused, stopped := 0, 0, 0, 0, 0
	for seed := *first; solved+none < count; seed++ {
		m := generated.New(seed, generated.Options{Moves: generated.Always, Find: generated.Never})
		p, err := readGenerated(&m)
		if err != nil {
			wrong++
			continue
		}
		if err := planning.New().Can(p, engine.Question{}); err != nil {
			refused++
			continue
		}
		ask := func(e engine.Engine, q farbank.Question) *farbank.Answer {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			with := q
			with.Memory = 256 << 20
			a, err := farbank.SolveWith(ctx, e, p, with, nil)
			if err != nil {
				if ctx.Err() == nil && e != farbank.Engines[0] {
					t.Fatalf("seed %d: %v\n%s", seed, err, m.Source)
				}
				return nil // a strict model in which a move leaves a range
			}
			if a.Status != engine.Solved && a.Status != engine.None {
				return nil
			}
			return a
		}
		want := ask(farbank.Engines[0], farbank.Question{})
		if want == nil {
			stopped++
			continue
		}
		if want.Best != nil {
			solved++
		} else {
			none++
		}
		for _, q := range []farbank.Question{{}, {Strategy: engine.UniformCost}, {Strategy: engine.AStar}, {Strategy: engine.IDAStar}, {Strategy: engine.Bidirectional}, {Plans: engine.Any},
			{Plans: engine.Any, Strategy: engine.Beam}, {Plans: engine.Any, Strategy: engine.Width}, {Plans: engine.Any, Improve: true}} {
			a := ask(planning.New(), q)
			switch {
			case a == nil:
				stopped++
				continue
			case a.Status != want.Status, a.Best != nil && (q.Plans != engine.Any || q.Improve) && a.Best.Cost != want.Best.Cost:
				t.Fatalf("seed %d, %s %s: %s %+v, search: %s %+v\n%s", seed, q.Plans, q.Strategy, a.Status, a.Best, want.Status, want.Best, m.Source)
			case a.Best != nil:
				if _, cost, err := p.Verify(*a.Best); err != nil || cost != a.Best.Cost {
					t.Fatalf("seed %d, %s %s: %v, cost %d, reported %d\n%s", seed, q.Plans, q.Strategy, err, cost, a.Best.Cost, m.Source)
				}
			}
		}
	}
	t.Logf("%d solved, %d without a plan, %d refused, %d invalid, %d stopped by the limit", solved, none, refused, wrong, stopped)
	if solved < count/4 {
		t.Errorf("only %d solved", solved)
	}
}

// readGenerated parses a random problem.
func readGenerated(m *generated.Model) (*model.Problem, error) {
	o := lang.Options{Limit: 1_000_000}
	for _, s := range m.Settings {
		o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
	}
	if m.Data != "" {
		o.Data = []check.Data{{Name: "made.json", JSON: []byte(m.Data)}}
	}
	return lang.Parse("made.far", m.Source, o)
}
