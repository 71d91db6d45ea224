package graph_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"farbank/graph"
)

type pair [2]int

func sorted(p pair) pair { return pair{min(p[0], p[1]), max(p[0], p[1])} }

func oneMore(p pair) (next []pair) {
	for i := range p {
		if to := p; p[i] < 3 {
			to[i]++
			next = append(next, to)
		}
	}
	return next
}

// TestKeysPaths checks graphs in which states of one key have their successors in different orders. Paths
// must consist of true successors, be distinct and end in goals.
func TestKeysPaths(t *testing.T) {
	ctx, isGoal := t.Context(), func(p pair) bool { return sorted(p) == pair{1, 3} }
	check := func(path []pair, err error) {
		t.Helper()
		if err != nil || len(path) == 0 || !isGoal(path[len(path)-1]) {
			t.Fatal(path, err)
		}
		for i, s := range path[1:] {
			if !slices.Contains(oneMore(path[i]), s) {
				t.Fatalf("no step from %v to %v in %v", path[i], s, path)
			}
		}
	}
	g := graph.OfKeys(sorted, []pair{{0, 0}}, oneMore, isGoal)
	for _, cost := range []func(from, to pair, k int) int64{nil, func(_, _ pair, k int) int64 { return int64(k) },
		func(from, to pair, _ int) int64 { return int64(from[0]*from[1] + 1) }} {
		g.Cost = cost
		seen := map[string]bool{}
		for path, err := range g.AllShortest(ctx, graph.Options{}) {
			check(path, err)
			if s := fmt.Sprint(path); seen[s] {
				t.Error("twice", s)
			} else {
				seen[s] = true
			}
		}
		if len(seen) < 2 {
			t.Error(seen)
		}
		for path, err := range g.Simple(ctx, graph.Options{MaxDepth: 4}) {
			check(path, err)
		}
		none := func(pair) int64 { return 0 }
		for _, find := range []func(context.Context, graph.Options) ([]pair, error){g.Shortest, g.Cheapest, g.Any, g.Deepening,
			func(ctx context.Context, o graph.Options) ([]pair, error) { return g.AStar(ctx, none, o) },
			func(ctx context.Context, o graph.Options) ([]pair, error) { return g.IDAStar(ctx, none, o) },
			func(ctx context.Context, o graph.Options) ([]pair, error) { return g.Greedy(ctx, none, o) }} {
			check(find(ctx, graph.Options{}))
		}
	}
}

// TestKeysCost checks that a path takes the step with the least cost among those that lead to the same key.
func TestKeysCost(t *testing.T) {
	g := graph.OfKeys(func(n int) int { return n / 10 }, []int{0}, func(n int) []int {
		return map[int][]int{0: {11, 12}, 11: {20, 21}, 12: {21, 20}}[n]
	}, func(n int) bool { return n/10 == 2 })
	g.Cost = func(from, to, _ int) int64 { return map[int]int64{11: 5, 12: 1, 20: 7, 21: 2}[to] }
	path, err := g.Cheapest(t.Context(), graph.Options{})
	if err != nil || !slices.Equal(path, []int{0, 12, 21}) {
		t.Error(path, err)
	}
}

// TestKeysNoCongruence checks that a key that is not a congruence is an error and not a panic.
func TestKeysNoCongruence(t *testing.T) {
	ctx := t.Context()
	tens := func(n int) int { return n / 10 }
	branching := graph.OfKeys(tens, []int{0}, func(n int) []int {
		return map[int][]int{0: {10, 11}, 10: {90, 20}, 20: {30}}[n]
	}, func(n int) bool { return n == 30 })
	goals := graph.OfKeys(tens, []int{0}, func(n int) []int { return []int{10, 11} }, func(n int) bool { return n == 10 })
	for name, all := range map[string]iter.Seq2[[]int, error]{"goals": goals.AllShortest(ctx, graph.Options{}), "branching": branching.AllShortest(ctx, graph.Options{})} {
		var failed error
		for path, err := range all {
			if failed = err; err == nil && !slices.Contains([]int{10, 30}, path[len(path)-1]) || err != nil && path != nil {
				t.Error(name, path, err)
			}
		}
		if !errors.Is(failed, graph.ErrKey) {
			t.Error(name, failed)
		}
	}
	p := &graph.Path{Start: []uint64{0}, Edges: []graph.Edge{{Label: 1}, {Label: 1}}}
	if _, err := branching.Follow(p); !errors.Is(err, graph.ErrKey) || branching.States(p) != nil {
		t.Error(err)
	}
	p.Edges[1].Label = 7
	if _, err := branching.Follow(p); !errors.Is(err, graph.ErrKey) {
		t.Error(err)
	}
}

// TestSimpleDepth checks that paths of a bounded number of edges are found in an infinite graph.
func TestSimpleDepth(t *testing.T) {
	steps := func(n int) []int { return []int{n + 1, n - 1} }
	g := graph.Of([]int{0}, steps, func(n int) bool { return n == 4 || n == 10 })
	var all [][]int
	for path, err := range g.Simple(t.Context(), graph.Options{MaxDepth: 5, States: 1000}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, path)
	}
	if fmt.Sprint(all) != "[[0 1 2 3 4]]" {
		t.Error(all)
	}
	for path, err := range g.Simple(t.Context(), graph.Options{MaxDepth: graph.NoEdges, States: 1000}) {
		t.Error(path, err)
	}
}

// TestNegativeCost checks that every search reports a negative cost.
func TestNegativeCost(t *testing.T) {
	g := graph.Of([]int{0}, func(n int) []int { return []int{n + 1, n + 2} }, func(n int) bool { return n == 9 })
	g.Cost = func(from, _, k int) int64 { return int64(k - from) }
	none := func(int) int64 { return 0 }
	for name, find := range map[string]func(context.Context, graph.Options) ([]int, error){
		"shortest": g.Shortest, "cheapest": g.Cheapest, "any": g.Any, "deepening": g.Deepening,
		"A*":     func(ctx context.Context, o graph.Options) ([]int, error) { return g.AStar(ctx, none, o) },
		"IDA*":   func(ctx context.Context, o graph.Options) ([]int, error) { return g.IDAStar(ctx, none, o) },
		"greedy": func(ctx context.Context, o graph.Options) ([]int, error) { return g.Greedy(ctx, none, o) },
	} {
		if path, err := find(t.Context(), graph.Options{States: 1000}); !errors.Is(err, graph.ErrNegative) {
			t.Error(name, path, err)
		}
	}
}
