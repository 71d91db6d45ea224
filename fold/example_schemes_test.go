package fold_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"farbank/fold"
)

// countdown unfolds a chain: one child each, down to 0.
func countdown(n int) (int, []int) {
	if n == 0 {
		return 0, nil
	}
	return n, []int{n - 1}
}

// The fewest coins for an amount: for each coin, one more than was needed without it.
func ExampleDyna_coins() {
	const none = 1 << 30
	fewest := func(amount int, past []*fold.Past[int, int]) int {
		if amount == 0 {
			return 0
		}
		best := none
		for _, coin := range []int{1, 7, 10} {
			if p := past[0].Back(coin - 1); p != nil {
				best = min(best, p.Result+1)
			}
		}
		return best
	}
	fmt.Println(fold.Dyna(14, countdown, fewest), fold.Dyna(34, countdown, fewest))
	// Output: 2 4
}

// The unbounded knapsack problem, with items of given weights and values.
func ExampleDyna_knapsack() {
	type thing struct{ weight, worth int }
	things := []thing{{12, 4}, {2, 2}, {1, 1}, {4, 10}}
	best := fold.Dyna(15, countdown, func(room int, past []*fold.Past[int, int]) int {
		worth := 0
		for _, t := range things {
			if room >= t.weight {
				worth = max(worth, past[0].Back(t.weight-1).Result+t.worth)
			}
		}
		return worth
	})
	fmt.Println(best)
	// Output: 33
}

// Catalan numbers: a binary tree of n nodes has k nodes on the left and n-1-k on the right.
func ExampleHisto_catalan() {
	chain := fold.Unfold(10, countdown)
	n := fold.Histo(chain, func(n int, past []*fold.Past[int, int]) int {
		if n == 0 {
			return 1
		}
		var before []int // the latest first
		for p := range past[0].History() {
			before = append(before, p.Result)
		}
		sum := 0
		for k := range before {
			sum += before[k] * before[len(before)-1-k]
		}
		return sum
	})
	fmt.Println(n)
	// Output: 16796
}

// The edit distance of two words: the table is unfolded cell by cell, each with the previous
// one as its child.
func ExampleDyna_editDistance() {
	a, b := "kitten", "sitting"
	width := len(b) + 1
	type cell struct{ row, col int }
	expand := func(i int) (cell, []int) {
		at := cell{i / width, i % width}
		if i == 0 {
			return at, nil
		}
		return at, []int{i - 1}
	}
	distance := fold.Dyna(len(a)*width+len(b), expand, func(at cell, past []*fold.Past[cell, int]) int {
		if at.row == 0 || at.col == 0 {
			return at.row + at.col
		}
		left, above, across := past[0], past[0].Back(width-1), past[0].Back(width)
		change := 1
		if a[at.row-1] == b[at.col-1] {
			change = 0
		}
		return min(left.Result+1, above.Result+1, across.Result+change)
	})
	fmt.Println(distance)
	// Output: 3
}

// The same without an explicit order: each pair of suffixes is folded once.
func ExampleMemoBy() {
	type rests struct{ a, b []rune } // cannot be compared
	key := func(r rests) [2]int { return [2]int{len(r.a), len(r.b)} }
	distance, err := fold.MemoBy(key, rests{[]rune("kitten"), []rune("sitting")}, func(r rests) (rests, []rests) {
		if len(r.a) == 0 || len(r.b) == 0 {
			return r, nil
		}
		return r, []rests{{r.a[1:], r.b}, {r.a, r.b[1:]}, {r.a[1:], r.b[1:]}}
	}, func(r rests, below []int) int {
		switch {
		case len(below) == 0:
			return len(r.a) + len(r.b)
		case r.a[0] == r.b[0]:
			return below[2]
		}
		return 1 + slices.Min(below)
	})
	fmt.Println(distance, err)
	// Output: 3 <nil>
}

// A cyclic dependency has no order; the error names the cycle.
func ExampleCycleError() {
	needs := map[string][]string{"app": {"log", "net"}, "net": {"tls"}, "tls": {"rand", "net"}}
	_, err := fold.MemoBy(func(s string) string { return s }, "app", func(s string) (string, []string) { return s, needs[s] },
		func(s string, below []string) string { return s })
	fmt.Println(err)
	var cycle *fold.CycleError[string]
	fmt.Println(errors.As(err, &cycle), cycle.Cycle)
	// Output:
	// a seed needs its own result: net → tls → net
	// true [net tls net]
}

// Distances to the exit of a house whose doors form cycles.
func ExampleEquations() {
	doors := map[string][]string{"hall": {"study", "attic"}, "study": {"hall", "yard"}, "attic": {"attic"}, "yard": {"hall"}}
	const far = 99
	distance := fold.Equations[string, string, string, int]{
		Key:    func(room string) string { return room },
		Expand: func(room string) (string, []string, error) { return room, doors[room], nil },
		Reduce: func(room string, below []int) (int, error) {
			if room == "yard" {
				return 0, nil
			}
			return min(far, slices.Min(below)+1), nil
		},
		Bottom: far,
		Equal:  func(a, b int) bool { return a == b },
	}
	s, err := distance.Least(context.Background(), "hall")
	for room, d := range s.All() {
		fmt.Println(room, d)
	}
	fmt.Println(err)
	// Output:
	// hall 2
	// study 1
	// attic 99
	// yard 0
	// <nil>
}

