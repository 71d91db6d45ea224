package graph_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"farbank/graph"
	"farbank/internal/testing/long"
	"farbank/solver"
)

// web is a random graph of values with edge costs, and the distance of each value from the goal 0.
type web struct {
	to   [][]int
	cost [][]int64
	left []int64 // least cost of a path to 0, or graph.Unreachable
}

func newWeb(r *rand.Rand, n int) *web {
	w := &web{to: make([][]int, n), cost: make([][]int64, n), left: make([]int64, n)}
	for i := range n {
		w.left[i] = graph.Unreachable
		for range r.IntN(4) {
			w.to[i] = append(w.to[i], r.IntN(n))
			w.cost[i] = append(w.cost[i], r.Int64N(5))
		}
	}
	w.left[0] = 0
	for range n { // Bellman and Ford
		for i := range n {
			for k, j := range w.to[i] {
				if w.left[j] < graph.Unreachable {
					w.left[i] = min(w.left[i], w.left[j]+w.cost[i][k])
				}
			}
		}
	}
	return w
}

func (w *web) values(start int) *graph.Values[int] {
	g := graph.Of([]int{start}, func(n int) []int { return w.to[n] }, func(n int) bool { return n == 0 })
	g.Cost = func(from, _ int, k int) int64 { return w.cost[from][k] }
	return g
}

// price returns the least cost of a path along some states, or -1 if it is not a path from start to 0.
func (w *web) price(start int, path []int) int64 {
	if len(path) == 0 || path[0] != start || path[len(path)-1] != 0 {
		return -1
	}
	total := int64(0)
	for i, n := range path[1:] {
		step := int64(graph.Unreachable)
		for k, j := range w.to[path[i]] {
			if j == n {
				step = min(step, w.cost[path[i]][k])
			}
		}
		if step == graph.Unreachable {
			return -1
		}
		total += step
	}
	return total
}

// TestStrategies compares searches with and without heuristics. The heuristics are admissible but not
// consistent.
func TestStrategies(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 2))
	ctx := t.Context()
	for range long.Of(150, 400) {
		w := newWeb(r, 2+r.IntN(12))
		start := r.IntN(len(w.to))
		odd := make([]int64, len(w.left)) // an admissible estimate
		for i, d := range w.left {
			if odd[i] = d; d < graph.Unreachable {
				odd[i] = r.Int64N(d + 1)
			} else if r.IntN(2) == 0 {
				odd[i] = r.Int64N(9)
			}
		}
		left := func(n int) int64 { return odd[n] }
		fewest, err := w.values(start).Shortest(ctx, graph.Options{})
		if err != nil {
			t.Fatal(err)
		}
		check := func(name string, path []int, err error, cheapest, shortest bool) {
			t.Helper()
			price := w.price(start, path)
			switch {
			case err != nil:
				t.Errorf("%s: %v", name, err)
			case (path == nil) != (w.left[start] == graph.Unreachable), path != nil && price < 0:
				t.Errorf("%s: %v from %d", name, path, start)
			case path != nil && cheapest && price != w.left[start]:
				t.Errorf("%s: %v costs %d, want %d", name, path, price, w.left[start])
			case path != nil && shortest && len(path) != len(fewest):
				t.Errorf("%s: %v, want a path as short as %v", name, path, fewest)
			}
		}
		path, err := w.values(start).Cheapest(ctx, graph.Options{})
		check("uniform cost", path, err, true, false)
		path, err = w.values(start).AStar(ctx, left, graph.Options{})
		check("A*", path, err, true, false)
		path, err = w.values(start).IDAStar(ctx, left, graph.Options{})
		check("IDA*", path, err, true, false)
		path, err = w.values(start).Greedy(ctx, left, graph.Options{})
		check("greedy", path, err, false, false)
		path, err = w.values(start).Deepening(ctx, graph.Options{})
		check("deepening", path, err, false, true)
		path, err = w.values(start).Any(ctx, graph.Options{})
		check("depth first", path, err, false, false)
		bounded(t, w, start, len(fewest))
		if t.Failed() {
			t.Fatalf("from %d: %+v, estimates %v", start, w, odd)
		}
	}
}

