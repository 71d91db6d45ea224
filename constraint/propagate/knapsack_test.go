package propagate

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestKnapsack(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		w, p := []int64{r.Int64N(4), 1, 2}, []int64{r.Int64N(4), 3, 1}
		return plain("knapsack", append(domains(r, 3, -1, 2), domains(r, 2, 0, 9)...), func(s *solver, x []Var) error { return Knapsack(s, x[:3], w, p, x[3], x[4]) },
			func(v []int64) bool {
				return slices.Min(v[:3]) >= 0 && sum(w, v[:3]) == v[3] && sum(p, v[:3]) == v[4]
			})
	})
}
