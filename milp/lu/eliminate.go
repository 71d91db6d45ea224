package lu

// An elimination is the state of one LU factorization: the active submatrix, by columns with values
// and by rows as a pattern, and the pivots so far. Singleton columns and rows are eliminated first
// and need no arithmetic. The other pivots are chosen by their Markowitz cost (Markowitz 1957),
// with a threshold for stability, from few candidates (Suhl and Suhl 1990).
type elimination struct {
	m       int
	f       *Factor
	colInd  [][]int32 // by slot: active rows
	colVal  [][]float64
	rowCol  [][]int32 // by row: active slots, some of which may be eliminated
	rowLen  []int32   // active slots of a row
	slotRow []int32   // pivot row of a slot, or -1
	rowSlot []int32   // slot pivoted in a row, or -1
	uRow    []int32   // of U: pivot row, slot, value
	uSlot   []int32
	uVal    []float64
	work    []float64 // multipliers by row
	mark    []bool
	queue   []int32
	bucket  []int32 // active slots still to be pivoted
	newHead []int32
}

func (e *elimination) start(f *Factor, head []int32, first int32, column Column) {
	m := len(head)
	e.m, e.f = m, f
	e.colInd, e.colVal, e.rowCol = grown(e.colInd, m), grown(e.colVal, m), grown(e.rowCol, m)
	e.rowLen, e.slotRow, e.rowSlot = sized(e.rowLen, m), sized(e.slotRow, m), sized(e.rowSlot, m)
	e.uRow, e.uSlot, e.uVal = e.uRow[:0], e.uSlot[:0], e.uVal[:0]
	e.work, e.mark = sized(e.work, m), sized(e.mark, m)
	clear(e.work)
	clear(e.mark)
	f.order = f.order[:0]
	f.pivot = sized(f.pivot, m)
	l := &f.lower
	l.order, l.ind, l.val, l.pivot = l.order[:0], l.ind[:0], l.val[:0], nil
	l.beg, l.end = sized(l.beg, m), sized(l.end, m)
	for i := range m {
		e.slotRow[i], e.rowSlot[i] = -1, -1
		e.rowCol[i] = e.rowCol[i][:0]
		e.colInd[i], e.colVal[i] = e.colInd[i][:0], e.colVal[i][:0]
		l.beg[i], l.end[i] = 0, 0
	}
	for k, j := range head {
		if j >= first {
			if i := j - first; e.rowSlot[i] < 0 {
				e.take(int32(k), i, 1)
			}
		}
	}
	e.fill(head, first, column)
}

// fill copies the columns that are not unit columns. Entries in rows of unit columns belong to U.
func (e *elimination) fill(head []int32, first int32, column Column) {
	for k, j := range head {
		if j >= first {
			continue
		}
		slot := int32(k)
		ind, val := column(j)
		for p, i := range ind {
			if e.rowSlot[i] >= 0 {
				e.uRow, e.uSlot, e.uVal = append(e.uRow, i), append(e.uSlot, slot), append(e.uVal, val[p])
				continue
			}
			e.colInd[k] = append(e.colInd[k], i)
			e.colVal[k] = append(e.colVal[k], val[p])
			e.rowCol[i] = append(e.rowCol[i], slot)
		}
	}
	for i := range e.m {
		e.rowLen[i] = int32(len(e.rowCol[i]))
	}
}

// take records the pivot of a slot in a row.
func (e *elimination) take(slot, row int32, v float64) {
	e.slotRow[slot], e.rowSlot[row] = row, slot
	e.f.order = append(e.f.order, row)
	e.f.pivot[row] = v
}

// singletons pivots on columns and rows with one active entry while there are any.
func (e *elimination) singletons() {
	e.queue = e.queue[:0]
	for k := range e.m {
		if e.slotRow[k] < 0 && len(e.colInd[k]) == 1 {
			e.queue = append(e.queue, int32(k))
		}
	}
	for len(e.queue) > 0 {
		slot := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		if e.slotRow[slot] < 0 && len(e.colInd[slot]) == 1 && abs(e.colVal[slot][0]) > 1e-7 {
			e.eliminate(slot, 0, true)
		}
	}
	for i := range e.m {
		if e.rowSlot[i] < 0 && e.rowLen[i] == 1 {
			e.queue = append(e.queue, int32(i))
		}
	}
	for len(e.queue) > 0 {
		row := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		if e.rowSlot[row] < 0 && e.rowLen[row] == 1 {
			e.pivotRowSingleton(row)
		}
	}
}