// bounded checks searches with a bound on the number of edges: they must find a path if there is one within
// the bound. states is the number of states on a shortest path, or 0 if there is no path.
func bounded(t *testing.T, w *web, start, states int) {
	t.Helper()
	for most := range 8 {
		o := graph.Options{MaxDepth: graph.Depth(most)}
		there := states > 0 && states-1 <= most
		for name, search := range map[string]func(context.Context, graph.Graph, graph.Options) (*graph.Path, *graph.Search, error){
			"depth first": graph.DepthFirst, "deepening": graph.IterativeDeepening} {
			path, s, err := search(t.Context(), w.values(start), o)
			if err != nil || (path != nil) != there || path != nil && len(path.Edges) > most || s.Status.Found() != there {
				t.Errorf("%s, at most %d edges: %v %v %+v", name, most, path, err, s)
			}
			if states > 0 && !there && (!s.Cut || s.Status != solver.Unknown) {
				t.Errorf("%s, at most %d edges: not reported as cut: %+v", name, most, s)
			}
		}
	}
}

// TestDeepPath checks that long paths do not exhaust the stack.
func TestDeepPath(t *testing.T) {
	const deep = 200_000
	chain := func() *graph.Values[int] {
		return graph.Of([]int{0}, func(n int) []int { return []int{n + 1, max(0, n-1)} }, func(n int) bool { return n == deep })
	}
	if p, err := chain().Any(t.Context(), graph.Options{}); err != nil || len(p) != deep+1 {
		t.Error(len(p), err)
	}
	if _, err := chain().Any(t.Context(), graph.Options{Memory: 4 << 20}); !errors.Is(err, graph.ErrMemory) {
		t.Error(err)
	}
	if p, err := chain().Any(t.Context(), graph.Options{MaxDepth: deep - 1}); p != nil || err != nil {
		t.Error(len(p), err)
	}
	if p, err := chain().Greedy(t.Context(), func(n int) int64 { return int64(deep - n) }, graph.Options{}); err != nil || len(p) != deep+1 {
		t.Error(len(p), err)
	}
}

// TestDeepeningLimits checks that iterative deepening respects its limits and returns its partial result.
func TestDeepeningLimits(t *testing.T) {
	tree := func() graph.Graph {
		return graph.Of([]int{1}, func(n int) []int { return []int{2 * n, 2*n + 1} }, func(int) bool { return false })
	}
	none := func(batch []uint64, left []int64) error { clear(left); return nil }
	for name, search := range map[string]func(context.Context, graph.Options) (*graph.Path, *graph.Search, error){
		"deepening": func(ctx context.Context, o graph.Options) (*graph.Path, *graph.Search, error) {
			return graph.IterativeDeepening(ctx, tree(), o)
		},
		"IDA*": func(ctx context.Context, o graph.Options) (*graph.Path, *graph.Search, error) {
			return graph.IDAStar(ctx, tree(), none, o)
		},
	} {
		p, s, err := search(t.Context(), graph.Options{Memory: 1 << 20})
		if p != nil || err != nil || !errors.Is(s.Reason, graph.ErrMemory) || s.Bound < 10 || s.Bound > 20 || s.Stats.Memory > 5<<18 {
			t.Errorf("%s: %v %v %+v", name, p, err, s)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		if _, s, err := search(ctx, graph.Options{}); err != nil || !errors.Is(s.Reason, context.DeadlineExceeded) {
			t.Errorf("%s: %v %+v", name, err, s)
		}
		cancel()
	}
}

// ExampleValues_AStar finds a path on an unbounded board, with and without a heuristic.
func ExampleValues_AStar() {
	type place struct{ x, y int }
	const size = 20
	steps := func(p place) []place {
		return []place{{p.x + 1, p.y}, {p.x, p.y + 1}, {p.x - 1, p.y}, {p.x, p.y - 1}}
	}
	away := func(p place) int64 { return int64(max(size-p.x, p.x-size) + max(size-p.y, p.y-size)) }
	board := func() *graph.Values[place] {
		return graph.Of([]place{{0, 0}}, steps, func(p place) bool { return p == place{size, size} })
	}
	ctx := context.Background()
	path, err := board().AStar(ctx, away, graph.Options{})
	fmt.Println(len(path)-1, "steps by A*", err)
	path, err = board().Shortest(ctx, graph.Options{})
	fmt.Println(len(path)-1, "steps breadth first", err)
	path, err = board().Greedy(ctx, away, graph.Options{})
	fmt.Println(len(path)-1, "steps by greedy search", err)
	// Output:
	// 40 steps by A* <nil>
	// 40 steps breadth first <nil>
	// 40 steps by greedy search <nil>
}