// The longest path in a tree: each node needs the two highest children, and the height is
// computed by another fold.
func ExampleZygo() {
	tree := fold.Unfold(12, func(n int) (int, []int) {
		if n < 3 {
			return n, nil
		}
		return n, []int{n / 2, n / 3}
	})
	height := func(_ int, below []int) int { return 1 + slices.Max(append(below, 0)) }
	longest := fold.Zygo(tree, height, func(_ int, heights, below []int) int {
		h := append(slices.Clone(heights), 0, 0)
		slices.Sort(h)
		return slices.Max(append(below, h[len(h)-1]+h[len(h)-2]))
	})
	fmt.Println(longest)
	// Output: 5
}

// Run-length decoding: one pair of the text becomes several nodes at once.
func ExampleFutu() {
	type text = string // pairs of a digit and a letter
	list := fold.Futu("3a1b2c", func(s text) (string, []fold.Future[text, string]) {
		if s == "" {
			return "", nil
		}
		rest := fold.Later[string](s[2:])
		for range s[0] - '1' {
			rest = fold.Now(s[1:2], rest)
		}
		return s[1:2], []fold.Future[text, string]{rest}
	})
	fmt.Println(fold.Fold(list, func(letter string, below []string) string { return letter + strings.Join(below, "") }))
	// Output: aaabcc
}

// A fold with effects: it prints as it goes, and stops with the first error.
func ExampleHyloM() {
	size := map[string]int{"bin": 0, "bin/ls": 20, "lib": 0, "lib/c": 300, "lib/m": -1}
	below := map[string][]string{"": {"bin", "lib"}, "bin": {"bin/ls"}, "lib": {"lib/c", "lib/m"}}
	_, err := fold.HyloM(context.Background(), "", func(name string) (string, []string, error) {
		if size[name] < 0 {
			return "", nil, fmt.Errorf("%s cannot be read", name)
		}
		return name, below[name], nil
	}, func(name string, sizes []int) (int, error) {
		total := size[name]
		for _, n := range sizes {
			total += n
		}
		fmt.Println(name, total)
		return total, nil
	})
	fmt.Println(err)
	// Output:
	// bin/ls 20
	// bin 20
	// lib/c 300
	// lib/m cannot be read
}

// The first solution of eight queens: the fold requests results until there is one, and no
// further board is unfolded.
func ExampleLazy() {
	made := 0
	children := anyOrder(8)
	first, err := fold.Lazy(context.Background(), board{}, func(b board) (board, iter.Seq[board], error) {
		made++
		return b, func(yield func(board) bool) { children(b, yield) }, nil
	}, func(b board, below iter.Seq[board]) (board, error) {
		if len(b) == 8 {
			return b, nil
		}
		for full := range below {
			if full != nil {
				return full, nil
			}
		}
		return nil, nil
	})
	fmt.Println(first, made, err)
	// Output: [{1 1} {2 5} {3 8} {4 6} {5 3} {6 7} {7 2} {8 4}] 25944 <nil>
}

// The boards reached by placing queens in any order, each once. Boards are slices,
// identified by their printed form.
func ExampleLevels() {
	children := anyOrder(6)
	key := func(b board) string { return fmt.Sprint(b) }
	full := func(yield func(board) bool) {
		for queens, b := range fold.Levels(key, func(b board) iter.Seq[board] { return func(y func(board) bool) { children(b, y) } }, nil) {
			if queens == 6 && !yield(b) {
				return
			}
		}
	}
	set := fold.SetBy(key)
	boards := fold.Gather(full, func(b board) map[string]board { return set.Of(b) }, set.Monoid)
	fmt.Println(len(boards))
	// Output: 4
}

// The article's fold with a set of boards, which are slices.
func ExampleSetBy() {
	set := fold.SetBy(func(b board) string { return fmt.Sprint(b) })
	boards := fold.Map(nil, anyOrder(6), ifFull(6, set.Monoid, func(b board) map[string]board { return set.Of(b) }), set.Monoid)
	fmt.Println(len(boards))
	// Output: 4
}

func ExampleSearchM() {
	s := fold.SearchM[int, int]{Monoid: fold.Count, Children: func(n int, child func(int) bool) error {
		if n == 13 {
			return errors.New("13 is not for me")
		}
		_ = n < 20 && child(2*n) && child(2*n+1)
		return nil
	}, Value: func(int) (int, error) { return 1, nil }}
	n, err := s.Run(context.Background(), 1)
	fmt.Println(n, err)
	// Output: 30 13 is not for me
}
