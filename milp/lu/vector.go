package lu

import "math"

// Drop is the size below which a computed entry counts as zero.
const Drop = 1e-14

// Vector is a sparse vector of the length of the basis: all values, and the places
// of those that are not zero. Between operations every nonzero is listed once.
type Vector struct {
	Val []float64
	NZ  []int32
}

func NewVector(m int) *Vector {
	return &Vector{Val: make([]float64, m), NZ: make([]int32, 0, m)}
}

func (x *Vector) Clear() {
	if 4*len(x.NZ) > len(x.Val) {
		clear(x.Val)
	} else {
		for _, i := range x.NZ {
			x.Val[i] = 0
		}
	}
	x.NZ = x.NZ[:0]
}

// Resize makes the vector one of m zeros.
func (x *Vector) Resize(m int) {
	if cap(x.Val) < m {
		x.Val, x.NZ = make([]float64, m), make([]int32, 0, m)
		return
	}
	x.Val, x.NZ = x.Val[:m], x.NZ[:0]
	clear(x.Val)
}

// Add adds to one entry; an entry that cancels stays listed.
func (x *Vector) Add(i int32, v float64) {
	old := x.Val[i]
	if old == 0 {
		x.NZ = append(x.NZ, i)
	}
	x.Val[i] = Kept(old + v)
}

// Kept stands for a value whose place is listed: an exact zero would be listed again.
func Kept(v float64) float64 {
	if v == 0 {
		return 1e-100
	}
	return v
}

// Gather lists the nonzeros anew after work on all values.
func (x *Vector) Gather() {
	x.NZ = x.NZ[:0]
	for i, v := range x.Val {
		if v == 0 {
			continue
		}
		if math.Abs(v) < Drop {
			x.Val[i] = 0
			continue
		}
		x.NZ = append(x.NZ, int32(i))
	}
}

// Trim leaves out the entries that count as zero.
func (x *Vector) Trim() {
	k := 0
	for _, i := range x.NZ {
		if math.Abs(x.Val[i]) < Drop {
			x.Val[i] = 0
			continue
		}
		x.NZ[k] = i
		k++
	}
	x.NZ = x.NZ[:k]
}

func (x *Vector) CopyFrom(y *Vector) {
	x.Clear()
	for _, i := range y.NZ {
		x.Val[i] = y.Val[i]
	}
	x.NZ = append(x.NZ, y.NZ...)
}

// Square is the sum of squares.
func (x *Vector) Square() float64 {
	sum := 0.0
	for _, i := range x.NZ {
		sum += x.Val[i] * x.Val[i]
	}
	return sum
}
