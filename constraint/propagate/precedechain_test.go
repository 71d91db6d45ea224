package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPrecedeChain(t *testing.T) {
	tries(t, 250, func(r *rand.Rand) testCase {
		list := [][]int64{{1, 2, 3}, {3, 0, 1}, {0, 2, 5}, {2}, {1, 2, 1}, {}}[r.IntN(6)]
		return plain(fmt.Sprint("precede ", list), domains(r, 1+r.IntN(5), 0, 3), func(s *solver, x []Var) error { PrecedeChain(s, list, x...); return nil }, func(v []int64) bool {
			for k := 1; k < len(list); k++ {
				a, b := slices.Index(v, list[k-1]), slices.Index(v, list[k])
				if b >= 0 && (a < 0 || a > b) {
					return false
				}
			}
			return true
		})
	})
}
