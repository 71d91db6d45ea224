package proof

import "math/bits"

// A wide is a sum of products of 64-bit numbers in 128 bits. It cannot overflow as long as the factors are below 2^55,
// since memory limits the number of terms.
type wide struct {
	hi int64
	lo uint64
}

// add adds a * v.
func (w *wide) add(a, v int64) {
	hi, lo := bits.Mul64(uint64(a), uint64(v))
	if a < 0 { // correction for signed numbers
		hi -= uint64(v)
	}
	if v < 0 {
		hi -= uint64(a)
	}
	var carry uint64
	w.lo, carry = bits.Add64(w.lo, lo, 0)
	w.hi += int64(hi) + int64(carry)
}

// compare returns -1, 0 or 1 if w is less than, equal to or greater than n.
func (w wide) compare(n int64) int {
	hi := n >> 63 // sign extension of n
	switch {
	case w.hi != hi:
		if w.hi < hi {
			return -1
		}
		return 1
	case w.lo < uint64(n):
		return -1
	case w.lo > uint64(n):
		return 1
	}
	return 0
}

func (w wide) more(n int64) bool { return w.compare(n) > 0 }
func (w wide) less(n int64) bool { return w.compare(n) < 0 }
func (w wide) is(n int64) bool   { return w.compare(n) == 0 }

// corners returns the least and the greatest product of numbers of two intervals, neither of which contains both signs.
func corners(x, y Interval) (least, most wide) {
	for i, p := range [4][2]int64{{x.Lo, y.Lo}, {x.Lo, y.Hi}, {x.Hi, y.Lo}, {x.Hi, y.Hi}} {
		var w wide
		w.add(p[0], p[1])
		if i == 0 || w.below(least) {
			least = w
		}
		if i == 0 || most.below(w) {
			most = w
		}
	}
	return least, most
}

func (w wide) below(v wide) bool { return w.hi < v.hi || w.hi == v.hi && w.lo < v.lo }
