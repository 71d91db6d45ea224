package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestInverse(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		return plain("inverse", domains(r, 2*n, -1, int64(n)), func(s *solver, x []Var) error { Inverse(s, x[:n], x[n:], 0, 0); return nil },
			func(v []int64) bool {
				for i := range n {
					if v[i] < 0 || v[i] >= int64(n) || v[n+int(v[i])] != int64(i) {
						return false
					}
				}
				return true
			})
	})
}
