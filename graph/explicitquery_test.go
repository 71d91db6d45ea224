package graph_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/graph"
	"farbank/solver"
)

// TestEveryPath compares the states on every path with the definition: without such a state no goal can be
// reached.
func TestEveryPath(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := randomTable(r, 2+r.IntN(14), 1, true)
		if seed%3 == 0 {
			g.starts = append(g.starts, 1)
		}
		x, err := graph.Reach(context.Background(), g, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := x.EveryPath(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		var want []int
		if reachesGoalWithout(x, -1) {
			for i := range x.Len() {
				if !reachesGoalWithout(x, i) {
					want = append(want, i)
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("seed %d: got %v, want %v", seed, got, want)
		}
	}
}

func reachesGoalWithout(x *graph.Explicit, without int) bool {
	seen := make([]bool, x.Len())
	var visit func(i int) bool
	visit = func(i int) bool {
		if i == without || seen[i] {
			return false
		}
		seen[i] = true
		if x.Goal[i] {
			return true
		}
		for j := range x.Edges(i) {
			if visit(j) {
				return true
			}
		}
		return false
	}
	for i := range x.Starts {
		if visit(i) {
			return true
		}
	}
	return false
}

// TestLeastCosts compares distances with the Bellman-Ford algorithm.
func TestLeastCosts(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 4))
		g := randomTable(r, 2+r.IntN(30), 1, seed%2 == 0)
		x, err := graph.Reach(context.Background(), g, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		from, _, err1 := x.CostFromStart(context.Background())
		to, hops, err2 := x.CostToGoal(context.Background())
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		want := g.distances()
		best, depths := int64(-1), x.Depths()
		for i := range x.Len() {
			if w := want[x.Store.State(i)[0]]; from[i] != w || seed%2 == 0 && int64(depths[i]) != w {
				t.Fatalf("seed %d: state %d costs %d (depth %d), want %d", seed, i, from[i], depths[i], w)
			}
			least, fewest := int64(-1), int32(-1)
			for j, e := range x.Edges(i) {
				if c := to[j] + e.Cost; to[j] >= 0 && (least < 0 || c < least || c == least && hops[j]+1 < fewest) {
					least, fewest = c, hops[j]+1
				}
			}
			if x.Goal[i] {
				least, fewest = 0, 0
			}
			if to[i] != least || hops[i] != fewest {
				t.Fatalf("seed %d: state %d is %d (%d edges) from a goal, want %d (%d) by its neighbours", seed, i, to[i], hops[i], least, fewest)
			}
			if x.Goal[i] && (best < 0 || from[i] < best) {
				best = from[i]
			}
		}
		if nearest, ok := g.nearest(); ok && (best != nearest || to[0] != nearest) || !ok && to[0] != -1 {
			t.Fatalf("seed %d: nearest goal %d, %d from the start, want %d %v", seed, best, to[0], nearest, ok)
		}
	}
}

func TestReachLimit(t *testing.T) {
	g := randomTable(rand.New(rand.NewPCG(1, 1)), 50, 1, true)
	if x, err := graph.Reach(context.Background(), g, graph.Options{MaxDepth: -1, States: 3}); err != nil || x.Status != solver.Unknown || !errors.Is(x.Reason, graph.ErrStates) {
		t.Fatalf("got %v", err)
	}
}
