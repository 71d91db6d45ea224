package propagate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestBinPacking(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) made {
		n := 1 + r.IntN(4)
		weights := make([]int64, n)
		for i := range weights {
			weights[i] = r.Int64N(4) * (1 + r.Int64N(3))
		}
		d := append(domains(r, n, 0, 3), domains(r, 2, 0, 12)...)
		return plain(fmt.Sprint("packing ", weights), d, func(s *solver, x []Var) error { return BinPacking(s, x[:n], 1, weights, x[n:]) },
			func(v []int64) bool {
				loads := make([]int64, 4)
				for i, b := range v[:n] {
					loads[b] += weights[i]
				}
				return count(v[:n], 0) == 0 && count(v[:n], 3) == 0 && loads[1] == v[n] && loads[2] == v[n+1]
			})
	})
}
