package propagate

import (
	"math/rand/v2"
	"testing"
)

// runs counts what tasks use at a time: v has start, length and use of each.
func runs(v []int64, time int64) (use int64) {
	for i := 0; i+2 < len(v); i += 3 {
		if v[i] <= time && time < v[i]+v[i+1] {
			use += v[i+2]
		}
	}
	return use
}

func TestCumulative(t *testing.T) {
	tries(t, 500, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		d := [][]int64{domain(r, -2, 4)}
		variable := r.IntN(2) == 0 && n < 4
		for range n {
			length, use := []int64{r.Int64N(4)}, []int64{r.Int64N(4)}
			if variable && r.IntN(2) == 0 {
				length = domain(r, 0, 3)
			}
			if variable && r.IntN(3) == 0 {
				use = domain(r, 0, 3)
			}
			d = append(d, domain(r, -1, 5), length, use)
		}
		return plain("cumulative", d, func(s *solver, x []Var) error {
			var tasks []Task
			for i := 1; i < len(x); i += 3 {
				tasks = append(tasks, Task{x[i], x[i+1], x[i+2]})
			}
			return Cumulative(s, x[0], tasks...)
		}, func(v []int64) bool {
			for time := int64(-2); time < 9; time++ {
				if runs(v[1:], time) > v[0] {
					return false
				}
			}
			return true
		})
	})
}
