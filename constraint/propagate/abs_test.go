package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestAbs(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		return plain("abs", domains(r, 2, -3, 3), func(s *solver, x []Var) error { Abs(s, x[0], x[1]); return nil },
			func(v []int64) bool { return v[0] == max(v[1], -v[1]) })
	})
}
