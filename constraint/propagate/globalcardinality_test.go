package propagate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestGlobalCardinality(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) made {
		n := 1 + r.IntN(5)
		list := [][]int64{{1, 2}, {2, 0, 1}, {3, 1}}[r.IntN(3)]
		d := append(domains(r, n, 0, 3), domains(r, len(list), 0, 3)...)
		closed := r.IntN(2) == 0
		return plain(fmt.Sprint("cardinality ", list, closed), d, func(s *solver, x []Var) error { return GlobalCardinality(s, x[:n], list, x[n:], closed) },
			func(v []int64) bool {
				total := int64(0)
				for k, w := range list {
					if total += v[n+k]; count(v[:n], w) != v[n+k] {
						return false
					}
				}
				return !closed || total == int64(n)
			})
	})
}
