package propagate

import (
	"math/rand/v2"
	"testing"
)

func TestDisjunctive(t *testing.T) {
	tries(t, 400, func(r *rand.Rand) testCase {
		var d [][]int64
		for range 1 + r.IntN(4) {
			length := []int64{r.Int64N(4)}
			if r.IntN(4) == 0 {
				length = domain(r, 0, 3)
			}
			d = append(d, domain(r, 0, 5), length)
		}
		return plain("disjunctive", d, func(s *solver, x []Var) error {
			var tasks []Task
			for i := 0; i < len(x); i += 2 {
				tasks = append(tasks, Task{Start: x[i], Length: x[i+1]})
			}
			return Disjunctive(s, tasks...)
		}, func(v []int64) bool {
			for i := 0; i < len(v); i += 2 {
				for j := 0; j < i; j += 2 {
					if v[i+1] > 0 && v[j+1] > 0 && v[i] < v[j]+v[j+1] && v[j] < v[i]+v[i+1] {
						return false
					}
				}
			}
			return true
		})
	})
}
