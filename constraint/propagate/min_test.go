package propagate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMin(t *testing.T) {
	tries(t, 300, func(r *rand.Rand) testCase {
		return plain("min", domains(r, 2+r.IntN(3), -3, 3), func(s *solver, x []Var) error { Min(s, x[0], x[1:]...); return nil },
			func(v []int64) bool { return v[0] == slices.Min(v[1:]) })
	})
}
