package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestShortTable(t *testing.T) {
	tries(t, 300, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		rows := randomRows(r, n, r.IntN(8))
		for _, row := range rows {
			for j := range row {
				if r.IntN(3) == 0 {
					row[j] = Any
				}
			}
		}
		d := domains(r, n, -2, 3)
		if r.IntN(6) == 0 {
			d[0] = []int64{-2, 0, 1, largestColumn + 7}
		}
		return plain(fmt.Sprint("short ", rows), d, func(s *solver, x []Var) error { return ShortTable(s, x, rows) }, func(v []int64) bool {
			return slices.ContainsFunc(rows, func(row []int64) bool {
				return slices.EqualFunc(row, v, func(a, b int64) bool { return a == Any || a == b })
			})
		})
	})
}
