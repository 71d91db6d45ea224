package planning

import (
	"math/rand/v2"
	"testing"
)

// TestSupportGraph compares costs with a plain exploration while operators become cheaper. Costs up to the
// cost of the goal must be equal, and each supporter must cost at least as much as the goal or be a most
// expensive precondition.
func TestSupportGraph(t *testing.T) {
	rounds := 0
	for seed := range seeds(200) {
		s := prepared(t, randomTask(seed))
		plain := explorePlainly(s.Task, 50)
		if plain == nil {
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 2))
		r := newRelaxation(s)
		g := newSupportGraph(r)
		for _, st := range plain.states {
			x := newExploration(r, false, r.costs(0))
			g.renew()
			g.explore(stateOf(st))
			for {
				x.explore(stateOf(st))
				if x.reach[x.goal] != g.reach[g.goal] {
					t.Fatalf("seed %d: the goal costs %d, want %d", seed, g.reach[g.goal], x.reach[x.goal])
				}
				if x.reach[x.goal] == 0 || x.reach[x.goal] == Infinite {
					break
				}
				checkSupport(t, seed, g, x)
				rounds++
				operators := cheaper(rng, x.costs)
				if len(operators) == 0 {
					break
				}
				for _, o := range operators {
					g.cheapen(o, x.costs[o]-x.costs[o]/2)
					x.costs[o] /= 2
				}
				g.update(operators)
			}
		}
	}
	if rounds < 100 {
		t.Errorf("only %d rounds", rounds)
	}
}

// cheaper returns random operators of positive cost.
func cheaper(rng *rand.Rand, costs []int64) []int32 {
	var list, all []int32
	for o, c := range costs {
		if c > 0 {
			all = append(all, int32(o))
			if rng.IntN(3) == 0 {
				list = append(list, int32(o))
			}
		}
	}
	if len(list) == 0 {
		return all
	}
	return list
}

func checkSupport(t *testing.T, seed uint64, g *supportGraph, x *exploration) {
	t.Helper()
	goal := x.reach[x.goal]
	for p, needed := range x.needs {
		if c := x.reach[p]; len(needed) > 0 && c != g.reach[p] && (c < goal || g.reach[p] < c) {
			t.Fatalf("seed %d: proposition %d costs %d, want %d", seed, p, g.reach[p], c)
		}
	}
	for a := range x.actions {
		if (x.open[a] > 0) != (g.now[a].open > 0) {
			t.Fatalf("seed %d: the reachability of action %d differs", seed, a)
		}
		if x.open[a] == 0 && x.reach[g.now[a].dearest] < min(x.spent[a], goal) {
			t.Fatalf("seed %d: the supporter of action %d costs %d, another precondition %d", seed, a, x.reach[g.now[a].dearest], x.spent[a])
		}
	}
}
