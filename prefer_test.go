package farbank_test

import (
	"context"
	"slices"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
)

// tokens is a problem whose shortest plans are all orders of some steps; a step of b requires that c has
// moved, so one switch more is needed than there are tokens.
const tokens = `puzzle "tokens"
enum Token { a, b, c }
state at[Token]: 0..3 = 0
state blocked: bool = true
move step(t: Token) cost 1 + at[t] {
    require t != b or at[b] == 0 or not blocked
    at[t] += 1
    if at[c] == 1 { blocked = false }
}
move wait { require at[c] == 3 and blocked
    blocked = false }
goal all t: Token { at[t] == 2 }
`

// TestFewestSwitches compares the preferred plan with all shortest plans.
func TestFewestSwitches(t *testing.T) {
	p, err := farbank.Parse("tokens.far", tokens)
	if err != nil {
		t.Fatal(err)
	}
	if !preferAgainst(t, p, tokens) {
		t.Error("the preference does not matter where it should")
	}
	for seed := range 200 {
		p, m := oracle.Problem(uint64(seed), generated.Options{Moves: generated.Always, Without: slices.Concat(oracle.Wide, oracle.Staged)})
		preferAgainst(t, p, m.String())
	}
	for _, name := range []string{"wolf", "husbands", "bridge", "missionaries"} {
		p, err := farbank.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		preferAgainst(t, p, name)
	}
}

// preferAgainst reports whether the preference makes a difference.
func preferAgainst(t *testing.T, p *farbank.Problem, src string) bool {
	t.Helper()
	if len(p.Schemas) == 0 {
		return false
	}
	fewest, most, count := 1<<30, 0, 0
	for plan, err := range farbank.Plans(context.Background(), p, farbank.Question{Limit: 5000}) {
		if err != nil {
			t.Fatal(err, src)
		}
		s := engine.Switches(p, plan)
		fewest, most, count = min(fewest, s), max(most, s), count+1
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{Prefer: engine.FewestSwitches})
	if err != nil {
		t.Fatal(err, src)
	}
	switch {
	case count == 5000:
		return false
	case count == 0 && a.Status != farbank.None, count > 0 && (a.Status != farbank.Solved || engine.Switches(p, *a.Best) != fewest):
		t.Fatalf("%+v; of %d plans the fewest switches are %d\n%s", a, count, fewest, src)
	}
	return most > fewest
}

func TestPreferRefused(t *testing.T) {
	p, err := farbank.Load("wolf")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range farbank.Engines {
		err := e.Can(p, farbank.Question{Prefer: engine.FewestSwitches})
		if (err == nil) != (e.Name() == "search") {
			t.Errorf("%s: %v", e.Name(), err)
		}
	}
}
