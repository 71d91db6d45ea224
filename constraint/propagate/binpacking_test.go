package propagate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
)

func TestBinPacking(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) testCase {
		n := 1 + r.IntN(4)
		weights := make([]int64, n)
		for i := range weights {
			weights[i] = r.Int64N(4) * (1 + r.Int64N(3))
			if r.IntN(8) == 0 {
				weights[i] *= -1
			}
		}
		d := append(domains(r, n, 0, 3), domains(r, 2, 0, 12)...)
		return plain(fmt.Sprint("packing ", weights), d, func(s *solver, x []Var) error { return BinPacking(s, x[:n], 1, weights, x[n:]) },
			func(v []int64) bool {
				loads := make([]int64, 4)
				for i, b := range v[:n] {
					loads[b] += weights[i]
				}
				return count(v[:n], 0) == 0 && count(v[:n], 3) == 0 && loads[1] == v[n] && loads[2] == v[n+1]
			})
	})
}

// TestGaps compares the subset sums of several lists with enumeration.
func TestGaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var g gaps
	for range 300 {
		weights := make([]int64, r.IntN(7))
		for i := range weights {
			weights[i] = r.Int64N(15) - 5
		}
		want := []int64{0}
		for _, w := range weights {
			for _, v := range want {
				want = append(want, v+w)
			}
		}
		slices.Sort(want)
		want = slices.Compact(want)
		g.weights = weights
		if g.add(); !slices.Equal(g.sums, want) {
			t.Fatal(weights, g.sums, want)
		}
	}
	for _, list := range [][]int64{{kernel.MaxValue, 1}, {-kernel.MaxValue, -1}, {math.MinInt64}, {-1, math.MinInt64}} {
		g.weights = list
		if g.add(); g.sums != nil {
			t.Error("a sum that is too large", list)
		}
	}
}
