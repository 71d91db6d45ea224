package planning_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/engine/planning"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/model"
)

var few = flag.Int("few", 2500, "with -long, number of random problems compared with a low limit on the cases of conditions")

// counters is a problem with conditions that both hold and fail in more than 500 cases.
const counters = `
puzzle "counters"
enum D { a, b, c, d, e, f }
state x[D]: 0..9 = 0
state q: 0..1 = 0
state done: 0..1 = 0
%s
move up(i: D) {
  require x[i] < 9
  x[i] += 1
}
move wet() { q = 1 }
move end() {
  require %s
  done = 1
}
goal done == 1%s
`

// TestManyWays checks that conditions with too many cases for axioms are translated correctly or refused.
func TestManyWays(t *testing.T) {
	const def = "def r(i: D) = i == a or any j: D { q == 1 and r(j) }"
	for _, c := range []struct {
		def, require, goal string
		cost               int64
	}{
		{"", "(x[a]+x[b]+x[c]+x[d]+x[e]+x[f] == 5) or q == 1 and x[a] == 7", "", 6},
		{"", "not (x[a]+x[b]+x[c]+x[d]+x[e]+x[f] != 5 or q == 1) or x[a] == 8", "", 6},
		{def, "(x[a]+x[b]+x[c]+x[d]+x[e]+x[f] == 2) or x[a] == 9", " and r(b)", 4},
		{def, "(x[a]+x[b]+x[c]+x[d]+x[e]+x[f] == 2) or q == 1 and done == 1", " and r(b)", 4},
	} {
		p, err := lang.Parse("counters.far", fmt.Sprintf(counters, c.def, c.require, c.goal), lang.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []engine.Question{{}, {Plans: engine.Any}} {
			a, err := planning.New().Solve(t.Context(), p, q, func(model.Plan) bool { return true })
			switch {
			case err != nil:
				t.Fatal(err)
			case a.Status == engine.Unsupported:
				t.Logf("%s: %s", c.require, a.Reason)
				continue
			case a.Best == nil:
				t.Errorf("%s, %q: %s, %s", c.require, q.Plans, a.Status, a.Reason)
				continue
			}
			if _, cost, err := p.Verify(*a.Best); err != nil || cost < c.cost || q.Plans != engine.Any && cost != c.cost {
				t.Errorf("%s, %q: cost %d, want at least %d; %v", c.require, q.Plans, cost, c.cost, err)
			}
		}
	}
}

// TestFewWays compares answers with those of the engine search if conditions may have only a few cases, so
// that most are translated by axioms, split, or refused.
func TestFewWays(t *testing.T) {
	count := 60
	if long.Enabled() {
		count = *few
	}
	solved, refused := 0, 0
	ask := func(seed uint64, e engine.Engine, p *model.Problem, q farbank.Question) *farbank.Answer {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		q.Memory = 256 << 20
		a, err := farbank.SolveWith(ctx, e, p, q, nil)
		var refusal *engine.Refusal
		switch {
		case errors.As(err, &refusal):
			refused++
			return nil
		case err != nil && e.Name() == "planning" && ctx.Err() == nil:
			t.Fatalf("seed %d: %v", seed, err)
		case err != nil || a.Status != engine.Solved && a.Status != engine.None:
			return nil
		}
		return a
	}
	for seed := *first; seed < *first+uint64(count); seed++ {
		m := generated.New(seed, generated.Options{Moves: generated.Always, Find: generated.Never})
		p, err := readGenerated(&m)
		if err != nil {
			continue
		}
		want := ask(seed, farbank.Engines[0], p, farbank.Question{})
		if want == nil {
			continue
		}
		for k := range 6 {
			q := farbank.Question{}
			if k%2 == 1 {
				q.Plans = engine.Any
			}
			a := ask(seed, planning.NewFew(k/2*2+1), p, q)
			switch {
			case a == nil:
				continue
			case a.Status != want.Status, a.Best != nil && q.Plans != engine.Any && a.Best.Cost != want.Best.Cost:
				t.Fatalf("seed %d, few %d, %q: %s %+v, search: %s %+v\n%s", seed, k/2*2+1, q.Plans, a.Status, a.Best, want.Status, want.Best, m.Source)
			case a.Best != nil:
				if _, cost, err := p.Verify(*a.Best); err != nil || cost != a.Best.Cost {
					t.Fatalf("seed %d, few %d, %q: %v, cost %d, reported %d\n%s", seed, k/2*2+1, q.Plans, err, cost, a.Best.Cost, m.Source)
				}
			}
			solved++
		}
	}
	t.Logf("%d answers compared, %d refused", solved, refused)
	if solved < count {
		t.Errorf("only %d answers compared", solved)
	}
}
