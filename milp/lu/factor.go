package lu

import "math"

// Factor is a factorized basis: B = L R U E1 E2 ..., where R has the row operations of changes made in
// U, and each E is a column change in product form. Rows and basis positions share one numbering: the
// column whose pivot lies in row r is the basic column at position r.
type Factor struct {
	m                        int
	lower, upper             triangle // by columns, to solve with B
	lowerAcross, upperAcross triangle // by rows, to solve with B transposed
	order                    []int32  // pivot rows in the order of elimination; -1 is void
	place                    []int32  // of each row in order
	pivot                    []float64
	size                     int // nonzeros of L and U

	// The row operations: row rowOf[k] loses the multiples of others.
	rowOf   []int32
	rowBeg  []int32
	rowInd  []int32
	rowVal  []float64
	added   int     // entries of the changed columns
	spike   []entry // of the last FTranColumn
	edge    []entry // of the last BTranRow
	edgeRow int32   // its row, or -1
	held    bool    // changes are in product form, so that they can be undone

	etaRow   []int32
	etaPivot []float64
	etaBeg   []int32
	etaInd   []int32
	etaVal   []float64
	elim     elimination
	builds   int64 // number of factorizations
}

// Builds returns the number of factorizations so far.
func (f *Factor) Builds() int64 { return f.builds }

// Updates returns the number of column changes since the last factorization.
func (f *Factor) Updates() int { return len(f.rowOf) + len(f.etaRow) }

// FTran solves B x = b in place.
func (f *Factor) FTran(x *Vector) {
	f.lower.solve(x)
	f.eliminate(x)
	f.upper.solveOrdered(x, f.order, true)
	f.productForward(x)
}

func (f *Factor) productForward(x *Vector) {
	if len(f.etaRow) == 0 {
		return
	}
	val := x.Val
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
				x.NZ = append(x.NZ, i)
			}
			val[i] = Kept(old - num[p]*v)
		}
	}
	x.Trim()
}

// BTran solves the transposed system in place.
func (f *Factor) BTran(x *Vector) {
	val := x.Val
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
			x.NZ = append(x.NZ, r)
		}
		val[r] = Kept(sum / f.etaPivot[k])
	}
	f.upperAcross.solveOrdered(x, f.order, false)
	f.eliminateAcross(x)
	f.lowerAcross.solve(x)
}

// Update records that the column with the solved form alpha replaces the one at position r. The last
// FTranColumn must have been for that column, and the last BTranRow for r if there was one.
func (f *Factor) Update(r int32, alpha *Vector) {
	if f.changes() && f.edgeRow == r {
		f.change(r, alpha.Val[r])
		return
	}
	if len(f.etaBeg) == 0 {
		f.etaBeg = append(f.etaBeg, 0)
	}
	f.etaRow = append(f.etaRow, r)
	f.etaPivot = append(f.etaPivot, alpha.Val[r])
	for _, i := range alpha.NZ {
		if i != r {
			f.etaInd = append(f.etaInd, i)
			f.etaVal = append(f.etaVal, alpha.Val[i])
		}
	}
	f.etaBeg = append(f.etaBeg, int32(len(f.etaInd)))
}

// Hold lets Cut undo the updates that follow, until the next factorization. It returns the number of
// updates so far.
func (f *Factor) Hold() int {
	f.held = true
	return f.Updates()
}

// Cut undoes all updates but the first n, which Hold returned.
func (f *Factor) Cut(n int) {
	n -= len(f.rowOf)
	if n < 0 || n >= len(f.etaRow) {
		return
	}
	f.etaRow, f.etaPivot, f.etaBeg = f.etaRow[:n], f.etaPivot[:n], f.etaBeg[:n+1]
	f.etaInd, f.etaVal = f.etaInd[:f.etaBeg[n]], f.etaVal[:f.etaBeg[n]]
}

// Full reports whether a new factorization is cheaper than further updates.
func (f *Factor) Full() bool {
	k := f.Updates()
	return k >= 100+f.m/100 || (k >= 20 && len(f.etaInd)+len(f.rowInd)+f.added > 3*(f.size+f.m))
}

// Column returns the entries of a column of the problem.
type Column func(j int32) (ind []int32, val []float64)

// Build factorizes the columns in head. It reorders head such that positions and pivot rows agree.
// It replaces linearly dependent columns by the unit columns first + row, and returns their number.
func (f *Factor) Build(head []int32, first int32, column Column) int {
	f.builds++
	f.m = len(head)
	f.etaRow, f.etaPivot, f.etaBeg = f.etaRow[:0], f.etaPivot[:0], f.etaBeg[:0]
	f.etaInd, f.etaVal = f.etaInd[:0], f.etaVal[:0]
	f.rowOf, f.rowBeg, f.rowInd, f.rowVal = f.rowOf[:0], append(f.rowBeg[:0], 0), f.rowInd[:0], f.rowVal[:0]
	f.added, f.held, f.edgeRow = 0, false, -1
	e := &f.elim
	e.start(f, head, first, column)
	e.singletons()
	e.nucleus()
	return e.finish(f, head, first)
}

// pivotTolerance is the minimum absolute value of a pivot, threshold its minimum relative to the
// largest entry of its column.
const (
	pivotTolerance = 1e-10
	threshold      = 0.1
)

func abs(x float64) float64 { return math.Abs(x) }
