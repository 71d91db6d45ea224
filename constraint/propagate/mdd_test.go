package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMDD(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		layers := make([][]Edge, n)
		for i := range layers {
			for from := range 3 {
				for v := range int64(3) {
					if r.IntN(2) == 0 {
						layers[i] = append(layers[i], Edge{from, r.IntN(3), v})
					}
				}
			}
		}
		return plain(fmt.Sprint("mdd ", layers), domains(r, n, 0, 3), func(s *solver, x []Var) error { return MDD(s, x, layers) },
			func(v []int64) bool {
				node := 0
				for i, w := range v {
					k := slices.IndexFunc(layers[i], func(e Edge) bool { return e.From == node && e.Value == w })
					if k < 0 {
						return false
					}
					node = layers[i][k].To
				}
				return node == 0
			})
	})
}
