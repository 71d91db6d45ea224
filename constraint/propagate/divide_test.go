package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestDivide(t *testing.T) {
	tries(t, 400, func(r *rand.Rand) testCase {
		d := [][]int64{domain(r, -9, 9), domain(r, -4, 4), domain(r, -5, 5)}
		if r.IntN(2) == 0 {
			return plain("div", d, func(s *solver, x []Var) error { return Div(s, x[0], x[1], x[2]) },
				func(v []int64) bool { return v[1] != 0 && v[0]/v[1] == v[2] })
		}
		return plain("mod", d, func(s *solver, x []Var) error { return Mod(s, x[0], x[1], x[2]) },
			func(v []int64) bool { return v[1] != 0 && v[0]%v[1] == v[2] })
	})
}
