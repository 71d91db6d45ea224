package farbank_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/oracle"

	"github.com/google/go-cmp/cmp"
)

// TestEnginesAgainstOracle puts every kind of question about made-up problems to every
// engine that can take it, and compares with the plans listed one by one.
func TestEnginesAgainstOracle(t *testing.T) {
	for _, o := range []oracle.Options{{Moves: true}, {Moves: true, Costs: true}, {Find: true}, {Moves: true, Find: true, Costs: true}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			t.Parallel()
			n := 100
			if *long {
				n = 20_000
			}
			for seed := range n {
				r := rand.New(rand.NewPCG(uint64(seed), 7))
				p, src := oracle.Problem(r, o)
				for _, q := range questions(r) {
					if t.Failed() {
						t.Logf("seed %d, question %+v\n%s", seed, q, src)
						return
					}
					against(t, p, q, *long || seed%12 == 0)
				}
				if t.Failed() {
					t.Logf("seed %d\n%s", seed, src)
					return
				}
			}
		})
	}
}

func questions(r *rand.Rand) []farbank.Question {
	qs := []farbank.Question{{}, {Plans: farbank.Simple}, {Plans: farbank.Any}, {Plans: farbank.Ends}}
	for _, free := range []bool{false, true} {
		qs = append(qs, farbank.Question{Plans: farbank.Walks, Bounded: true, Length: r.IntN(5), FreeEnd: free})
	}
	qs = append(qs, farbank.Question{Bounded: true, Length: r.IntN(4)}, farbank.Question{Plans: farbank.Simple, Bounded: true, Length: r.IntN(4)},
		farbank.Question{Plans: farbank.Ends, Bounded: true, Length: r.IntN(4), FreeEnd: r.IntN(4) == 0})
	return qs
}

