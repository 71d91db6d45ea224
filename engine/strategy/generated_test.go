package strategy_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/engine"
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
			bounded(t, r, source, a)
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
			bounded(t, r, source, a)
		}
	}
	if len(counts) < 2 {
		t.Error(counts)
	}
	t.Log(counts)
}
