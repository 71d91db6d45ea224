package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
)

func TestGlobalCardinality(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(5)
		list := [][]int64{{1, 2}, {2, 0, 1}, {3, 1}, {1, 1}, {2, 1, 2}}[r.IntN(5)]
		d := append(domains(r, n, 0, 3), domains(r, len(list), 0, 3)...)
		closed := r.IntN(2) == 0
		return plain(fmt.Sprint("cardinality ", list, closed), d, func(s *solver, x []Var) error { return GlobalCardinality(s, x[:n], list, x[n:], closed) },
			func(v []int64) bool {
				for k, w := range list {
					if count(v[:n], w) != v[n+k] {
						return false
					}
				}
				return !closed || !slices.ContainsFunc(v[:n], func(w int64) bool { return !slices.Contains(list, w) })
			})
	})
}

// TestGlobalCardinalityMany has many variables, so that most intervals become tight during the search.
func TestGlobalCardinalityMany(t *testing.T) {
	const n, k = 600, 60
	s := kernel.New(kernel.Options{Memory: 64 << 20})
	var xs, counts []Var
	var values []int64
	for range n {
		xs = append(xs, s.NewVar(0, k-1))
	}
	for v := range int64(k) {
		values, counts = append(values, v), append(counts, s.NewVar(n/k-1, n/k+1))
	}
	if err := GlobalCardinality(s, xs, values, counts, true); err != nil {
		t.Fatal(err)
	}
	if status, err := s.Next(t.Context()); status != kernel.Solution {
		t.Error(status, err)
	}
}
