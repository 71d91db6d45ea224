package simplex

import "math"

// drop is the size below which a computed entry counts as zero.
const drop = 1e-14

// vector is a sparse vector of the length of the basis: all values, and the places
// of those that are not zero. Between operations every nonzero is listed once.
type vector struct {
	val []float64
	nz  []int32
}

func newVector(m int) *vector {
	return &vector{val: make([]float64, m), nz: make([]int32, 0, m)}
}

func (x *vector) clear() {
	if 4*len(x.nz) > len(x.val) {
		clear(x.val)
	} else {
		for _, i := range x.nz {
			x.val[i] = 0
		}
	}
	x.nz = x.nz[:0]
}

// resize makes the vector one of m zeros.
func (x *vector) resize(m int) {
	if cap(x.val) < m {
		x.val, x.nz = make([]float64, m), make([]int32, 0, m)
		return
	}
	x.val, x.nz = x.val[:m], x.nz[:0]
	clear(x.val)
}

// add adds to one entry; an entry that cancels stays listed.
func (x *vector) add(i int32, v float64) {
	old := x.val[i]
	if old == 0 {
		x.nz = append(x.nz, i)
	}
	x.val[i] = kept(old + v)
}

// kept stands for a value whose place is listed: an exact zero would be listed again.
func kept(v float64) float64 {
	if v == 0 {
		return 1e-100
	}
	return v
}

// gather lists the nonzeros anew after work on all values.
func (x *vector) gather() {
	x.nz = x.nz[:0]
	for i, v := range x.val {
		if v == 0 {
			continue
		}
		if math.Abs(v) < drop {
			x.val[i] = 0
			continue
		}
		x.nz = append(x.nz, int32(i))
	}
}

// trim leaves out the entries that count as zero.
func (x *vector) trim() {
	k := 0
	for _, i := range x.nz {
		if math.Abs(x.val[i]) < drop {
			x.val[i] = 0
			continue
		}
		x.nz[k] = i
		k++
	}
	x.nz = x.nz[:k]
}

func (x *vector) copyFrom(y *vector) {
	x.clear()
	for _, i := range y.nz {
		x.val[i] = y.val[i]
	}
	x.nz = append(x.nz, y.nz...)
}

// square is the sum of squares.
func (x *vector) square() float64 {
	sum := 0.0
	for _, i := range x.nz {
		sum += x.val[i] * x.val[i]
	}
	return sum
}
