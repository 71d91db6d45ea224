package graph_test

import (
	"context"
	"errors"
	"testing"

	"farbank/graph"
	"farbank/solver"
)

// An ending is what the results of searches have in common.
type ending struct {
	status solver.Status
	reason error
	cut    bool
}

// chainTo is the chain 0, 1, ..., last. goal is its goal state, or -1.
func chainTo(last, goal int) *graph.Values[int] {
	return graph.Of([]int{0}, func(i int) []int {
		if i == last {
			return nil
		}
		return []int{i + 1}
	}, func(i int) bool { return i == goal })
}

// endings runs each search for a goal. The value is the status of a path that it finds without a limit.
var endings = map[string]struct {
	found solver.Status
	depth bool // MaxDepth limits it
	run   func(context.Context, graph.Graph, graph.Options) (*graph.Search, error)
}{
	"breadth first": {solver.Optimal, true, graph.BreadthFirst},
	"uniform cost":  {solver.Optimal, false, graph.UniformCost},
	"within":        {solver.Optimal, true, followed(graph.Within)},
	"depth first":   {solver.Solved, true, followed(graph.DepthFirst)},
	"deepening":     {solver.Optimal, true, followed(graph.IterativeDeepening)},
	"A*": {solver.Optimal, false, func(ctx context.Context, g graph.Graph, o graph.Options) (*graph.Search, error) {
		return graph.AStar(ctx, g, nothing, o)
	}},
	"IDA*": {solver.Optimal, false, func(ctx context.Context, g graph.Graph, o graph.Options) (*graph.Search, error) {
		_, s, err := graph.IDAStar(ctx, g, nothing, o)
		return s, err
	}},
	"greedy": {solver.Solved, false, func(ctx context.Context, g graph.Graph, o graph.Options) (*graph.Search, error) {
		return graph.Greedy(ctx, g, nothing, o)
	}},
}

// nothing is the estimate 0.
func nothing(_ []uint64, left []int64) error { clear(left); return nil }

func followed(search func(context.Context, graph.Graph, graph.Options) (*graph.Path, *graph.Search, error)) func(context.Context, graph.Graph, graph.Options) (*graph.Search, error) {
	return func(ctx context.Context, g graph.Graph, o graph.Options) (*graph.Search, error) {
		_, s, err := search(ctx, g, o)
		return s, err
	}
}

// TestStatus checks how each search for a goal ends: at a goal, without one, at MaxDepth, at a limit, interrupted.
func TestStatus(t *testing.T) {
	ctx := t.Context()
	over, cancel := context.WithCancelCause(ctx)
	enough := errors.New("enough")
	cancel(enough)
	short, endless := chainTo(9, 5), chainTo(-1, -1)
	for name, e := range endings {
		check := func(what string, ctx context.Context, g graph.Graph, o graph.Options, want ending) {
			t.Helper()
			s, err := e.run(ctx, g, o)
			if got := (ending{s.Status, s.Reason, s.Cut}); err != nil || got != want {
				t.Errorf("%s, %s: got %v, %v, want %v", name, what, got, err, want)
			}
		}
		check("a goal", ctx, short, graph.Options{}, ending{status: e.found})
		check("no goal", ctx, chainTo(9, -1), graph.Options{}, ending{status: solver.Infeasible})
		check("interrupted", over, short, graph.Options{}, ending{reason: enough})
		check("memory", ctx, endless, graph.Options{Memory: 1 << 16}, ending{reason: solver.ErrMemory})
		if e.depth {
			check("too deep", ctx, short, graph.Options{MaxDepth: 4}, ending{cut: true})
			check("deep enough", ctx, short, graph.Options{MaxDepth: 6}, ending{status: e.found})
		}
	}
}

// TestStatusWithin checks that a path that a limit kept from being compared with all others is only feasible.
func TestStatusWithin(t *testing.T) {
	costly := graph.Of([]int{0}, func(i int) []int { return []int{i + 1, -1} }, func(i int) bool { return i == -1 })
	costly.Cost = func(_, to int, _ int) int64 {
		if to < 0 {
			return 1 << 40
		}
		return 1
	}
	path, s, err := graph.Within(t.Context(), costly, graph.Options{Memory: 1 << 20})
	if path == nil || err != nil || s.Status != solver.Feasible || s.Reason != solver.ErrMemory || s.Cost != 1<<40 {
		t.Errorf("%v %v %v", path, err, s)
	}
}

