package graph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"farbank/graph"
)

// ExampleOf solves the puzzle of the wolf, the goat and the cabbage: a state says who is on the left bank.
func ExampleOf() {
	type left struct{ farmer, wolf, goat, cabbage bool }
	safe := func(s left) bool {
		return s.farmer == s.goat || s.goat != s.wolf && s.goat != s.cabbage
	}
	crossings := func(s left) (next []left) {
		for _, who := range []func(*left) *bool{
			func(s *left) *bool { return &s.farmer }, func(s *left) *bool { return &s.wolf },
			func(s *left) *bool { return &s.goat }, func(s *left) *bool { return &s.cabbage }} {
			if to := s; *who(&s) == s.farmer {
				*who(&to) = !s.farmer
				to.farmer = !s.farmer
				if safe(to) {
					next = append(next, to)
				}
			}
		}
		return next
	}
	g := graph.Of([]left{{true, true, true, true}}, crossings, func(s left) bool { return s == left{} })
	path, err := g.Shortest(context.Background(), graph.Options{})
	fmt.Println(len(path)-1, "crossings", err)
	n := 0
	for range g.Reachable(context.Background(), graph.Options{}) {
		n++
	}
	fmt.Println(n, "states")
	// Output:
	// 7 crossings <nil>
	// 10 states
}

// TestValues compares the methods of Values with a search written out by hand.
func TestValues(t *testing.T) {
	ctx := t.Context()
	step := func(n int) []int { return []int{2 * n % 1009, (n + 7) % 1009} }
	g := graph.Of([]int{1}, step, func(n int) bool { return n == 1000 })
	plain := map[int]int{1: 0}
	for queue := []int{1}; len(queue) > 0; queue = queue[1:] {
		for _, m := range step(queue[0]) {
			if _, ok := plain[m]; !ok {
				plain[m] = plain[queue[0]] + 1
				queue = append(queue, m)
			}
		}
	}
	path, err := g.Shortest(ctx, graph.Options{})
	if err != nil || len(path)-1 != plain[1000] || path[0] != 1 || path[len(path)-1] != 1000 {
		t.Fatal(path, err, plain[1000])
	}
	for i, s := range path[1:] {
		if !slices.Contains(step(path[i]), s) {
			t.Errorf("no step from %d to %d", path[i], s)
		}
	}
	count := 0
	for p, err := range g.AllShortest(ctx, graph.Options{}) {
		if err != nil || len(p) != len(path) {
			t.Fatal(p, err)
		}
		count++
	}
	s, err := graph.BreadthFirst(ctx, g, graph.Options{CountPaths: true})
	if err != nil || s.Paths.Int64() != int64(count) {
		t.Error(err, s.Paths, count)
	}
	states := 0
	for _, err := range g.Reachable(ctx, graph.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		states++
	}
	if states != len(plain) {
		t.Errorf("%d states, want %d", states, len(plain))
	}
	if any, err := g.Any(ctx, graph.Options{}); err != nil || any[len(any)-1] != 1000 {
		t.Error(any, err)
	}
	g.Cost = func(_, _ int, k int) int64 { return int64(1 + 9*k) }
	if p, err := g.Cheapest(ctx, graph.Options{}); err != nil || len(p) < len(path) {
		t.Error(p, err)
	}
}

// TestValuesByKeys checks states that are not comparable, and searches without a path.
func TestValuesByKeys(t *testing.T) {
	ctx := t.Context()
	swaps := func(s []string) (next [][]string) {
		for i := range len(s) - 1 {
			to := slices.Clone(s)
			to[i], to[i+1] = to[i+1], to[i]
			next = append(next, to)
		}
		return next
	}
	key := func(s []string) string { return strings.Join(s, " ") }
	g := graph.OfKeys(key, [][]string{{"c", "b", "a"}}, swaps, func(s []string) bool { return slices.IsSorted(s) })
	if p, err := g.Shortest(ctx, graph.Options{}); err != nil || len(p) != 4 {
		t.Error(p, err)
	}
	n := 0
	for p, err := range g.Simple(ctx, graph.Options{}) {
		if err != nil || key(p[len(p)-1]) != "a b c" {
			t.Error(p, err)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d simple paths, want 2", n)
	}
	none := graph.Of([]int{0}, func(n int) []int { return []int{(n + 1) % 10} }, func(int) bool { return false })
	if p, err := none.Shortest(ctx, graph.Options{}); p != nil || err != nil {
		t.Error(p, err)
	}
	if p, err := none.Any(ctx, graph.Options{}); p != nil || err != nil {
		t.Error(p, err)
	}
	if p, err := graph.Of(nil, func(int) []int { return nil }, func(int) bool { return true }).Shortest(ctx, graph.Options{}); p != nil || err != nil {
		t.Error(p, err)
	}
	endless := graph.Of([]int{0}, func(n int) []int { return []int{n + 1} }, func(int) bool { return false })
	if _, err := endless.Shortest(ctx, graph.Options{Memory: 1 << 20}); !errors.Is(err, graph.ErrMemory) {
		t.Error(err)
	}
	if p, err := endless.Shortest(ctx, graph.Options{MaxDepth: 5}); p != nil || err != nil {
		t.Error(p, err)
	}
}

// TestReachable checks the order of states, the depth limit, and the end of the loop or the context.
func TestReachable(t *testing.T) {
	wide := func() graph.Graph {
		return graph.Of([]int{0}, func(n int) []int {
			if n > 0 {
				return nil
			}
			next := make([]int, 100_000)
			for i := range next {
				next[i] = i + 1
			}
			return next
		}, func(int) bool { return false })
	}
	depths := map[int]int{}
	for met, err := range graph.Reachable(t.Context(), wide(), graph.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		depths[met.Depth]++
	}
	if len(depths) != 2 || depths[0] != 1 || depths[1] != 100_000 {
		t.Error(depths)
	}
	n := 0
	for range graph.Reachable(t.Context(), wide(), graph.Options{MaxDepth: graph.NoEdges}) {
		n++
	}
	if n != 1 {
		t.Errorf("%d states without an edge", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	after := 0
	var last error
	for met, err := range graph.Reachable(ctx, wide(), graph.Options{}) {
		last = err
		if met.Depth == 1 {
			cancel() // in the middle of a layer
			after++
		}
	}
	if !errors.Is(last, context.Canceled) || after > 1000 {
		t.Errorf("%v, %d states after the end", last, after)
	}
}
