package graph_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"farbank/graph"
)

// TestFewestSwitches compares the result with an enumeration of all paths of least cost.
func TestFewestSwitches(t *testing.T) {
	differ := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 5))
		g := randomTable(r, 4+r.IntN(12), 1, seed%2 == 0)
		opt := graph.Options{}
		s, err := graph.UniformCost(context.Background(), g, opt)
		if err != nil || !s.Status.Found() {
			continue
		}
		paths, err := graph.NewShortestPaths(context.Background(), g, opt, s)
		if err != nil {
			t.Fatal(err)
		}
		class := func(label int32) int32 { return label % 3 }
		count := func(p *graph.Path) int {
			n := 0
			for i := 1; i < len(p.Edges); i++ {
				if class(p.Edges[i].Label) != class(p.Edges[i-1].Label) {
					n++
				}
			}
			return n
		}
		least, most, listed := 1<<30, 0, 0
		err = paths.Paths(context.Background(), func(p *graph.Path) bool {
			least, most, listed = min(least, count(p)), max(most, count(p)), listed+1
			return listed < 20_000
		})
		if err != nil {
			t.Fatal(err)
		}
		path, n, err := paths.FewestSwitches(context.Background(), 0, class)
		if err != nil {
			t.Fatal(err)
		}
		if cost, _ := path.Cost(); cost != s.Cost || n != least || count(path) != n {
			t.Fatalf("seed %d: cost %d, %d switches, reported as %d; %d paths of cost %d have at least %d", seed, cost, count(path), n, listed, s.Cost, least)
		}
		if most > least {
			differ++
		}
	}
	if differ < 20 {
		t.Errorf("the paths differ in only %d graphs", differ)
	}
}