// against compares the engines with the oracle for one, all and the count of a kind of
// plan. The engine that proves no plan by looking at every horizon is slow: it is asked
// now and then, and has little time.
func against(t *testing.T, p *farbank.Problem, q farbank.Question, slow bool) {
	t.Helper()
	listed := q
	if q.Plans == farbank.Any {
		listed.Plans = farbank.Simple
	}
	plans, err := oracle.Plans(p, listed)
	if errors.Is(err, oracle.ErrTooMany) || len(plans) > 5_000 {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	want, err := keys(p, q, plans)
	if err != nil {
		t.Fatal(err)
	}
	byStrategies(t, p, q, plans)
	for _, e := range farbank.Engines {
		if e.Name() == "milp" && !slow {
			continue
		}
		for _, w := range []engine.Want{farbank.One, farbank.All, farbank.Count} {
			q.Want = w
			if e.Can(p, q) == nil {
				compareOne(t, e, p, q, plans, want)
			}
		}
	}
}

// byStrategies asks for one plan by every control strategy.
func byStrategies(t *testing.T, p *farbank.Problem, q farbank.Question, plans []farbank.Plan) {
	t.Helper()
	search, err := farbank.Engines.Find("search")
	if err != nil {
		t.Fatal(err)
	}
	for _, q.Strategy = range engine.Strategies {
		if search.Can(p, q) != nil {
			continue
		}
		a, err := farbank.SolveWith(context.Background(), search, p, q, nil)
		none := a != nil && (a.Status == farbank.None || a.Status == farbank.NoneWithinBound && q.Bounded)
		switch {
		case err != nil:
			t.Errorf("%s: %v", q.Strategy, err)
		case none != (len(plans) == 0), a.Best == nil != none, a.Status == farbank.Feasible && a.Reason == "":
			t.Errorf("%s, %s: %s (%s), there are %d plans", q.Strategy, q.Plans, a.Status, a.Reason, len(plans))
		case none:
		case q.Bounded && len(a.Best.Moves) > q.Length:
			t.Errorf("%s: %d moves of at most %d", q.Strategy, len(a.Best.Moves), q.Length)
		case q.Plans == farbank.Any && a.Status != farbank.Solved, q.Plans == farbank.Shortest && a.Best.Cost < plans[0].Cost,
			q.Plans == farbank.Shortest && a.Status == farbank.Solved && a.Best.Cost != plans[0].Cost,
			a.Bound != nil && *a.Bound > plans[0].Cost && q.Plans == farbank.Shortest:
			t.Errorf("%s, %s: %s, cost %d, bound %v; want %d", q.Strategy, q.Plans, a.Status, a.Best.Cost, a.Bound, plans[0].Cost)
		}
	}
}

// keys are what a question tells plans apart by.
func keys(p *farbank.Problem, q farbank.Question, plans []farbank.Plan) ([]string, error) {
	if q.Plans == farbank.Ends {
		return oracle.LastStates(p, plans)
	}
	return oracle.Keys(plans), nil
}

func compareOne(t *testing.T, e farbank.Engine, p *farbank.Problem, q farbank.Question, plans []farbank.Plan, want []string) {
	t.Helper()
	var got []farbank.Plan
	ctx, cancel := context.WithCancel(context.Background())
	if e.Name() == "milp" {
		ctx, cancel = context.WithTimeout(context.Background(), 200*time.Millisecond)
	}
	defer cancel()
	a, err := farbank.SolveWith(ctx, e, p, q, func(plan farbank.Plan) bool {
		got = append(got, plan)
		return true
	})
	name := fmt.Sprintf("%s, %s %s", e.Name(), q.Want, q.Plans)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if ctx.Err() != nil && (a.Status == farbank.Unknown || a.Status == farbank.Feasible) {
		return
	}
	if a.Status == farbank.Unsupported || a.Status == farbank.NoneWithinBound && e.Name() != "search" {
		return // a refusal that shows only on the way, or a horizon too near
	}
	if len(plans) == 0 && q.Want != farbank.Count {
		if a.Status != farbank.None && a.Status != farbank.NoneWithinBound {
			t.Errorf("%s: %s, but there is no plan", name, a.Status)
		}
		return
	}
	if a.Status != farbank.Solved {
		t.Errorf("%s: %s (%s), but there are %d plans", name, a.Status, a.Reason, len(want))
		return
	}
	switch q.Want {
	case farbank.One:
		if q.Plans == farbank.Shortest && a.Best.Cost != plans[0].Cost {
			t.Errorf("%s: cost %d, want %d", name, a.Best.Cost, plans[0].Cost)
		}
	case farbank.All:
		keys, err := keys(p, q, got)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, keys); diff != "" || len(got) != len(want) {
			t.Errorf("%s: %d plans, want %d: %s", name, len(got), len(want), diff)
		}
	case farbank.Count:
		if a.Count.String() != fmt.Sprint(len(want)) {
			t.Errorf("%s: %s plans, want %d", name, a.Count, len(want))
		}
	}
}

// TestStrategiesOfExamples: the strategies that prove find what the default finds.
func TestStrategiesOfExamples(t *testing.T) {
	for _, name := range []string{"wolf", "wolf-sets", "husbands", "bridge", "jugs", "hanoi", "blocks", "pancakes", "sokoban", "missionaries", "failover", "warehouse", "rush-hour"} {
		p, err := farbank.Load("example:" + name)
		if err != nil {
			t.Fatal(err)
		}
		best, err := farbank.Solve(t.Context(), p, farbank.Question{})
		if err != nil || len(p.Schemas) == 0 {
			t.Fatal(name, err)
		}
		for _, s := range []engine.Strategy{farbank.UniformCost, farbank.AStar, farbank.IDAStar, farbank.IterativeDeepening} {
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			a, err := farbank.SolveWith(ctx, farbank.Engines[0], p, farbank.Question{Strategy: s}, nil)
			cancel()
			if err != nil || a.Status == farbank.Solved && a.Best.Cost != best.Best.Cost || a.Bound != nil && *a.Bound > best.Best.Cost {
				t.Errorf("%s, %s: %v %+v, want %d", name, s, err, a, best.Best.Cost)
			}
		}
	}
}