func (e *elimination) pivotRowSingleton(row int32) {
	for _, slot := range e.rowCol[row] {
		if e.slotRow[slot] >= 0 {
			continue
		}
		p := e.find(slot, row)
		if p < 0 {
			continue
		}
		// A small pivot would make large multipliers, so it is left to the nucleus.
		if v := abs(e.colVal[slot][p]); v > 1e-7 && v >= 0.01*e.largest(slot) {
			for _, i := range e.colInd[slot] {
				if i != row && e.rowLen[i] == 2 {
					e.queue = append(e.queue, i)
				}
			}
			e.eliminate(slot, p, false)
		}
		return
	}
}

func (e *elimination) find(slot, row int32) int {
	for p, i := range e.colInd[slot] {
		if i == row {
			return p
		}
	}
	return -1
}

func (e *elimination) largest(slot int32) float64 {
	big := 0.0
	for _, v := range e.colVal[slot] {
		big = max(big, abs(v))
	}
	return big
}

// eliminate pivots on entry p of a slot's column. If queue is set, it appends columns that become
// singletons to the queue.
func (e *elimination) eliminate(slot int32, p int, queue bool) {
	row, v := e.colInd[slot][p], e.colVal[slot][p]
	e.take(slot, row, v)
	l := &e.f.lower
	ind, val := e.colInd[slot], e.colVal[slot]
	if len(ind) > 1 {
		l.order = append(l.order, row)
		l.beg[row] = int32(len(l.ind))
		for q, i := range ind {
			if q == p {
				continue
			}
			x := val[q] / v
			e.work[i] = x
			e.rowLen[i]--
			l.ind, l.val = append(l.ind, i), append(l.val, x)
		}
		l.end[row] = int32(len(l.ind))
	}
	lb, le := l.beg[row], l.end[row]
	for _, j := range e.rowCol[row] {
		if e.slotRow[j] >= 0 {
			continue
		}
		if q := e.find(j, row); q >= 0 {
			e.eliminateColumn(j, row, q, lb, le)
			if queue && len(e.colInd[j]) == 1 {
				e.queue = append(e.queue, j)
			}
		}
	}
	for _, i := range l.ind[lb:le] {
		e.work[i] = 0
	}
	e.colInd[slot], e.colVal[slot] = ind[:0], val[:0]
}

// eliminateColumn moves entry q of column j to U and subtracts its multiples from the rest of the
// column.
func (e *elimination) eliminateColumn(j, row int32, q int, lb, le int32) {
	ind, val := e.colInd[j], e.colVal[j]
	u := val[q]
	last := len(ind) - 1
	ind[q], val[q] = ind[last], val[last]
	ind, val = ind[:last], val[:last]
	e.uRow, e.uSlot, e.uVal = append(e.uRow, row), append(e.uSlot, j), append(e.uVal, u)
	if lb < le {
		k := 0
		for p, i := range ind {
			if x := e.work[i]; x != 0 {
				e.mark[i] = true
				val[p] -= x * u
				if abs(val[p]) < Drop {
					e.rowLen[i]--
					e.forget(i, j)
					continue
				}
			}
			ind[k], val[k] = i, val[p]
			k++
		}
		ind, val = ind[:k], val[:k]
		for p := lb; p < le; p++ {
			i := e.f.lower.ind[p]
			if e.mark[i] {
				e.mark[i] = false
				continue
			}
			if x := -e.f.lower.val[p] * u; abs(x) >= Drop {
				ind, val = append(ind, i), append(val, x)
				e.rowCol[i] = append(e.rowCol[i], j)
				e.rowLen[i]++
			}
		}
	}
	e.colInd[j], e.colVal[j] = ind, val
}

// forget removes slot j from the pattern of a row, so that it is never listed twice.
func (e *elimination) forget(row, j int32) {
	list := e.rowCol[row]
	for p, k := range list {
		if k == j {
			list[p] = list[len(list)-1]
			e.rowCol[row] = list[:len(list)-1]
			return
		}
	}
}

func grown[T any](s [][]T, n int) [][]T {
	for len(s) < n {
		s = append(s, nil)
	}
	return s
}
