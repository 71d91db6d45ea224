package ground

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"farbank/examples"
	"farbank/internal/testing/generated"
	"farbank/model"
)

// seeds is the number of generated problems.
const seeds = uint64(150)

// reachedOnly grounds a source by relaxed reachability.
func reachedOnly(t *testing.T, source string) *model.Problem {
	t.Helper()
	defer func(n int64) { manyChoices = n }(manyChoices)
	manyChoices = 0
	return grounded(t, source, 0)
}

// TestReachedMoves compares relaxed reachability with full grounding: the moves are a
// subsequence, and have every move that is possible in a reachable state.
func TestReachedMoves(t *testing.T) {
	sources := map[string]string{"by hand": `puzzle "x"
enum Place { a, b, c, d, e, f }
enum Thing { t, u, v }
type Pair = (Place, Place)
find far: 1..3
state at[Thing]: Place = {t: a, u: b, v: e}
state seen: set of Place = {a}
state pair: Pair = (a, b)
state n: 0..20 = 0
state open[Place]: bool = [p: Place -> p == c]
const road: set of (Place, Place) = {(a, b), (b, c), (c, d), (e, f)}
move go(x: Thing, p, q: Place) { require (p, q) in road
    require at[x] == p
    at[x] = q
    seen += q }
move look(p: Place, k: 0..20) { require p in seen and n == k and k < 7
    n += far
    open[p] = not open[p] }
move turn(p: Pair) { require pair == p
    together { pair.1 = p.2
        pair.2 = p.1 } }
move deep(i, j: 0..20, x: Thing) { let here = at[x]
    require here == d and i == n and j == i + 1
    if open[here] { n = j } else { n = 0 } }
move swap(x, y: Thing, p: Place) { require x < y and at[x] == at[y] and p == at[x]
    at[y] = if p == d then e else a }
move idle(x: Thing, p: Place) { require at[x] == p and p == f and x == t
    n = 1 }
goal at[t] == d
`}
	for _, name := range examples.Names() {
		sources[name], _ = examples.Source(name)
	}
	for seed := range seeds {
		sources[fmt.Sprint("generated ", seed)] = generated.New(seed, generated.Options{States: 50}).Source
	}
	fewer := 0
	for name, source := range sources {
		all := grounded(t, source, 1<<62)
		if all == nil {
			continue
		}
		some := reachedOnly(t, source)
		if some == nil {
			t.Errorf("%s: refused", name)
			continue
		}
		if len(some.Moves) < len(all.Moves) {
			fewer++
		}
		left := slices.Clone(some.Moves)
		kept := map[string]bool{}
		for _, m := range all.Moves {
			if len(left) > 0 && left[0].String() == m.String() {
				left, kept[m.String()] = left[1:], true
			}
		}
		if len(left) > 0 {
			t.Errorf("%s: %s is not among the moves, or not in their order", name, left[0])
		}
		if m := possibleBeside(t, all, kept); m != "" {
			t.Errorf("%s: %s is left out, but can be made", name, m)
		}
	}
	if fewer < 7 {
		t.Errorf("only %d problems have fewer moves", fewer)
	}
	if p := reachedOnly(t, sources["by hand"]); p == nil {
		t.Error("refused")
	} else if n := strings.Join(moveNames(p), " "); strings.Contains(n, "idle") || !strings.Contains(n, "go(t, c, d)") || !strings.Contains(n, "go(u, b, c)") || strings.Contains(n, "go(t, e, f)") {
		t.Error(n)
	}
}

func moveNames(p *model.Problem) []string {
	var list []string
	for _, m := range p.Moves {
		list = append(list, m.String())
	}
	return list
}

// possibleBeside returns a move outside kept that is possible in one of the first reachable states,
// or "".
func possibleBeside(t *testing.T, p *model.Problem, kept map[string]bool) string {
	t.Helper()
	var queue []model.State
	seen := map[string]bool{}
	note := func(s model.State) {
		if k := fmt.Sprint(s); !seen[k] && len(seen) < 300 {
			seen[k] = true
			queue = append(queue, s)
		}
	}
	tries := 0
	found := 1.0
	for _, c := range p.Cells[:p.NumFind] {
		found *= float64(c.Hi - c.Lo + 1)
	}
	if len(p.Moves) == 0 || found > 10_000 {
		return ""
	}
	for s, err := range p.Starts(t.Context()) {
		if err == nil {
			note(s)
		}
		if len(seen) >= 20 {
			break
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, m := range p.Moves {
			if tries++; tries > 30_000 {
				return ""
			}
			o, err := p.Apply(m, queue[i])
			if err != nil || o.Next == nil {
				continue
			}
			if !kept[m.String()] {
				return m.String()
			}
			note(o.Next)
		}
	}
	return ""
}

// TestReachedMany has 10^9 choices, which static conditions, reachability, or both reduce.
func TestReachedMany(t *testing.T) {
	var roads []string
	for i := range 1000 {
		for k := range 10 {
			roads = append(roads, fmt.Sprintf("(%d, %d)", i, (7*i+k*k+1)%1000))
		}
	}
	constant := `puzzle "constant"
const road: set of (0..999, 0..999) = {` + strings.Join(roads, ", ") + `}
const back[0..999]: 0..999 = [i: 0..999 -> (i * 3) % 1000]
state at: 0..999 = 0
move ride(a, b, c: 0..999) {
    require at == a and (a, b) in road and c == back[b]
    at = c
}
goal at == 777
`
	state := `puzzle "state"
state at[0..999]: 0..999 = [i: 0..999 -> i - i % 10]
move go(from, to, item: 0..999) {
    require at[item] == from
    require to == from + 1 and to % 10 > 0
    at[item] = to
}
goal all i: 0..999 { at[i] == i - i % 10 + 9 }
`
	chain := `puzzle "chain"
state at[0..99]: 0..9999 = [i: 0..99 -> i * 100]
move go(item: 0..99, from: 0..9999, step: 1..1000) {
    require at[item] == from and step == 1 and from % 100 < 99
    at[item] = from + step
}
goal at[5] == 599
`
	for source, want := range map[string]int{constant: 10_000, state: 9000, chain: 9900} {
		if p := grounded(t, source, 5000); p == nil || len(p.Moves) != want {
			n := -1
			if p != nil {
				n = len(p.Moves)
			}
			t.Errorf("%s: %d moves, want %d", strings.SplitN(source, "\n", 2)[0], n, want)
		}
	}
}
