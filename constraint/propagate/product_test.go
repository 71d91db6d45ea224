package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestProduct(t *testing.T) {
	tries(t, 800, func(r *rand.Rand) testCase {
		d := append(domains(r, 2, -4, 4), domain(r, -12, 12))
		if r.IntN(5) == 0 {
			return plain("square", d[1:], func(s *solver, x []Var) error { Times(s, x[0], x[0], x[1]); return nil },
				func(v []int64) bool { return v[0]*v[0] == v[1] })
		}
		return plain("product", d, func(s *solver, x []Var) error { Times(s, x[0], x[1], x[2]); return nil },
			func(v []int64) bool { return v[0]*v[1] == v[2] })
	})
}
