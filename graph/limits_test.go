package graph_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"farbank/graph"
)

// vast is a practically infinite grid. Its states have 55 bits, so a compact set would need a very large
// table.
type vast struct{ grid }

func (vast) Bits() int { return 55 }

func (vast) Goals(batch []uint64, goal []bool) error { clear(goal); return nil }

func (v vast) Fork() (graph.Graph, error) { return v, nil }

func endless() vast { return vast{grid{1 << 22}} }

// searches runs each search until it ends or reaches a limit.
var searches = map[string]func(context.Context, graph.Graph, graph.Options) (graph.Stats, error){
	"breadth first": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		s, err := graph.BreadthFirst(ctx, g, o)
		return s.Stats, errors.Join(err, s.Reason)
	},
	"breadth first, counting": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		s, err := graph.BreadthFirst(ctx, g, counting(o, true))
		return s.Stats, errors.Join(err, s.Reason)
	},
	"uniform cost": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		s, err := graph.UniformCost(ctx, g, o)
		return s.Stats, errors.Join(err, s.Reason)
	},
	"within": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		_, s, err := graph.Within(ctx, g, o)
		return s.Stats, errors.Join(err, s.Reason)
	},
	"depth first": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		_, s, err := graph.DepthFirst(ctx, g, o)
		return s.Stats, errors.Join(err, s.Reason)
	},
	"depth first, bounded": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		o.MaxDepth = 1 << 22
		_, s, err := graph.DepthFirst(ctx, g, o)
		return s.Stats, errors.Join(err, s.Reason)
	},
	"A*": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		s, err := graph.AStar(ctx, g, func(_ []uint64, left []int64) error { clear(left); return nil }, o)
		return s.Stats, errors.Join(err, s.Reason)
	},
	"reach": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		x, err := graph.Reach(ctx, g, o)
		return x.Stats, errors.Join(err, x.Reason)
	},
	"explore": func(ctx context.Context, g graph.Graph, o graph.Options) (graph.Stats, error) {
		s, err := graph.Explore(ctx, g, o)
		return s.Stats, errors.Join(err, s.Reason)
	},
}

// TestMemory checks that no search exceeds its memory limit by more than 2 percent, and that each uses most
// of it.
func TestMemory(t *testing.T) {
	const limit = 12 << 20
	for name, search := range searches {
		for workers := 1; workers <= 2; workers++ {
			st, err := search(context.Background(), endless(), graph.Options{Memory: limit, Workers: workers})
			if !errors.Is(err, graph.ErrMemory) {
				t.Errorf("%s: ended with %v", name, err)
			}
			if st.Memory > limit+limit/50 || st.Memory < limit*6/10 {
				t.Errorf("%s, %d workers: took %d bytes of %d, for %d states", name, workers, st.Memory, limit, st.Stored)
			}
		}
	}
}

// TestManyStates checks that states take most of the memory, wherever the limit lies between two table
// sizes.
func TestManyStates(t *testing.T) {
	for limit := int64(8 << 20); limit < 16<<20; limit += 1 << 20 {
		s, err := graph.BreadthFirst(context.Background(), endless(), graph.Options{Memory: limit})
		if err != nil || !errors.Is(s.Reason, graph.ErrMemory) {
			t.Fatal(err, s.Reason)
		}
		if s.Stats.Memory > limit || s.Stats.Stored*22 < limit { // 8 bytes for a state, 4 for its parent, 8 for the table, and a little
			t.Errorf("with %d bytes %d states were stored, in %d", limit, s.Stats.Stored, s.Stats.Memory)
		}
	}
}

// TestInterruptedWithCause checks that a context canceled with a custom cause stops every search.
func TestInterruptedWithCause(t *testing.T) {
	cause := errors.New("enough")
	for name, search := range searches {
		ctx, cancel := context.WithCancelCause(context.Background())
		stop := time.AfterFunc(20*time.Millisecond, func() { cancel(cause) })
		if _, err := search(ctx, endless(), graph.Options{Workers: 2}); !errors.Is(err, cause) {
			t.Errorf("%s: ended with %v", name, err)
		}
		stop.Stop()
		cancel(nil)
	}
}

// TestDepth checks that the zero Options have no depth limit, and that Depth distinguishes no limit from no
// edges.
func TestDepth(t *testing.T) {
	ctx := context.Background()
	for depth, want := range map[int]int64{0: 18, -1: 18, 18: 18, 17: -1, graph.Depth(0): -1, graph.Depth(18): 18} {
		s, err := graph.BreadthFirst(ctx, grid{10}, graph.Options{MaxDepth: depth})
		if err != nil || s.Status.Found() != (want >= 0) || s.Status.Found() && s.Cost != want || s.Cut == s.Status.Found() {
			t.Errorf("depth %d: %v %+v", depth, err, s)
		}
		path, s, err := graph.Within(ctx, grid{10}, graph.Options{MaxDepth: depth})
		if err != nil || (path != nil) != (want >= 0) || s.Cut && want >= 0 && depth <= 0 {
			t.Errorf("within %d: %v %+v", depth, err, s)
		}
	}
	if s, err := graph.BreadthFirst(ctx, grid{10}, graph.Options{MaxDepth: graph.NoEdges}); err != nil || s.Store.Len() != 1 || s.Bound != 1 {
		t.Errorf("%v %+v", err, s)
	}
}
