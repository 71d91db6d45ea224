package assign

import (
	"math"
	"math/bits"
)

// Arithmetic on bounds saturates at these, which stand for "no bound".
const (
	minInf = math.MinInt64
	maxInf = math.MaxInt64
)

func satAdd(x, y int64) int64 {
	if x == minInf || y == minInf {
		return minInf
	}
	if x == maxInf || y == maxInf {
		return maxInf
	}
	s := x + y
	switch {
	case x > 0 && y > 0 && s < 0:
		return maxInf
	case x < 0 && y < 0 && s >= 0:
		return minInf
	}
	return s
}

func satNeg(x int64) int64 {
	switch x {
	case minInf:
		return maxInf
	case maxInf:
		return minInf
	}
	return -x
}

func satMul(x, y int64) int64 {
	if x == 0 || y == 0 {
		return 0
	}
	neg := (x < 0) != (y < 0)
	hi, lo := bits.Mul64(abs64(x), abs64(y))
	if hi != 0 || lo > math.MaxInt64 || x == minInf || y == minInf || x == maxInf || y == maxInf {
		if neg {
			return minInf
		}
		return maxInf
	}
	if neg {
		return -int64(lo)
	}
	return int64(lo)
}

func abs64(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// floorDiv is x / y rounded down, y not 0; infinite x stays so.
func floorDiv(x, y int64) int64 {
	switch {
	case x == maxInf || x == minInf:
		if y < 0 {
			return satNeg(x)
		}
		return x
	}
	q := x / y
	if x%y != 0 && (x < 0) != (y < 0) {
		q--
	}
	return q
}

// ceilDiv is x / y rounded up.
func ceilDiv(x, y int64) int64 {
	if x == maxInf || x == minInf {
		return floorDiv(x, y)
	}
	q := x / y
	if x%y != 0 && (x < 0) == (y < 0) {
		q++
	}
	return q
}
