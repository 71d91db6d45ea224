package propagate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMaximum(t *testing.T) {
	tries(t, 300, func(r *rand.Rand) testCase {
		return plain("maximum", domains(r, 2+r.IntN(3), -3, 3), func(s *solver, x []Var) error { Max(s, x[0], x[1:]...); return nil },
			func(v []int64) bool { return v[0] == slices.Max(v[1:]) })
	})
}
