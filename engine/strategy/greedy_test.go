//go:build !wasm

package strategy_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/game"
)

// TestGreedy runs the strategies of greedy search by the judge, and compares their costs with the least ones.
func TestGreedy(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 19))
	found, possible := 0, 0
	for i := range 5 * size() {
		source := guessing(r)
		p, err := farbank.Parse("x.far", source)
		if err != nil {
			t.Fatalf("%v:\n%s", err, source)
		}
		a, err := strategy.Greedily(p)
		if err != nil {
			t.Fatalf("model %d: %v:\n%s", i, err, source)
		}
		if a == nil && (strings.Contains(source, "known") || strings.Contains(source, "find")) {
			continue
		}
		least, _, _, err := strategy.Costs(p)
		if err != nil {
			t.Fatal(err)
		}
		if least != game.Never {
			possible++
		}
		if a == nil {
			continue
		}
		found++
		got, err := engine.ValueOf(t.Context(), p, engine.Question{}, a.Others.Strategy)
		if err != nil || got.Cost == nil || *got.Cost > *a.Others.Cost || *a.Others.Cost < least {
			t.Fatalf("model %d: %v %v, the least cost is %d:\n%s", i, got, err, least, source)
		}
	}
	if found < possible*3/4 || found < 20 {
		t.Errorf("%d strategies found, %d models have one", found, possible)
	}
}

// TestGreedyLarge solves a task with too many beliefs to list, and one that is too large for estimates.
func TestGreedyLarge(t *testing.T) {
	const bombs = `
unknown bomb: 1..60
state clogged: bool = false
state defused: bool = false
state heard: bool = false
move sense(p: 1..60) { heard = p == bomb }
move dunk(p: 1..60) { require not clogged and p == bomb
    clogged = true
    defused = true }
move flush { clogged = false }
goal defused
`
	a := solve(t, bombs, engine.Question{Plans: engine.Any})
	if a.Status != engine.Solved || *a.Others.Cost != 60 || !slices.ContainsFunc(a.Stats.Notes, func(n string) bool { return strings.Contains(n, "greedy") }) {
		t.Errorf("%v %v", a, a.Others)
	}
	wide := strings.NewReplacer("unknown bomb: 1..60", "unknown bomb: 1..100000\nrequire bomb <= 9", "1..60", "1..9").Replace(bombs)
	if a := solve(t, wide, engine.Question{Plans: engine.Any}); a.Status != engine.Solved {
		t.Errorf("%v %v", a.Status, a.Reason)
	}
}

// TestPolicyAfterCode searches a policy for a problem with more states than are listed first, by machine code.
func TestPolicyAfterCode(t *testing.T) {
	a := solve(t, `
state x: 0..400 = 0
state k: 0..9 = 0
state turn: bool = false
state at[1..7]: 0..9 = [i: 1..7 -> 0]
move add(n: 1..5) { require not turn
    x = n * 79
    turn = true }
move step(i: 1..7) { require not turn and at[i] < 9
    at[i] += 1
    turn = true }
move die(n: 1..6) by chance { require turn
    k = n
    turn = false }
goal k == 6 and x == 79 and at[3] == 2
`, engine.Question{Plans: engine.Sure})
	if a.Status != engine.Solved || a.Stats.Stored > 10_000 {
		t.Errorf("%v %v", a.Status, a.Stats)
	}
}
