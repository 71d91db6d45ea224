package strategy_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
)

// TestGeneratedObjectives compares the values of objectives with all strategies of both sides: a goal is followed by a move that
// costs its value. The judge runs each strategy.
func TestGeneratedObjectives(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 15))
	counts := map[string]int{}
	for i := range size() {
		const states, goals = 5, 3
		g := &plainGame{who: make([]int, states+goals+1)}
		counted := i%3 == 0 // the objective counts the costs of the moves, too
		maximize := i%2 == 0
		pay, price := make([]int, goals), []int{}
		for k := range pay {
			pay[k] = r.IntN(9) - 4
		}
		var from, into, heavy []int
		for s := range states {
			g.who[s] = r.IntN(3)
			for range 1 + r.IntN(3) {
				from, into, heavy, price = append(from, s), append(into, r.IntN(states+goals)), append(heavy, r.IntN(3)), append(price, r.IntN(3))
			}
		}
		sign := 1
		if maximize {
			sign = -1
		}
		g.from, g.to, g.weight = append([]int{}, from...), append([]int{}, into...), append([]int{}, heavy...)
		for k := range from {
			g.cost = append(g.cost, 0)
			if counted {
				g.cost[k] = 2 * price[k]
			}
		}
		for k, v := range pay { // 10 more than the value, so that no cost is negative
			g.from, g.to, g.weight, g.cost = append(g.from, states+k), append(g.to, states+goals), append(g.weight, 1), append(g.cost, 10+sign*v)
		}
		objective := map[bool]string{false: "minimize pay[max(at, 5)]", true: "maximize pay[max(at, 5)]"}[maximize]
		if counted {
			objective += map[bool]string{false: " + 2 * cost", true: " - 2 * cost"}[maximize]
		}
		n := len(from)
		source := fmt.Sprintf(`
const from[1..%d]: 0..7 = [%s]
const into[1..%d]: 0..7 = [%s]
const heavy[1..%d]: 0..2 = [%s]
const price[1..%d]: 0..2 = [%s]
const who[0..7]: 0..2 = [%s]
const pay[5..7]: -4..4 = [%s]
state at: 0..7 = 0
move go(k: 1..%d) cost price[k] by foe when who[at] == 1 { require at == from[k] and who[at] <= 1
    at = into[k] }
move roll(k: 1..%d) cost price[k] by chance weight heavy[k] { require at == from[k] and who[at] == 2
    at = into[k] }
goal at >= 5
%s
`, n, list(from), n, list(into), n, list(heavy), n, list(price), list(g.who[:8]), list(pay), n, n, objective)
		worst := i%4 == 3
		a := solve(t, source, engine.Question{Worst: worst})
		want := g.value(worst)
		if _, cost, ok := strings.Cut(want, "expected "); ok {
			want = cost
		} else if _, cost, ok := strings.Cut(want, "cost "); ok {
			want = cost
		} else {
			want = "none" // the goal is not reached surely
		}
		got := a.Status.String()
		if a.Status == engine.Solved {
			x := new(big.Rat).Set(a.Others.Value.Exact)
			got = x.Mul(x, big.NewRat(int64(sign), 1)).Add(x, big.NewRat(10, 1)).RatString()
		}
		if got != want {
			t.Fatalf("model %d: %s, not %s:\n%s", i, got, want, source)
		}
		counts[a.Status.String()]++
		luck := strategy.Lucky
		if worst {
			luck = strategy.Unlucky
		}
		bounded(t, r, source, a, luck)
		if soon := solve(t, source, engine.Question{Worst: worst, Plans: engine.Any}); a.Status == engine.Solved && (soon.Status != engine.Solved || soon.Others.Value == nil) {
			t.Fatalf("model %d: any: %v", i, soon.Status)
		}
	}
	if counts["solved"] < size()/5 || counts["none"] < size()/20 {
		t.Error(counts)
	}
}

// TestImproved compares one search after another with the list of all beliefs.
func TestImproved(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 17))
	solved := 0
	for i := range size() {
		source := guessing(r) + []string{"minimize", "maximize"}[r.IntN(2)] + " " +
			[]string{"a + 2 * b", "if u == a then 2 else b", "6 / a", "(u + h) % 3", "v * b - a", "5"}[r.IntN(6)] + "\n"
		p, err := farbank.Parse("x.far", source)
		if err != nil {
			t.Fatalf("%v:\n%s", err, source)
		}
		a := solve(t, source, engine.Question{})
		bounded(t, r, source, a, strategy.Lucky)
		b, err := strategy.Improved(p)
		if err != nil || a.Status != b.Status || a.Status == engine.Solved && a.Others.Value.Exact.Cmp(b.Others.Value.Exact) != 0 {
			t.Fatalf("model %d: %v %v, not %v %v %v:\n%s", i, b.Status, b.Others, a.Status, a.Others, err, source)
		}
		if a.Status == engine.Solved {
			solved++
		}
	}
	if solved < size()/10 {
		t.Errorf("%d of %d models have a strategy", solved, size())
	}
}

// TestNoObjective checks the objectives that are refused.
func TestNoObjective(t *testing.T) {
	const game = "state x: 0..3 = 0\nmove go(k: 1..3) by foe when x == 1 { x = k }\ngoal x > 1\n"
	for _, c := range []struct{ objective, want string }{
		{"minimize x then -x", "several objectives in a problem with others are not supported, one is"},
		{"minimize -steps", "longer"},
		{"prefer x == 2", "soft rules in a problem with others are not supported"},
	} {
		p, err := farbank.Parse("x.far", game+c.objective+"\n")
		if err != nil {
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v", c.objective, err)
			}
			continue
		}
		a, err := farbank.Solve(t.Context(), p, farbank.Question{})
		if err != nil || a.Status != engine.Unsupported || !strings.Contains(a.Reason, c.want) {
			t.Errorf("%s: %v %v", c.objective, a, err)
		}
	}
}
