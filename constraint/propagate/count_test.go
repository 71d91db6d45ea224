package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestCount(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		d := append(domains(r, n, 0, 3), domain(r, 0, 4))
		return plain("count", d, func(s *solver, x []Var) error { return Count(s, x[:n], 1, x[n]) },
			func(v []int64) bool { return count(v[:n], 1) == v[n] })
	})
}
