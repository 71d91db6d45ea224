package fold_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"farbank/fold"
)

// Eight queens by unfolding boards and folding them with monoids. A board is a sorted
// list of positions; columns and rows start at 1.

type pos struct{ col, row int }

type board []pos

func attacks(a, b pos) bool {
	return a.col == b.col || a.row == b.row || abs(a.col-b.col) == abs(a.row-b.row)
}

func abs(x int) int { return max(x, -x) }

func put(b board, p pos) board {
	next := append(slices.Clone(b), p)
	slices.SortFunc(next, func(x, y pos) int { return cmp.Or(x.col-y.col, x.row-y.row) })
	return next
}

// anywhere puts a queen on each square of the columns from..to that is not attacked.
func anywhere(from, to, size int, b board, child func(board) bool) {
	for col := from; col <= to; col++ {
		for row := 1; row <= size; row++ {
			p := pos{col, row}
			if !slices.ContainsFunc(b, func(q pos) bool { return attacks(p, q) }) && !child(put(b, p)) {
				return
			}
		}
	}
}

// anyOrder places queens in any order.
func anyOrder(size int) func(board, func(board) bool) {
	return func(b board, child func(board) bool) {
		if len(b) < size {
			anywhere(1, size, size, b, child)
		}
	}
}

// byColumn places queens one column after another.
func byColumn(size int) func(board, func(board) bool) {
	return func(b board, child func(board) bool) {
		if len(b) < size {
			anywhere(len(b)+1, len(b)+1, size, b, child)
		}
	}
}

// ifFull returns value for boards with all queens and the empty value for others.
func ifFull[M any](size int, m fold.Monoid[M], value func(board) M) func(board) M {
	return func(b board) M {
		if len(b) == size {
			return value(b)
		}
		return m.Empty()
	}
}

func one(board) int { return 1 }

func Example() {
	first := fold.First[string]()
	fmt.Println(fold.Map(nil, anyOrder(8), ifFull(8, first, func(b board) fold.Option[string] { return fold.Some(fmt.Sprint(b)) }), first).Value)

	set := fold.Set[string]()
	asSet := func(b board) map[string]struct{} { return map[string]struct{}{fmt.Sprint(b): {}} }
	fmt.Println(len(fold.Map(nil, anyOrder(6), ifFull(6, set, asSet), set)), fold.Map(nil, anyOrder(6), ifFull(6, fold.Count, one), fold.Count))

	fmt.Println(fold.Map(nil, byColumn(8), ifFull(8, fold.Count, one), fold.Count))
	// Output:
	// [{1 1} {2 5} {3 8} {4 6} {5 3} {6 7} {7 2} {8 4}]
	// 4 2880
	// 92
}

func ExampleHylo() {
	children := byColumn(8)
	n := fold.Hylo(board{}, func(b board) (board, []board) {
		var next []board
		children(b, func(c board) bool {
			next = append(next, c)
			return true
		})
		return b, next
	}, func(b board, below []int) int {
		n := 0
		if len(b) == 8 {
			n = 1
		}
		for _, k := range below {
			n += k
		}
		return n
	})
	fmt.Println(n)
	// Output: 92
}

func ExampleMemo() {
	// The number of ways to climb 90 stairs, one or two at a time.
	n := fold.Memo(0, 90, func(stairs int) (int, []int) {
		if stairs < 2 {
			return 1, nil
		}
		return 0, []int{stairs - 1, stairs - 2}
	}, func(own int, below []int) int {
		for _, k := range below {
			own += k
		}
		return own
	})
	fmt.Println(n)
	// Output: 4660046610375530309
}

func ExampleSearch_RunParallel() {
	s := fold.Search[board, int]{Children: byColumn(8), Value: ifFull(8, fold.Count, one), Monoid: fold.Count}
	n, err := s.RunParallel(context.Background(), 4, nil)
	fmt.Println(n, err)
	// Output: 92 <nil>
}

func ExamplePair() {
	m := fold.Pair(fold.Count, fold.Min[string]())
	r := fold.Map(nil, byColumn(8), ifFull(8, m, func(b board) fold.Both[int, fold.Option[string]] {
		return fold.Both[int, fold.Option[string]]{A: 1, B: fold.Some(fmt.Sprint(b))}
	}), m)
	fmt.Println(r.A, r.B.Value)
	// Output: 92 [{1 1} {2 5} {3 8} {4 6} {5 3} {6 7} {7 2} {8 4}]
}
