package propagate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPrecede(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		return plain("precede", domains(r, 1+r.IntN(5), 0, 3), func(s *solver, x []Var) error { Precede(s, 1, 2, x...); return nil }, func(v []int64) bool {
			a, b := slices.Index(v, 1), slices.Index(v, 2)
			return b < 0 || a >= 0 && a < b
		})
	})
}
