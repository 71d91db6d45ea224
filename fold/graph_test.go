package fold_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/fold"
)

// network returns a random graph of 12 nodes with edge costs.
func network(seed uint64) (edges [12][]int, costs [12][]int) {
	r := rand.New(rand.NewPCG(seed, 3))
	for i := range edges {
		for range r.IntN(4) {
			edges[i] = append(edges[i], r.IntN(12))
			costs[i] = append(costs[i], r.IntN(5))
		}
	}
	return edges, costs
}

const far = 1 << 20

// TestEquations compares least solutions with distances computed by as many passes over all
// nodes as there are nodes (Bellman and Ford).
func TestEquations(t *testing.T) {
	for seed := range uint64(200) {
		edges, costs := network(seed)
		var want [12]int
		for i := range want {
			want[i] = far
		}
		want[11] = 0
		for range want {
			for i := range want {
				for k, to := range edges[i] {
					want[i] = min(want[i], want[to]+costs[i][k])
				}
			}
		}
		e := fold.Equations[int, string, int, int]{
			Key:    func(i int) string { return fmt.Sprint("node ", i) },
			Expand: func(i int) (int, []int, error) { return i, edges[i], nil },
			Reduce: func(i int, below []int) (int, error) {
				d := far
				if i == 11 {
					d = 0
				}
				for k, b := range below {
					d = min(d, b+costs[i][k])
				}
				return d, nil
			},
			Bottom: far, Equal: func(a, b int) bool { return a == b },
		}
		s, err := e.Least(t.Context(), 0, 3)
		if err != nil {
			t.Fatal(err)
		}
		met := 0
		for i, d := range s.All() {
			met++
			if d != want[i] {
				t.Fatalf("seed %d: node %d is %d away, want %d", seed, i, d, want[i])
			}
		}
		reached := 0
		for range fold.Levels(e.Key, func(i int) iter.Seq[int] { return slices.Values(edges[i]) }, 0, 3) {
			reached++
		}
		if met != reached {
			t.Fatalf("seed %d: %d nodes, want %d", seed, met, reached)
		}
	}
}

// TestEndless checks that results that keep changing end with ErrEndless.
func TestEndless(t *testing.T) {
	e := fold.Equations[int, int, int, int]{Key: func(i int) int { return i }, MaxUpdates: 100, Equal: func(a, b int) bool { return a == b },
		Expand: func(i int) (int, []int, error) { return i, []int{(i + 1) % 3}, nil },
		Reduce: func(_ int, below []int) (int, error) { return below[0] + 1, nil }}
	if _, err := e.Least(t.Context(), 0); !errors.Is(err, fold.ErrEndless) {
		t.Error(err)
	}
	broken := errors.New("broken")
	e.Reduce = func(int, []int) (int, error) { return 0, broken }
	if _, err := e.Least(t.Context(), 0); !errors.Is(err, broken) {
		t.Error(err)
	}
	e.Expand = func(int) (int, []int, error) { return 0, nil, broken }
	if _, err := e.Least(t.Context(), 0); !errors.Is(err, broken) {
		t.Error(err)
	}
}

// TestCycles checks that the error of a memo that depends on itself names exactly the cycle.
func TestCycles(t *testing.T) {
	next := map[string][]string{"a": {"b"}, "b": {"d", "c"}, "c": {"e"}, "e": {"b"}}
	grow := func(s []string) ([]string, [][]string) { // seeds that are not comparable
		var below [][]string
		for _, n := range next[s[0]] {
			below = append(below, []string{n})
		}
		return s, below
	}
	_, err := fold.MemoBy(func(s []string) string { return s[0] }, []string{"a"}, grow, func(_ []string, below []int) int { return 1 + total(below) })
	var cycle *fold.CycleError[[]string]
	if !errors.As(err, &cycle) || err.Error() != "a seed needs its own result: [b] → [c] → [e] → [b]" {
		t.Error(err)
	}
	defer func() {
		if err, ok := recover().(error); !ok || err.Error() != "a seed needs its own result: 0 → 1 → 2 → 3 → 4 → 5 → 6 → 7 → (12 more) → 0" {
			t.Error(err)
		}
	}()
	fold.Memo(0, 0, func(i int) (int, []int) { return i, []int{(i + 1) % 20} }, mix)
}

