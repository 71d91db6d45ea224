package propagate

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

func TestAllDifferent(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) testCase {
		n := 2 + r.IntN(4)
		plus := make([]int64, n)
		for i := range plus {
			plus[i] = r.Int64N(3) - 1
		}
		except, clique := r.IntN(3) == 0, r.IntN(3) == 0
		return plain(fmt.Sprint("different ", plus, except, clique), domains(r, n, -1, int64(n)-1), func(s *solver, x []Var) error {
			var list []Offset
			for i, y := range x {
				list = append(list, Offset{y, plus[i]})
			}
			switch {
			case except:
				AllDifferentExcept(s, 0, list...)
			case clique:
				Clique(s, list...)
			default:
				AllDifferent(s, list...)
			}
			return nil
		}, func(v []int64) bool {
			for i := range v {
				for j := range i {
					if a := v[i] + plus[i]; a == v[j]+plus[j] && !(except && a == 0) {
						return false
					}
				}
			}
			return true
		})
	})
}
