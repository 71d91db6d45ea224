package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestPower(t *testing.T) {
	tries(t, 400, func(r *rand.Rand) testCase {
		d := [][]int64{domain(r, -3, 3), domain(r, -2, 4), domain(r, -30, 30)}
		if r.IntN(2) == 0 {
			d[1] = d[1][:1]
		}
		return plain("power", d, func(s *solver, x []Var) error { return Power(s, x[0], x[1], x[2]) }, func(v []int64) bool {
			if v[1] < 0 {
				if v[0] == 0 {
					return false
				}
				return v[2] == 1/plainPower(v[0], -v[1])
			}
			return v[2] == plainPower(v[0], v[1])
		})
	})
}

func plainPower(a, b int64) int64 {
	n := int64(1)
	for range b {
		n *= a
	}
	return n
}
