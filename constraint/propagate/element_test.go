package propagate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestElement(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		if r.IntN(2) == 0 {
			list := make([]int64, n)
			for i := range list {
				list[i] = r.Int64N(7) - 3
			}
			return plain(fmt.Sprint("element ", list), append(domains(r, 1, -1, int64(n)), domain(r, -3, 3)),
				func(s *solver, x []Var) error { return Element(s, x[0], list, x[1]) },
				func(v []int64) bool { return v[0] >= 0 && v[0] < int64(n) && list[v[0]] == v[1] })
		}
		return plain("element of variables", append(domains(r, 1, -1, int64(n)), domains(r, n+1, -2, 2)...),
			func(s *solver, x []Var) error { return ElementVar(s, x[0], x[2:], x[1]) },
			func(v []int64) bool { return v[0] >= 0 && v[0] < int64(n) && v[2+v[0]] == v[1] })
	})
}
