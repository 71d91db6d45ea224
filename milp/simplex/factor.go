package simplex

import "math"

// factor holds a basis as L U and a product of later column changes:
// B = L U E1 E2 ... Rows and basis positions share one numbering: the column whose
// pivot lies in row r is the basic column at position r.
type factor struct {
	m                        int
	lower, upper             triangle // column by column, for solving with B
	lowerAcross, upperAcross triangle // row by row, for solving with B transposed
	order                    []int32  // pivot rows in the order of elimination
	pivot                    []float64
	size                     int // nonzeros of L and U
	etaRow                   []int32
	etaPivot                 []float64
	etaBeg                   []int32
	etaInd                   []int32
	etaVal                   []float64
	elim                     elimination
	builds                   int64 // factorisations so far
}

// ftran solves B x = b in place.
func (f *factor) ftran(x *vector) {
	f.lower.solve(x)
	f.upper.solve(x)
	if len(f.etaRow) == 0 {
		return
	}
	val := x.val
	for k, r := range f.etaRow {
		v := val[r]
		if v == 0 {
			continue
		}
		v /= f.etaPivot[k]
		val[r] = v
		b, e := f.etaBeg[k], f.etaBeg[k+1]
		ind, num := f.etaInd[b:e], f.etaVal[b:e]
		for p, i := range ind {
			old := val[i]
			if old == 0 {
				x.nz = append(x.nz, i)
			}
			val[i] = kept(old - num[p]*v)
		}
	}
	x.trim()
}

// btran solves the transposed system in place.
func (f *factor) btran(x *vector) {
	val := x.val
	for k := len(f.etaRow) - 1; k >= 0; k-- {
		r := f.etaRow[k]
		sum := val[r]
		was := sum
		b, e := f.etaBeg[k], f.etaBeg[k+1]
		ind, num := f.etaInd[b:e], f.etaVal[b:e]
		for p, i := range ind {
			sum -= num[p] * val[i]
		}
		if was == 0 && sum == 0 {
			continue
		}
		if was == 0 {
			x.nz = append(x.nz, r)
		}
		val[r] = kept(sum / f.etaPivot[k])
	}
	f.upperAcross.solve(x)
	f.lowerAcross.solve(x)
}

// update records that the column with the solved form alpha replaces the one at r.
func (f *factor) update(r int32, alpha *vector) {
	if len(f.etaBeg) == 0 {
		f.etaBeg = append(f.etaBeg, 0)
	}
	f.etaRow = append(f.etaRow, r)
	f.etaPivot = append(f.etaPivot, alpha.val[r])
	for _, i := range alpha.nz {
		if i != r {
			f.etaInd = append(f.etaInd, i)
			f.etaVal = append(f.etaVal, alpha.val[i])
		}
	}
	f.etaBeg = append(f.etaBeg, int32(len(f.etaInd)))
}

// cut takes back all updates but the first n.
func (f *factor) cut(n int) {
	if n >= len(f.etaRow) {
		return
	}
	f.etaRow, f.etaPivot, f.etaBeg = f.etaRow[:n], f.etaPivot[:n], f.etaBeg[:n+1]
	f.etaInd, f.etaVal = f.etaInd[:f.etaBeg[n]], f.etaVal[:f.etaBeg[n]]
}

// full says that factoring anew is worth more than going on.
func (f *factor) full() bool {
	k := len(f.etaRow)
	return k >= 100 || (k >= 20 && len(f.etaInd) > 3*(f.size+f.m))
}

// column gives the entries of a column of the problem.
type columnReader func(j int32) (ind []int32, val []float64)

// build factors the columns named by head. It reorders head so that position and
// pivot row agree. Columns that depend on others are replaced by the unit columns
// named first + row; it returns how many.
func (f *factor) build(head []int32, first int32, column columnReader) int {
	f.builds++
	f.m = len(head)
	f.etaRow, f.etaPivot, f.etaBeg = f.etaRow[:0], f.etaPivot[:0], f.etaBeg[:0]
	f.etaInd, f.etaVal = f.etaInd[:0], f.etaVal[:0]
	e := &f.elim
	e.start(f, head, first, column)
	e.singletons()
	e.nucleus()
	return e.finish(f, head, first)
}

// pivotTolerance is the least size of a pivot, threshold its least share of the
// largest entry of its column.
const (
	pivotTolerance = 1e-10
	threshold      = 0.1
)

func abs(x float64) float64 { return math.Abs(x) }
