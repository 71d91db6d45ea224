// Package packing computes lower bounds for packing items into bins.
//
//	n, ok := packing.Bins([]int64{60, 60, 30, 30, 30}, 100) // 3 bins of size 100
//	load := packing.Load([]int64{5, 5, 5, 4}, 3)            // the fullest of 3 bins has at least 9
//
// The bounds use dual feasible functions (Fekete and Schepers 2001), which include the bound L2 of
// Martello and Toth (1990). A function f is dual feasible if the images of weights that fit into a bin
// fit into it too; then each bound of the images is a bound of the weights.
//
// All numbers must not be negative, and their sum must be at most 2^40. The time is at most
// proportional to 1,500 times the number of items for Bins.
package packing

import "slices"

// Limits on the functions that are tried.
const (
	maxThresholds = 64
	maxFactor     = 16
	maxLoads      = 256
	maxSums       = 1 << 12 // bin size up to which subset sums are computed
)

// Bins returns a lower bound on the number of bins of the given size for all items. fits is false if
// an item is larger than a bin.
func Bins(weights []int64, size int64) (bins int64, fits bool) {
	list := slices.DeleteFunc(slices.Clone(weights), func(w int64) bool { return w <= 0 })
	if len(list) == 0 {
		return 0, true
	}
	if slices.Max(list) > size {
		return 0, false
	}
	slices.Sort(list)
	size = fullest(list, size)
	best := int64(1)
	for _, e := range thresholds(list, size) {
		least := bigger(list, size, e)
		best = max(best, divide(sum(least), size))
		for k := int64(1); k <= maxFactor; k++ {
			best = max(best, divide(sum(stepped(least, size, k)), k*(k+1)))
		}
		if e > 0 {
			best = max(best, divide(sum(halves(list, size, e)), size/e))
		}
	}
	return best, true
}

// Load returns a lower bound on the load of the fullest of a number of bins, which is at least 1. It
// returns the first load above which packing is not known to be impossible (a destructive bound: Klein
// and Scholl 1999).
func Load(weights []int64, bins int64) int64 {
	list := slices.Clone(weights)
	slices.Sort(list)
	slices.Reverse(list)
	load := divide(sum(list), bins)
	for k := int64(0); k*bins < int64(len(list)); k++ { // of the k × bins + 1 largest items, k + 1 share a bin
		load = max(load, sum(list[(k*bins-k):k*bins+1]))
	}
	for range maxLoads {
		if n, fits := Bins(list, load); fits && n <= bins {
			break
		}
		load++
	}
	return load
}

// divide returns a divided by b, rounded up.
func divide(a, b int64) int64 { return (a + b - 1) / b }

func sum(list []int64) (n int64) {
	for _, w := range list {
		n += w
	}
	return n
}

// fullest returns the largest sum of items that fits into a bin, or size if that takes too long.
func fullest(list []int64, size int64) int64 {
	if size > maxSums {
		return size
	}
	reached := make([]bool, size+1)
	reached[0] = true
	for _, w := range list {
		for v := size; v >= w; v-- {
			reached[v] = reached[v] || reached[v-w]
		}
	}
	for !reached[size] {
		size--
	}
	return size
}

// thresholds returns 0 and different weights of at most half the size, at even distances if there are
// too many. list is sorted.
func thresholds(list []int64, size int64) []int64 {
	small := slices.DeleteFunc(slices.Compact(slices.Clone(list)), func(w int64) bool { return 2*w > size })
	all := []int64{0}
	for i := range min(len(small), maxThresholds) {
		all = append(all, small[i*len(small)/min(len(small), maxThresholds)])
	}
	return all
}

// bigger omits the items below e, and enlarges those that leave less than e to the size of the bin.
func bigger(list []int64, size, e int64) []int64 {
	out := make([]int64, len(list))
	for i, w := range list {
		switch {
		case w > size-e:
			out[i] = size
		case w >= e:
			out[i] = w
		}
	}
	return out
}

// stepped rounds the weights down to multiples of 1/k of a bin: a weight x of a bin of size 1 becomes
// floor((k+1)x)/k, but remains x if (k+1)x is an integer. The results are multiplied by k(k+1).
func stepped(list []int64, size, k int64) []int64 {
	out := make([]int64, len(list))
	for i, w := range list {
		n := (k + 1) * w / size
		if (k+1)*w%size == 0 {
			out[i] = k * n
		} else {
			out[i] = (k + 1) * n
		}
	}
	return out
}

// halves counts items: those of at least e as 1, except that an item of more than half a bin counts
// as all that would fit in its place beyond what fits beside it. A bin has room for size/e.
func halves(list []int64, size, e int64) []int64 {
	out := make([]int64, len(list))
	for i, w := range list {
		switch {
		case 2*w > size:
			out[i] = size/e - (size-w)/e
		case w >= e:
			out[i] = 1
		}
	}
	return out
}
