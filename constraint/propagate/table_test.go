package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func randomRows(r *rand.Rand, n, m int) [][]int64 {
	rows := make([][]int64, m)
	for i := range rows {
		for range n {
			rows[i] = append(rows[i], r.Int64N(6)-2)
		}
	}
	return rows
}

func TestTable(t *testing.T) {
	tries(t, 300, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(3)
		rows := randomRows(r, n, r.IntN(15))
		has := func(v []int64) bool {
			return slices.ContainsFunc(rows, func(row []int64) bool { return slices.Equal(row, v) })
		}
		return plain(fmt.Sprint("in ", rows), domains(r, n, -2, 3), func(s *solver, x []Var) error { return Table(s, x, rows) }, has)
	})
}
