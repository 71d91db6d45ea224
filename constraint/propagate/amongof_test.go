package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestAmongOf(t *testing.T) {
	tries(t, 250, func(r *rand.Rand) testCase {
		n, k, first := 1+r.IntN(3), 1+r.IntN(3), r.Int64N(3)
		d := append(append(domains(r, n, 0, 3), domains(r, k, 0, 1)...), domain(r, 0, 4))
		return plain("among of", d, func(s *solver, x []Var) error {
			var in []Atom
			for _, b := range x[n : n+k] {
				in = append(in, b.AtLeast(1))
			}
			return AmongOf(s, x[:n], first, in, x[n+k])
		}, func(v []int64) bool {
			c := int64(0)
			for i, b := range v[n : n+k] {
				c += b * count(v[:n], first+int64(i))
			}
			return c == v[n+k]
		})
	})
}
