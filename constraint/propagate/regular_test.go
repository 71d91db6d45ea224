package propagate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestRegular(t *testing.T) {
	tries(t, 300, func(r *rand.Rand) testCase {
		states := 1 + r.IntN(4)
		to := randomRows(r, 3, states)
		final := make([]bool, states)
		for i := range final {
			final[i] = r.IntN(2) == 0
		}
		a := Automaton{states, func(q int, v int64) int {
			if v < 0 || v > 2 {
				return -1
			}
			return min(int(to[q][v]), states-1)
		}, func(q int) bool { return final[q] }}
		return plain(fmt.Sprint("regular ", to, final), domains(r, 1+r.IntN(5), 0, 3), func(s *solver, x []Var) error { return Regular(s, x, a) },
			func(v []int64) bool {
				q := 0
				for _, w := range v {
					if q = a.Next(q, w); q < 0 {
						return false
					}
				}
				return final[q]
			})
	})
}
