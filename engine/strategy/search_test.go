package strategy_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine/strategy"
	"farbank/game"
	"farbank/internal/testing/long"
)

// TestSearchAgainstList compares searches with bounds and tables of what moves do with the list of all beliefs, in which each
// move is run in each state.
func TestSearchAgainstList(t *testing.T) {
	models := 400
	if long.Enabled() {
		models = 20_000
	}
	r := rand.New(rand.NewPCG(8, 9))
	solved, tables := 0, 0
	for i := range models {
		source := guessing(r)
		p, err := farbank.Parse("x.far", source)
		if err != nil {
			t.Fatalf("%v:\n%s", err, source)
		}
		listed, searched, regular, err := strategy.Costs(p)
		if err != nil || listed != searched {
			t.Fatalf("model %d: %d, not %d %v:\n%s", i, searched, listed, err, source)
		}
		if listed != game.Never {
			solved++
		}
		if regular > 0 {
			tables++
		}
	}
	if solved < models/5 || tables < models/5 {
		t.Errorf("%d of %d models have a strategy, %d have moves with tables", solved, models, tables)
	}
}

// guessing returns a random problem in which something is not known.
func guessing(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	value := func() string {
		return pick("if u == x then 1 else 0", "if u < x then 0 else if u == x then 1 else 2", "if v == 1 then min(2, u) else 0", "h", "a", "min(2, a + 1)",
			"u % 3", "if u == 2 * x then a else 0", "(u + x) % 3", "v", "[0, 1, 2][u]", "2")
	}
	guard := func() string {
		return pick("b < 2", "a != 2", "h == 0", "u > 0", "known(v) or a == 0", "x > 0", "u != x or v == 0", "b == 0 or known(u)", "true")
	}
	set := func() string { return pick("a", "b", "h") + " = " + value() }
	var moves strings.Builder
	for m := range 1 + r.IntN(3) {
		fmt.Fprintf(&moves, "move m%d(x: 0..2) cost %s {\n", m, pick("1", "1", "1 + x", "x", "1 + b", "2 - v"))
		if r.IntN(2) == 0 {
			fmt.Fprintf(&moves, "    require %s\n", guard())
		}
		if r.IntN(4) == 0 {
			fmt.Fprintf(&moves, "    let y = %s\n    require y < 2\n    a = y\n", value())
		}
		switch r.IntN(3) {
		case 0:
			fmt.Fprintf(&moves, "    if %s { %s } else { %s }\n", pick("u == x", "a == 0", "v == 0"), set(), set())
		case 1:
			fmt.Fprintf(&moves, "    if u > x { a = %s } else { a = %s }\n", pick("1", "v", "b"), pick("0", "2", "h"))
		}
		fmt.Fprintf(&moves, "    %s\n    %s\n}\n", set(), set())
	}
	goal := pick("known(u)", "known(u) and known(v)", "a == 2", "a == 2 and known(v)", "known(u) or a == 1", "u == b", "known(h) and b == 1", "not known(u) and a == 1",
		"known(u + v)", "a == u and b != 0", "b == 2 and h == v")
	rule := ""
	if r.IntN(3) == 0 {
		rule = "never " + pick("b == 2 and v == 1", "a == 2", "known(v) and a == 1", "h == 2 and u == 0") + "\n"
	}
	find := ""
	if r.IntN(5) == 0 {
		find = "find w: 0..1\n"
	}
	return fmt.Sprintf("unknown u: 0..%d\nunknown v: 0..1\n%srequire u + v > %d\nstate a: 0..2 = %s\nstate b: 0..2 = 0\nhidden state h: 0..2 = %s\n%s%sgoal %s\n",
		2, find, r.IntN(2)-1, pick("0", "0", "v"), pick("0", "v", "min(2, u)"), moves.String(), rule, goal)
}
