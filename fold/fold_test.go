package fold_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"farbank/fold"
	"farbank/internal/testing/long"
)

// laws checks that a monoid is associative and that its empty value is neutral.
func laws[M any](t *testing.T, name string, m fold.Monoid[M], random func(*rand.Rand) M) {
	t.Run(name, func(t *testing.T) {
		for seed := range uint64(300) {
			value := func(k uint64) M { return random(rand.New(rand.NewPCG(seed, k))) } // fresh each time: Combine may modify its left operand
			a, b, c := func() M { return value(1) }, func() M { return value(2) }, func() M { return value(3) }
			left, right := m.Combine(m.Combine(a(), b()), c()), m.Combine(a(), m.Combine(b(), c()))
			if fmt.Sprint(left) != fmt.Sprint(right) {
				t.Fatalf("(%v %v) %v: %v and %v", a(), b(), c(), left, right)
			}
			for _, x := range []M{m.Combine(m.Empty(), a()), m.Combine(a(), m.Empty())} {
				if fmt.Sprint(x) != fmt.Sprint(a()) {
					t.Fatalf("%v with the empty value: %v", a(), x)
				}
			}
			if m.Full != nil && m.Full(a()) && fmt.Sprint(m.Combine(a(), b())) != fmt.Sprint(a()) {
				t.Fatalf("%v is full, but %v changes it", a(), b())
			}
			right2 := b()
			m.Combine(a(), right2)
			if !reflect.DeepEqual(right2, b()) {
				t.Fatal("the right operand was changed")
			}
		}
	})
}

func option(r *rand.Rand) fold.Option[int] { return fold.Option[int]{Value: r.IntN(5), Some: true} }

func list(r *rand.Rand) []int {
	xs := make([]int, r.IntN(4))
	for i := range xs {
		xs[i] = r.IntN(5)
	}
	return xs
}

func TestMonoids(t *testing.T) {
	laws(t, "count", fold.Count, func(r *rand.Rand) int { return r.IntN(9) })
	laws(t, "sum", fold.Sum[int8](), func(r *rand.Rand) int8 { return int8(r.IntN(256)) })
	laws(t, "big sum", fold.BigSum(), func(r *rand.Rand) *big.Int { return big.NewInt(1 + r.Int64()) })
	laws(t, "product", fold.Product[int](), func(r *rand.Rand) int { return r.IntN(4) })
	laws(t, "and", fold.And, func(r *rand.Rand) bool { return r.IntN(2) == 0 })
	laws(t, "or", fold.Or, func(r *rand.Rand) bool { return r.IntN(2) == 0 })
	laws(t, "first", fold.First[int](), option)
	laws(t, "last", fold.Last[int](), option)
	laws(t, "min", fold.Min[int](), option)
	laws(t, "max", fold.Max[int](), option)
	laws(t, "all", fold.All[int](), list)
	laws(t, "top", fold.Top(3, func(a, b int) int { return a - b }), func(r *rand.Rand) []int { return []int{r.IntN(5)} })
	laws(t, "set", fold.Set[int](), func(r *rand.Rand) map[int]struct{} {
		s := map[int]struct{}{}
		for _, x := range list(r) {
			s[x] = struct{}{}
		}
		return s
	})
	laws(t, "map", fold.MapOf[int](fold.Count), func(r *rand.Rand) map[int]int {
		s := map[int]int{}
		for _, x := range list(r) {
			s[x]++
		}
		return s
	})
	laws(t, "pair", fold.Pair(fold.First[int](), fold.Or), func(r *rand.Rand) fold.Both[fold.Option[int], bool] {
		return fold.Both[fold.Option[int], bool]{A: option(r), B: r.IntN(2) == 0}
	})
}

// tree returns the children function of a random tree; those of n are above n*4.
func tree(seed uint64, depth int) func(int, func(int) bool) {
	return func(n int, child func(int) bool) {
		if n >= 1<<(2*depth) {
			return
		}
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		for i := range r.IntN(5) {
			if !child(n*4 + i%4 + 1) {
				return
			}
		}
	}
}

