package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestCircuit(t *testing.T) {
	tries(t, 500, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(5)
		some := r.IntN(2) == 0
		first := int64(b2i(some)) // nodes are numbered from -first
		return plain(fmt.Sprint("circuit ", some), domains(r, n, -first, int64(n)-1-first), func(s *solver, x []Var) error {
			if some {
				Subcircuit(s, -1, x...)
			} else {
				Circuit(s, 0, x...)
			}
			return nil
		}, func(v []int64) bool {
			v = slices.Clone(v)
			begin, on := 0, 0
			for i := range v {
				v[i] += first
			}
			for i, w := range v {
				if w != int64(i) {
					begin = i
					on++
				}
			}
			seen := map[int64]bool{}
			for _, w := range v {
				if seen[w] {
					return false
				}
				seen[w] = true
			}
			long := 1
			for at := v[begin]; at != int64(begin) && long <= n; at = v[at] {
				long++
			}
			if some {
				return on == 0 || long == on
			}
			return long == n
		})
	})
}
