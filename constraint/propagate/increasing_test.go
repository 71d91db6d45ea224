package propagate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestIncreasing(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(5)
		d := domains(r, n, 0, 3)
		plus := r.Int64N(2)
		return plain(fmt.Sprint("increasing ", plus), d, func(s *solver, x []Var) error { return Increasing(s, plus, x...) }, func(v []int64) bool {
			for i := 1; i < n; i++ {
				if v[i-1]+plus > v[i] {
					return false
				}
			}
			return true
		})
	})
}