// TestSearchOnLevels checks that each state once is enough for an idempotent monoid.
func TestSearchOnLevels(t *testing.T) {
	for seed := range uint64(50) {
		children := tree(seed, 4)
		below := func(n int) iter.Seq[int] { return func(yield func(int) bool) { children(n, yield) } }
		set := fold.Set[int]()
		one := func(n int) map[int]struct{} { return map[int]struct{}{n % 50: {}} }
		nodes := func(yield func(int) bool) {
			for _, n := range fold.Levels(func(n int) int { return n }, below, 1) {
				if !yield(n) {
					return
				}
			}
		}
		if got, want := fmt.Sprint(fold.Gather(nodes, one, set)), fmt.Sprint(fold.Map(1, children, one, set)); got != want {
			t.Fatalf("seed %d: %s, want %s", seed, got, want)
		}
	}
}

// TestTable checks that a table keeps results, also after an error.
func TestTable(t *testing.T) {
	calls, broken := 0, errors.New("broken")
	table := fold.Table[int, int, int, int]{Key: func(n int) int { return n }, Expand: func(n int) (int, []int, error) {
		if calls++; n == 100 {
			return 0, []int{3, -1}, nil
		}
		if n < 0 {
			return 0, nil, broken
		}
		v, below := expand(n)
		return v, below, nil
	}, Reduce: func(n int, below []int) (int, error) { return mix(n, below), nil }}
	if _, err := table.At(t.Context(), 100); !errors.Is(err, broken) {
		t.Error(err)
	}
	want := fold.Hylo(30, expand, mix)
	for range 2 {
		if got, err := table.At(t.Context(), 30); got != want || err != nil {
			t.Errorf("%d %v, want %d", got, err, want)
		}
	}
	if calls != 32 || table.Len() != 30 {
		t.Errorf("%d calls for %d seeds", calls, table.Len())
	}
}

// TestLevelsM checks an error of the children, the end of the context, an error of the value
// and an early stop; without these, LevelsM equals Levels.
func TestLevelsM(t *testing.T) {
	boom := errors.New("boom")
	below := func(n int) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) {
			if n == 20 {
				yield(0, boom)
				return
			}
			_ = yield(2*n, nil) && yield(n+3, nil)
		}
	}
	same := func(n int) int { return n }
	one := func(at fold.Level[int]) (int, error) { return 1, nil }
	sum := fold.Sum[int]()

	n, err := fold.GatherM(t.Context(), fold.LevelsM(t.Context(), same, below, 1), one, sum)
	if !errors.Is(err, boom) || n == 0 {
		t.Error(n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n, err = fold.GatherM(ctx, fold.LevelsM(ctx, same, below, 1), func(at fold.Level[int]) (int, error) {
		if at.Depth == 2 {
			cancel()
		}
		return 1, nil
	}, sum)
	if !errors.Is(err, context.Canceled) || n == 0 {
		t.Error(n, err)
	}
	n, err = fold.GatherM(t.Context(), fold.LevelsM(t.Context(), same, below, 1), func(at fold.Level[int]) (int, error) { return at.Seed, boom }, sum)
	if !errors.Is(err, boom) || n != 0 {
		t.Error(n, err)
	}
	least := fold.Or
	ok, err := fold.GatherM(t.Context(), fold.LevelsM(t.Context(), same, below, 1), func(at fold.Level[int]) (bool, error) { return at.Seed == 7, nil }, least)
	if err != nil || !ok {
		t.Error(ok, err)
	}
	var plain, effects []int
	for d, s := range fold.Levels(same, func(n int) iter.Seq[int] { return slices.Values([]int{n / 2, n / 3}) }, 100) {
		plain = append(plain, d, s)
	}
	for at, err := range fold.LevelsM(t.Context(), same, func(n int) iter.Seq2[int, error] {
		return func(yield func(int, error) bool) { _ = yield(n/2, nil) && yield(n/3, nil) }
	}, 100) {
		if err != nil {
			t.Fatal(err)
		}
		effects = append(effects, at.Depth, at.Seed)
	}
	if !slices.Equal(plain, effects) || len(plain) == 0 {
		t.Error(plain, effects)
	}
}
