package lu

import "math"

// Drop is the size below which a computed entry counts as zero.
const Drop = 1e-14

// Vector is a sparse vector with the length of the basis: all values, and the positions of the
// nonzeros. Between operations every nonzero is listed once.
type Vector struct {
	Val []float64
	NZ  []int32
}

// NewVector returns a zero vector of length m.
func NewVector(m int) *Vector {
	return &Vector{Val: make([]float64, m), NZ: make([]int32, 0, m)}
}

// Clear sets all entries to zero.
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

// Resize makes x a zero vector of length m.
func (x *Vector) Resize(m int) {
	if cap(x.Val) < m {
		x.Val, x.NZ = make([]float64, m), make([]int32, 0, m)
		return
	}
	x.Val, x.NZ = x.Val[:m], x.NZ[:0]
	clear(x.Val)
}

// Add adds v to one entry; an entry that cancels stays listed.
func (x *Vector) Add(i int32, v float64) {
	old := x.Val[i]
	if old == 0 {
		x.NZ = append(x.NZ, i)
	}
	x.Val[i] = Kept(old + v)
}

// Kept returns v, or a tiny number if v is zero: the position of a zero would be listed again.
func Kept(v float64) float64 {
	if v == 0 {
		return 1e-100
	}
	return v
}

// Gather rebuilds the list of nonzeros after changes to Val.
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

// Trim removes the entries below Drop.
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

// CopyFrom makes x a copy of y.
func (x *Vector) CopyFrom(y *Vector) {
	x.Clear()
	for _, i := range y.NZ {
		x.Val[i] = y.Val[i]
	}
	x.NZ = append(x.NZ, y.NZ...)
}

// Square returns the sum of squares.
func (x *Vector) Square() float64 {
	sum := 0.0
	for _, i := range x.NZ {
		sum += x.Val[i] * x.Val[i]
	}
	return sum
}