// TestStatusGoals checks how the search for all goals ends.
func TestStatusGoals(t *testing.T) {
	ctx := t.Context()
	all := graph.Of([]int{0}, func(i int) []int { return []int{i + 1, i + 100} }, func(i int) bool { return i >= 4 })
	hidden := chainTo(-1, 5) // the goal ends the chain
	for name, c := range map[string]struct {
		g     graph.Graph
		o     graph.Options
		most  int64 // goals that yield takes
		want  ending
		count int64
	}{
		"all":       {all, graph.Options{}, 9, ending{status: solver.Solved}, 5},
		"some":      {all, graph.Options{}, 2, ending{status: solver.Feasible}, 2},
		"cut":       {all, graph.Options{MaxDepth: 1}, 9, ending{status: solver.Solved, cut: true}, 1},
		"none":      {chainTo(9, -1), graph.Options{}, 9, ending{status: solver.Infeasible}, 0},
		"none near": {hidden, graph.Options{MaxDepth: 3}, 9, ending{cut: true}, 0},
		"memory":    {chainTo(-1, -1), graph.Options{Memory: 1 << 20}, 9, ending{reason: solver.ErrMemory}, 0},
		"one, memory": {graph.Of([]int{0, -1}, func(i int) []int { return []int{i + 1} }, func(i int) bool { return i < 0 }),
			graph.Options{Memory: 1 << 20}, 9, ending{status: solver.Feasible, reason: solver.ErrMemory}, 1},
	} {
		n := int64(0)
		r, err := graph.ReachableGoals(ctx, c.g, c.o, func(*graph.Path) bool { n++; return n < c.most })
		if got := (ending{r.Status, r.Reason, r.Cut}); err != nil || got != c.want || r.Count != c.count || n != c.count {
			t.Errorf("%s: got %v, %v, %d goals, want %v, %d", name, got, err, r.Count, c.want, c.count)
		}
	}
}

// TestStatusGraphs checks how explorations and the builders of graphs end.
func TestStatusGraphs(t *testing.T) {
	ctx := t.Context()
	for name, c := range map[string]struct {
		g    graph.Graph
		o    graph.Options
		want ending
	}{
		"whole":  {chainTo(9, 5), graph.Options{Keep: 100}, ending{status: solver.Solved}},
		"memory": {chainTo(-1, 5), graph.Options{Memory: 1 << 20}, ending{reason: solver.ErrMemory}},
		"states": {chainTo(-1, 5), graph.Options{States: 100}, ending{reason: graph.ErrStates}},
	} {
		x, err := graph.Reach(ctx, c.g, c.o)
		if got := (ending{status: x.Status, reason: x.Reason}); err != nil || got != c.want {
			t.Errorf("%s: reach: got %v, %v, want %v", name, got, err, c.want)
		}
		sh, err := graph.Explore(ctx, c.g, c.o)
		if got := (ending{status: sh.Status, reason: sh.Reason}); err != nil || got != c.want {
			t.Errorf("%s: explore: got %v, %v, want %v", name, got, err, c.want)
		}
		if sh.Status == solver.Solved && (sh.Kept == nil || sh.Kept.Status != solver.Solved) {
			t.Errorf("%s: kept %v", name, sh.Kept)
		}
	}
	g := chainTo(9, 5)
	s, err := graph.UniformCost(ctx, g, graph.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := graph.NewShortestPaths(ctx, g, graph.Options{}, s)
	if err != nil || p.Status != solver.Solved || p.Reason != nil {
		t.Errorf("shortest paths: %v %v", p, err)
	}
	p, err = graph.NewShortestPaths(ctx, g, graph.Options{Memory: 1}, s)
	if err != nil || p.Status != solver.Unknown || p.Reason != solver.ErrMemory {
		t.Errorf("shortest paths in one byte: %v %v", p, err)
	}
}
