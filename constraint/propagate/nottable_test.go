package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestNotTable(t *testing.T) {
	tries(t, 150, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(3)
		rows := randomRows(r, n, r.IntN(15))
		return plain(fmt.Sprint("not in ", rows), domains(r, n, -2, 3), func(s *solver, x []Var) error { return NotTable(s, x, rows) },
			func(v []int64) bool {
				return !slices.ContainsFunc(rows, func(row []int64) bool { return slices.Equal(row, v) })
			})
	})
}
