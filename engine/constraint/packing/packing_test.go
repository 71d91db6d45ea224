package packing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// least returns the least number of bins of a size, and the least load of the fullest of a number of
// bins, over all ways to pack.
func least(weights []int64, size, bins int64) (needed, load int64) {
	needed, load = math.MaxInt64, math.MaxInt64
	var loads []int64
	var walk func(i int)
	walk = func(i int) {
		if i == len(weights) {
			if len(loads) > 0 {
				fullest := slices.Max(loads)
				if fullest <= size {
					needed = min(needed, int64(len(loads)))
				}
				if int64(len(loads)) <= bins {
					load = min(load, fullest)
				}
			}
			return
		}
		for b := range loads {
			loads[b] += weights[i]
			walk(i + 1)
			loads[b] -= weights[i]
		}
		loads = append(loads, weights[i])
		walk(i + 1)
		loads = loads[:len(loads)-1]
	}
	walk(0)
	return needed, load
}

// TestBounds compares the bounds of random items with the best packing.
func TestBounds(t *testing.T) {
	tight := [2]int{}
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 5))
		size := 1 + r.Int64N(30)
		weights := make([]int64, 1+r.IntN(7))
		for i := range weights {
			weights[i] = 1 + r.Int64N(size)
		}
		bins := 1 + r.Int64N(4)
		needed, load := least(weights, size, bins)
		if n, fits := Bins(weights, size); !fits || n > needed {
			t.Fatalf("%v in bins of %d: %d bins suffice, not %d %v", weights, size, needed, n, fits)
		} else if n == needed {
			tight[0]++
		}
		if n := Load(weights, bins); n > load {
			t.Fatalf("%v in %d bins: the load %d suffices, not %d", weights, bins, load, n)
		} else if n == load {
			tight[1]++
		}
	}
	if tight[0] < 2900 || tight[1] < 2400 {
		t.Error("few bounds are tight:", tight)
	}
}

// TestClasses checks bounds for which the total weight is not enough.
func TestClasses(t *testing.T) {
	for _, c := range []struct {
		weights    []int64
		size, bins int64
	}{
		{nil, 10, 0},
		{[]int64{0, 0}, 10, 0},
		{[]int64{51, 51, 51}, 100, 3},
		{[]int64{60, 60, 30, 30, 30}, 100, 3},
		{[]int64{34, 34, 34, 34, 34}, 100, 3},                   // two in each bin
		{[]int64{1 << 30, 1 << 30, 1 << 30}, 1<<31 - 1, 3},      // large numbers
		{[]int64{7, 7, 7, 7}, 20, 2},                            // sums of weights leave gaps
		{[]int64{1, 1, 1, 1, 1, 1, 1, 1, 1}, 4, 3},              // the total
		{[]int64{26, 26, 26, 26, 26, 26, 26, 26, 26}, 100, 3},   // three in each bin
		{[]int64{50, 50, 50, 50, 50, 50, 50, 50, 50}, 100, 5},   // two exactly
		{[]int64{6, 6, 6, 4, 4, 4, 3, 3, 3, 3, 2, 2}, 10, 5},    // full
		{[]int64{99, 99, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 100, 3}, // nothing fits beside the large ones
	} {
		if n, fits := Bins(c.weights, c.size); !fits || n != c.bins {
			t.Errorf("%v in bins of %d: %d %v, not %d", c.weights, c.size, n, fits, c.bins)
		}
	}
	if _, fits := Bins([]int64{11}, 10); fits {
		t.Error("an item that is larger than a bin fits")
	}
	for _, c := range []struct {
		weights    []int64
		bins, load int64
	}{{nil, 3, 0}, {[]int64{50, 50, 50, 50}, 3, 100}, {[]int64{9, 1, 1}, 2, 9}, {[]int64{5, 5, 5, 4}, 3, 9}, {[]int64{5, 5, 4, 4, 3}, 2, 11}} {
		if n := Load(c.weights, c.bins); n != c.load {
			t.Errorf("%v in %d bins: load %d, not %d", c.weights, c.bins, n, c.load)
		}
	}
}
