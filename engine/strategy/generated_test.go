package strategy_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/internal/testing/long"
)

// size returns the number of models of a test: 25,000 if long tests are asked for.
func size() int {
	if long.Enabled() {
		return 25_000
	}
	return 150
}

// TestGeneratedBeliefs compares beliefs with a plain search on random automata of which only a part is seen. In every
// second one a foe makes moves that we do not see. The judge runs each strategy.
func TestGeneratedBeliefs(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	solved, n := 0, size()
	for i := range n {
		const states, letters, worlds = 5, 2, 3
		next, seen := make([]int, states*letters), make([]int, states)
		for k := range next {
			next[k] = r.IntN(states)
		}
		for k := range seen {
			seen[k] = r.IntN(2 + i%2)
		}
		kind := i / 2 % 3
		source := fmt.Sprintf(`
const next[0..%d]: 0..%d = [%s]
const eye[0..%d]: 0..2 = [%s]
unknown first: 0..%d
hidden state at: 0..%d = first
state light: 0..2 = eye[first]
move go(a: 0..%d) by foe when light == 2 {
    at = next[at * %d + a]
    light = eye[at]
}
goal %s
`, len(next)-1, states-1, list(next), states-1, list(seen), worlds-1, states-1, letters-1, letters, []string{"known(at)", "at == 4", "known(at) and light == 1"}[kind])
		goal := func(b []int) bool {
			one := !slices.ContainsFunc(b, func(s int) bool { return s != b[0] })
			return []bool{one, !slices.ContainsFunc(b, func(s int) bool { return s != 4 }), one && seen[b[0]] == 1}[kind]
		}
		want := plainBelief([]int{0, 1, 2}, seen, next, letters, goal)
		a := solve(t, source, engine.Question{})
		got := -1
		if a.Status == engine.Solved {
			got = int(*a.Others.Cost)
			solved++
		}
		if got != want {
			t.Fatalf("model %d: %d, not %d:\n%s", i, got, want, source)
		}
		if i%100 < 50 {
			bounded(t, r, source, a, strategy.Lucky)
		}
	}
	if solved < n/4 {
		t.Errorf("only %d of the models have a strategy", solved)
	}
}

// TestGeneratedGames compares games with a foe and chance with all strategies of both sides. The judge runs each strategy.
func TestGeneratedGames(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	counts := map[string]int{}
	for i := range size() {
		const states = 6
		g := &plainGame{who: make([]int, states)}
		for s := range states - 1 {
			g.who[s] = r.IntN(3)
			for range 1 + r.IntN(3) {
				g.from, g.to, g.weight, g.cost = append(g.from, s), append(g.to, r.IntN(states)), append(g.weight, r.IntN(3)), append(g.cost, r.IntN(3))
			}
		}
		k := len(g.from)
		source := fmt.Sprintf(`
const from[1..%d]: 0..5 = [%s]
const into[1..%d]: 0..5 = [%s]
const heavy[1..%d]: 0..2 = [%s]
const price[1..%d]: 0..2 = [%s]
const who[0..5]: 0..2 = [%s]
state at: 0..5 = 0
move go(k: 1..%d) cost price[k] by foe when who[at] == 1 { require at == from[k] and who[at] <= 1
    at = into[k] }
move roll(k: 1..%d) cost price[k] by chance weight heavy[k] { require at == from[k] and who[at] == 2
    at = into[k] }
goal at == 5
`, k, list(g.from), k, list(g.to), k, list(g.weight), k, list(g.cost), list(g.who), k, k)
		worst := i%4 == 3
		a := solve(t, source, engine.Question{Worst: worst})
		want := g.value(worst)
		if got := text(a); got != want {
			t.Fatalf("model %d: %s, not %s:\n%s", i, got, want, source)
		}
		counts[a.Status.String()]++
		if !worst && i%100 < 50 {
			bounded(t, r, source, a, strategy.Lucky)
		}
	}
	if len(counts) < 2 {
		t.Error(counts)
	}
	t.Log(counts)
}

// TestCompiled compares machine code with the interpreter on games in which moves leave ranges, have no value, cost nothing
// or less, break rules, and are made by others in the wrong place.
func TestCompiled(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	n, used, wrong := 60, 0, 0
	if long.Enabled() {
		n = 10_000
	}
	for i := range n {
		source := fmt.Sprintf(`
const t[0..3]: 0..4 = [%s]
state x: 0..5 = %d
state y: 0..3 = 0
state on: bool = true
state who: 0..2 = %d
move a(k: 0..3) cost %s by foe when %s {
    %s
    x += k - %s
    %s
    who = (who + 1) %% 3
}
move b(k: 1..2) %s by chance weight %s {
    require who == 2
    %s
    y = %s
    who = t[k] %% 3
}
move c { require who == 0
    require x > 1
    on = %s
    who = %s }
%s
goal x == 5 and y %s
`, list([]int{r.IntN(5), r.IntN(5), r.IntN(5), r.IntN(5)}), r.IntN(3), r.IntN(3),
			pick("1", "k", "x", "x - 1"), pick("who == 1", "t[x] == 1", "who == 1 or y == 3"),
			pick("require who <= 1", "require who <= 1 and x + k - 1 in 0..5", "require who == 1"), pick("1", "k", "y"),
			pick("", "if on { y = x }", "if x > 2 { require k > 1\n y = 1 } else { y = min(x, 3) }", "let z = t[x]\n    y = min(z, 3)"),
			pick("", "cost 2", "cost x"), pick("2", "x", "k", "y - 1", "t[x]", "6 / x"),
			pick("", "require y + k <= 3", "require t[k] != 2"), pick("y + k", "t[k]", "min(y + k, 3)"),
			pick("not on", "x > 2"), pick("1", "2", "y"), pick("", "never x == 3 and y == 2", "always x + y < 7\nnever not on and x == 4"), pick("> 0", "== 3", ">= 0"))
		p, err := farbank.Parse("x.far", source)
		if err != nil {
			t.Fatalf("%v:\n%s", err, source)
		}
		code, err := strategy.Compiled(p)
		if err != nil {
			t.Fatalf("model %d: %v\n%s", i, err, source)
		}
		if code {
			used++
		}
		if _, err := farbank.Solve(context.Background(), p, engine.Question{}); err != nil {
			wrong++
		}
	}
	if used < n/3 || wrong < n/10 || wrong > n*9/10 {
		t.Errorf("code for %d of %d models, %d with errors", used, n, wrong)
	}
}
