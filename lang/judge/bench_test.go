package judge_test

import (
	"slices"
	"testing"

	"farbank/lang/check"
	"farbank/model"
)

// BenchmarkVerify validates a plan of 1,000 moves, with a rule over 10,000 choices for each
// state.
func BenchmarkVerify(b *testing.B) {
	c, err := newPair("bench.far", `puzzle "many choices"
state a[1..100]: 0..9 = 0
move up(k: 1..100) { a[k] = (a[k] + 1) % 10 }
always all i, j: 1..100 { a[i] + a[j] <= 18 }
`, check.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var moves []*model.Move
	for i := range 1_000 {
		moves = append(moves, c.p.Moves[i%100])
	}
	for b.Loop() {
		if _, _, err := c.j.Verify(nil, moves, false); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkQueens validates all 724 placements of 10 queens, each for the first time.
func BenchmarkQueens(b *testing.B) {
	c, err := newPair("queens.far", `puzzle "10 queens"
find row[1..10]: 1..10
require "rows differ": distinct(c: 1..10 -> row[c])
require "diagonals differ": distinct(c: 1..10 -> row[c] + c)
    and distinct(c: 1..10 -> row[c] - c)
`, check.Options{})
	if err != nil {
		b.Fatal(err)
	}
	all := queens(nil, 10)
	b.ReportAllocs()
	for b.Loop() {
		j := c.j.Without(nil) // a judge with an empty memo
		for _, rows := range all {
			if _, _, err := j.Verify(rows, nil, true); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(all)), "µs/solution")
}

// queens returns the rows of all placements of n queens, by backtracking.
func queens(rows []int64, n int) (all [][]int64) {
	if len(rows) == n {
		return [][]int64{slices.Clone(rows)}
	}
	for r := range int64(n) {
		free := true
		for c, other := range rows {
			apart := int64(len(rows) - c)
			free = free && other != r+1 && other-apart != r+1 && other+apart != r+1
		}
		if free {
			all = append(all, queens(append(rows, r+1), n)...)
		}
	}
	return all
}
