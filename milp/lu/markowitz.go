package lu

// candidates is the maximum number of columns and rows that are searched for a pivot.
const candidates = 4

// nucleus eliminates the rest after the singletons.
func (e *elimination) nucleus() {
	e.bucket = e.bucket[:0]
	for k := range e.m {
		if e.slotRow[k] < 0 && len(e.colInd[k]) > 0 {
			e.bucket = append(e.bucket, int32(k))
		}
	}
	for len(e.bucket) > 0 {
		slot, p := e.choose()
		if slot < 0 {
			return
		}
		e.eliminate(slot, p, false)
	}
}

// choose returns a stable pivot of low Markowitz cost (r-1)(c-1). It also removes eliminated and
// empty slots from the list.
func (e *elimination) choose() (int32, int) {
	for {
		short := e.shortest()
		if short < 0 {
			return -1, 0
		}
		best, bestAt, bestCost := int32(-1), 0, int64(1)<<62
		looked := 0
		for count := short; looked < candidates && count <= short+2; count++ {
			for _, j := range e.bucket {
				if len(e.colInd[j]) != count {
					continue
				}
				if p, cost := e.bestIn(j); p >= 0 && cost < bestCost {
					best, bestAt, bestCost = j, p, cost
				}
				if looked++; looked >= candidates || bestCost <= int64(count-1)*int64(count-1) {
					break
				}
			}
			if best >= 0 && bestCost <= int64(count)*int64(count-1) {
				break
			}
		}
		if best >= 0 {
			return best, bestAt
		}
		// The columns searched have no usable pivot, so they are dependent.
		e.discard(short)
	}
}

// shortest returns the minimum length of an active column, or -1.
func (e *elimination) shortest() int {
	short := -1
	k := 0
	for _, j := range e.bucket {
		if e.slotRow[j] >= 0 || len(e.colInd[j]) == 0 {
			continue
		}
		e.bucket[k] = j
		k++
		if n := len(e.colInd[j]); short < 0 || n < short {
			short = n
		}
	}
	e.bucket = e.bucket[:k]
	return short
}

// bestIn returns the stable entry of a column with the least cost.
func (e *elimination) bestIn(j int32) (int, int64) {
	big := e.largest(j)
	if big < pivotTolerance {
		return -1, 0
	}
	at, best := -1, int64(1)<<62
	c := int64(len(e.colInd[j]) - 1)
	size := 0.0
	for p, i := range e.colInd[j] {
		v := abs(e.colVal[j][p])
		if v < threshold*big {
			continue
		}
		cost := int64(e.rowLen[i]-1) * c
		if cost < best || (cost == best && v > size) {
			at, best, size = p, cost, v
		}
	}
	return at, best
}

// discard empties the columns of up to the given length without a usable pivot.
func (e *elimination) discard(length int) {
	for _, j := range e.bucket {
		if len(e.colInd[j]) <= length+2 && e.largest(j) < pivotTolerance {
			for _, i := range e.colInd[j] {
				e.rowLen[i]--
				e.forget(i, j)
			}
			e.colInd[j], e.colVal[j] = e.colInd[j][:0], e.colVal[j][:0]
		}
	}
}

// finish adds unit columns as pivots for dependent columns, builds the triangles, and reorders
// head.
func (e *elimination) finish(f *Factor, head []int32, first int32) int {
	m := e.m
	e.newHead = sized(e.newHead, m)
	replaced := 0
	for i := range m {
		if k := e.rowSlot[i]; k >= 0 {
			e.newHead[i] = head[k]
			continue
		}
		e.newHead[i] = first + int32(i)
		f.order = append(f.order, int32(i))
		f.pivot[i] = 1
		replaced++
	}
	copy(head, e.newHead)
	u := &f.upper
	u.beg, u.end = sized(u.beg, m), sized(u.end, m)
	clear(u.end)
	for _, slot := range e.uSlot {
		if r := e.slotRow[slot]; r >= 0 {
			u.end[r]++
		}
	}
	u.makeRoom()
	for k, slot := range e.uSlot {
		if r := e.slotRow[slot]; r >= 0 {
			u.ind[u.end[r]], u.val[u.end[r]] = e.uRow[k], e.uVal[k]
			u.end[r]++
		}
	}
	u.pivot = f.pivot
	f.place = sized(f.place, m)
	for k, r := range f.order {
		f.place[r] = int32(k)
	}
	f.upperAcross.transposeOf(u, m, f.order)
	f.upperAcross.room = append(f.upperAcross.room[:0], f.upperAcross.end...)
	f.lowerAcross.transposeOf(&f.lower, m, f.lower.order)
	across := &f.lowerAcross
	across.order = across.order[:0]
	for k := m - 1; k >= 0; k-- {
		if r := f.order[k]; across.end[r] > across.beg[r] {
			across.order = append(across.order, r)
		}
	}
	f.size = len(u.ind) + len(f.lower.ind)
	return replaced
}
