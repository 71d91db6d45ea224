package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestAmong(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		d := append(domains(r, n, 0, 3), domain(r, 0, 4))
		return plain("among", d, func(s *solver, x []Var) error { return Among(s, x[:n], []int64{0, 2, 5}, x[n]) },
			func(v []int64) bool { return count(v[:n], 0)+count(v[:n], 2) == v[n] })
	})
}
