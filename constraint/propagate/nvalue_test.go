package propagate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestNValue(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		d := append(domains(r, n, 0, 3), domain(r, 0, 4))
		return plain("nvalue", d, func(s *solver, x []Var) error { return NValue(s, x[:n], x[n]) }, func(v []int64) bool {
			w := slices.Clone(v[:n])
			slices.Sort(w)
			return int64(len(slices.Compact(w))) == v[n]
		})
	})
}