// TestParallel compares RunParallel with Run, for monoids that are not commutative and for
// those that stop early.
func TestParallel(t *testing.T) {
	for seed := range uint64(60) {
		children := tree(seed, 5)
		all := fold.Search[int, []int]{Children: children, Monoid: fold.All[int](), Value: func(n int) []int { return []int{n} }}
		first := fold.Search[int, fold.Option[int]]{Children: children, Monoid: fold.First[int](), Value: func(n int) fold.Option[int] {
			return fold.Option[int]{Value: n, Some: n%97 == 5}
		}}
		for workers := 1; workers <= 4; workers++ {
			got, err := all.RunParallel(context.Background(), workers, 1)
			if err != nil || fmt.Sprint(got) != fmt.Sprint(all.Run(1)) {
				t.Fatalf("seed %d, %d workers: %v, another order or other values", seed, workers, err)
			}
			f, err := first.RunParallel(context.Background(), workers, 1)
			if err != nil || f.Some != first.Run(1).Some || f.Some && f != first.Run(1) {
				t.Fatalf("seed %d, %d workers: first %v %v, want %v", seed, workers, f, err, first.Run(1))
			}
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	s := fold.Search[int, int]{Children: func(n int, child func(int) bool) { _ = child(n+1) && child(n+2) }, Monoid: fold.Count, Value: func(int) int {
		if n++; n == 1000 {
			cancel()
		}
		return 1
	}}
	s.Children = func(x int, child func(int) bool) {
		if x < 60 {
			_ = child(x+1) && child(x+2)
		}
	}
	if _, err := s.RunContext(ctx, 0); err == nil {
		t.Error("a cancelled search returned no error")
	}
}

func TestSchemes(t *testing.T) {
	expand := func(n int) (int, []int) {
		if n < 2 {
			return n, nil
		}
		return n, []int{n - 1, n / 2}
	}
	sum := func(n int, below []int) int {
		for _, k := range below {
			n += k
		}
		return n
	}
	want := fold.Fold(fold.Unfold(12, expand), sum)
	if got := fold.Hylo(12, expand, sum); got != want {
		t.Errorf("hylo %d, want %d", got, want)
	}
	for _, bound := range []int{0, 1, 3, 100} {
		if got := fold.Memo(bound, 12, expand, sum); got != want {
			t.Errorf("memo of %d: %d, want %d", bound, got, want)
		}
	}
	nodes := fold.Para(fold.Unfold(5, expand), func(_ int, trees []*fold.Tree[int], below []int) int {
		for i, k := range below {
			if len(trees[i].Children) > 0 && k == 1 {
				t.Error("a tree with children has one node")
			}
		}
		return sum(1, below)
	})
	grafted := fold.Apo(5, func(n int) (int, []fold.Branch[int, int]) {
		if n == 3 {
			return n, []fold.Branch[int, int]{{Tree: fold.Unfold(2, expand)}, {Seed: 1}}
		}
		_, seeds := expand(n)
		var list []fold.Branch[int, int]
		for _, s := range seeds {
			list = append(list, fold.Branch[int, int]{Seed: s})
		}
		return n, list
	})
	if got := fold.Fold(grafted, func(_ int, below []int) int { return sum(1, below) }); got != nodes {
		t.Errorf("%d nodes, want %d", got, nodes)
	}
}

// TestSequences counts the ways to place six queens, or eight, in any order, and the
// distinct boards.
func TestSequences(t *testing.T) {
	size, sequences, boards := 6, 2880, 4
	if long.Enabled() {
		size, sequences, boards = 8, 3709440, 92
	}
	m := fold.Pair(fold.Count, fold.Set[[8]pos]())
	r := fold.Map(nil, anyOrder(size), ifFull(size, m, func(b board) fold.Both[int, map[[8]pos]struct{}] {
		var key [8]pos
		copy(key[:], b)
		return fold.Both[int, map[[8]pos]struct{}]{A: 1, B: map[[8]pos]struct{}{key: {}}}
	}), m)
	if r.A != sequences || len(r.B) != boards {
		t.Errorf("%d sequences, %d boards; want %d, %d", r.A, len(r.B), sequences, boards)
	}
}

// columns counts solutions of n queens column by column, with bit sets of rows and diagonals.
type columns struct {
	rows, up, down uint32
	n              uint32
}

func queens(n uint32) fold.Search[columns, int] {
	all := uint32(1)<<n - 1
	return fold.Search[columns, int]{
		Children: func(c columns, child func(columns) bool) {
			for free := all &^ (c.rows | c.up | c.down); free != 0; free &= free - 1 {
				bit := free & -free
				if !child(columns{c.rows | bit, (c.up | bit) << 1, (c.down | bit) >> 1, c.n + 1}) {
					return
				}
			}
		},
		Value: func(c columns) int {
			if c.n == n {
				return 1
			}
			return 0
		},
		Monoid: fold.Count,
	}
}

func TestQueens(t *testing.T) {
	for n, want := range []int{1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724} {
		if got := queens(uint32(n)).Run(columns{}); got != want {
			t.Errorf("%d queens: %d, want %d", n, got, want)
		}
	}
}

func BenchmarkQueens(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint("12/", workers), func(b *testing.B) {
			for b.Loop() {
				if workers == 1 {
					queens(12).Run(columns{})
				} else if _, err := queens(12).RunParallel(context.Background(), workers, columns{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
