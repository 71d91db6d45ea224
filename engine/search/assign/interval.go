package assign

import (
	"math"
	"math/bits"
)

// A lower bound of minInf and an upper bound of maxInf mean "unbounded". Every other bound is
// exact, even a lower bound of maxInf: the value is at least maxInf. So there are separate
// functions for lower and for upper bounds. Results that overflow saturate.
const (
	minInf = math.MinInt64
	maxInf = math.MaxInt64
)

// addLo returns the lower bound of a sum.
func addLo(x, y int64) int64 {
	if x == minInf || y == minInf {
		return minInf
	}
	return add(x, y)
}

// addHi returns the upper bound of a sum.
func addHi(x, y int64) int64 {
	if x == maxInf || y == maxInf {
		return maxInf
	}
	return add(x, y)
}

func add(x, y int64) int64 {
	s := x + y
	switch {
	case x > 0 && y > 0 && s < 0:
		return maxInf
	case x < 0 && y < 0 && s >= 0:
		return minInf
	}
	return s
}

// negLo returns the lower bound of -x, given the upper bound of x.
func negLo(hi int64) int64 {
	switch hi {
	case maxInf:
		return minInf
	case minInf:
		return maxInf
	}
	return -hi
}

// negHi returns the upper bound of -x, given the lower bound of x.
func negHi(lo int64) int64 {
	if lo == minInf {
		return maxInf
	}
	return -lo
}

// mul returns a product, saturated. endless reports whether one of the factors means "unbounded".
func mul(x, y int64, endless bool) int64 {
	if x == 0 || y == 0 {
		return 0
	}
	neg := (x < 0) != (y < 0)
	hi, lo := bits.Mul64(abs64(x), abs64(y))
	switch {
	case neg && (endless || hi != 0 || lo > 1<<63):
		return minInf
	case neg:
		return -int64(lo)
	case endless || hi != 0 || lo > math.MaxInt64:
		return maxInf
	}
	return int64(lo)
}

func abs64(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// product returns the bounds of x * y.
func product(x, y *node) (lo, hi int64) {
	lo, hi = maxInf, minInf
	for _, upX := range []bool{false, true} {
		for _, upY := range []bool{false, true} {
			a, endlessA := x.end(upX)
			b, endlessB := y.end(upY)
			p := mul(a, b, endlessA || endlessB)
			lo, hi = min(lo, p), max(hi, p)
		}
	}
	return lo, hi
}

// end returns one of the bounds, and reports whether it means "unbounded".
func (n *node) end(upper bool) (bound int64, endless bool) {
	if upper {
		return n.hi, n.hi == maxInf
	}
	return n.lo, n.lo == minInf
}

// divLo returns the lower bound of a quotient by y, which is not 0, rounded by div. x is the lower
// bound of the dividend if y > 0, else the upper one.
func divLo(x, y int64, div func(x, y int64) int64) int64 {
	switch {
	case y > 0 && x == minInf || y < 0 && x == maxInf:
		return minInf
	case y == -1 && x == minInf:
		return maxInf
	}
	return div(x, y)
}

// divHi is like divLo for the upper bound: x is the upper bound of the dividend if y > 0, else the
// lower one.
func divHi(x, y int64, div func(x, y int64) int64) int64 {
	if y > 0 && x == maxInf || y < 0 && x == minInf {
		return maxInf
	}
	return div(x, y)
}

// floorDiv returns x / y rounded down.
func floorDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// ceilDiv returns x / y rounded up.
func ceilDiv(x, y int64) int64 {
	q := x / y
	if x%y != 0 && (x < 0) == (y < 0) {
		q++
	}
	return q
}
