package graph_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/graph"
)

// TestKept compares the graph that Explore keeps with the one of Reach, apart from labels.
func TestKept(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 8))
		g := randomTable(r, 2+r.IntN(40), 1, true)
		ctx := context.Background()
		sh, err := graph.Explore(ctx, g, graph.Options{Keep: 40})
		if err != nil || sh.Kept == nil {
			t.Fatal(seed, err, sh)
		}
		x, err := graph.Reach(ctx, g, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := about(t, sh.Kept), about(t, x); !slices.EqualFunc(a, b, slices.Equal[[]int]) {
			t.Fatalf("seed %d: %v, want %v", seed, a, b)
		}
		if sh, err = graph.Explore(ctx, g, graph.Options{Keep: int(sh.States) - 1}); err != nil || sh.Kept != nil && sh.States > 1 {
			t.Fatalf("seed %d: kept although too large: %v", seed, err)
		}
	}
}

// about returns the answers to questions about a graph, and its edges.
func about(t *testing.T, x *graph.Explicit) [][]int {
	t.Helper()
	every, err1 := x.EveryPath(context.Background())
	can, err2 := x.CanReachGoal(context.Background())
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	list := [][]int{every, x.DeadEnds(100)}
	for i := range x.Len() {
		about := []int{0}
		if can[i] != reaches(x, i) {
			t.Fatalf("state %d: can reach a goal: %v", i, can[i])
		}
		for j := range x.Edges(i) {
			about = append(about, j)
		}
		slices.Sort(about)
		list = append(list, about)
	}
	return list
}

// reaches reports, by a breadth-first search, whether a goal can be reached.
func reaches(x *graph.Explicit, from int) bool {
	seen := map[int]bool{from: true}
	queue := []int{from}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if x.Goal[i] {
			return true
		}
		for j := range x.Edges(i) {
			if !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return false
}

// TestReachesBack checks a path to the goal that alternates so often that the sweeps do not suffice.
func TestReachesBack(t *testing.T) {
	const n = 60
	start := make([]int, n)
	for i := range start {
		start[i] = i
	}
	r := rand.New(rand.NewPCG(1, 1))
	next := r.Perm(n) // a path through all states, in random order
	g := graph.Of(start, func(i int) []int {
		if k := slices.Index(next, i); k < n-1 {
			return []int{next[k+1]}
		}
		return nil
	}, func(i int) bool { return i == next[n-1] })
	sh, err := graph.Explore(context.Background(), g, graph.Options{Keep: n})
	if err != nil || sh.Kept == nil {
		t.Fatal(err)
	}
	can, err := sh.Kept.CanReachGoal(context.Background())
	if err != nil || slices.Contains(can, false) {
		t.Fatal(can, err)
	}
}

// TestBreadthFirstStates checks that a limit on the number of states stops the search.
func TestBreadthFirstStates(t *testing.T) {
	g := graph.Of([]int{0}, func(n int) []int { return []int{n + 1, n + 2} }, func(n int) bool { return n < 0 })
	r, err := graph.BreadthFirst(context.Background(), g, graph.Options{States: 500})
	if err != nil || r.Status.Found() || !errors.Is(r.Reason, graph.ErrStates) {
		t.Fatal(r, err)
	}
}
