package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestCountOf(t *testing.T) {
	tries(t, 250, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		d := append(domains(r, n, 0, 3), domain(r, -1, 4), domain(r, 0, 4))
		if r.IntN(3) == 0 {
			d[n] = []int64{1, 2, maxCounted + 2} // too many for a count of each
		}
		return plain("count of", d, func(s *solver, x []Var) error { return CountOf(s, x[:n], x[n], x[n+1]) },
			func(v []int64) bool { return count(v[:n], v[n]) == v[n+1] })
	})
}
