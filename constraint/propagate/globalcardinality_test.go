package propagate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestGlobalCardinality(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) made {
		n := 1 + r.IntN(4)
		d := append(domains(r, n, 0, 3), domains(r, 2, 0, 4)...)
		closed := r.IntN(2) == 0
		return plain(fmt.Sprint("cardinality ", closed), d, func(s *solver, x []Var) error { return GlobalCardinality(s, x[:n], []int64{1, 2}, x[n:], closed) },
			func(v []int64) bool {
				return count(v[:n], 1) == v[n] && count(v[:n], 2) == v[n+1] && (!closed || v[n]+v[n+1] == int64(n))
			})
	})
}
