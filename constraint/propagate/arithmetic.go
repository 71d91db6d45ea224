package propagate

import "math/bits"

// multiply returns a * b, saturated at ±2^62.
func multiply(a, b int64) int64 {
	negative := (a < 0) != (b < 0)
	hi, lo := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	if hi > 0 || lo > largest {
		lo = largest
	}
	if negative {
		return -int64(lo)
	}
	return int64(lo)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 { return -floorDiv(-a, b) }
