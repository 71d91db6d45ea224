package graph_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"farbank/graph"
)

// TestCountCycles compares the number of paths through cycles of cost 0 with an enumeration.
func TestCountCycles(t *testing.T) {
	cyclic := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 9))
		g := randomTable(r, 3+r.IntN(9), 1, false)
		s, err := graph.UniformCost(context.Background(), g, graph.Options{})
		if err != nil || !s.Status.Found() {
			continue
		}
		tight, err := graph.NewShortestPaths(context.Background(), g, graph.Options{}, s)
		if err != nil {
			t.Fatal(err)
		}
		listed, free := int64(0), 0
		err = tight.Paths(context.Background(), func(p *graph.Path) bool {
			listed++
			for _, e := range p.Edges {
				if e.Cost == 0 {
					free++
				}
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		n, err := tight.Count(context.Background())
		if err != nil || !n.IsInt64() || n.Int64() != listed {
			t.Fatalf("seed %d: %v paths, %v; listed %d", seed, n, err, listed)
		}
		if free > 0 && listed > 1 {
			cyclic++
		}
	}
	if cyclic < 50 {
		t.Errorf("only %d graphs have paths with edges of cost 0", cyclic)
	}
}

// free is a complete graph whose edges cost 0, with one goal that they do not reach.
type free struct{ n uint64 }

func (free) Words() int                            { return 1 }
func (free) Starts(add func([]uint64) error) error { return add([]uint64{0}) }
func (f free) Goals(states []uint64, goal []bool) error {
	for i, s := range states {
		goal[i] = s == f.n
	}
	return nil
}
func (f free) Expand(states []uint64, out *graph.Successors) error {
	for i, s := range states {
		for to := range f.n + 1 {
			if s != f.n && to != s {
				out.States = append(out.States, to)
				out.From = append(out.From, int32(i))
				out.Label = append(out.Label, int32(to))
				out.Cost = append(out.Cost, int64(to/f.n))
			}
		}
	}
	return nil
}

// TestTooManyCycles checks that the count fails early if there are too many paths.
func TestTooManyCycles(t *testing.T) {
	graph.SetMaxWays(t, 1_000_000)
	for n, want := range map[uint64]int64{5: 65, 40: 0} {
		g := free{n}
		s, err := graph.UniformCost(t.Context(), g, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tight, err := graph.NewShortestPaths(t.Context(), g, graph.Options{}, s)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tight.Count(t.Context())
		var tooMany *graph.CyclesError
		switch {
		case want == 0 && (!errors.As(err, &tooMany) || tooMany.States != int(n)):
			t.Error(got, err)
		case want != 0 && (err != nil || got.Int64() != want):
			t.Error(got, err)
		}
	}
}
