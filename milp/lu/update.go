package lu

// A change of a column replaces it in U by its partly solved form, the spike, and moves its pivot to
// the end of the order. The row of the pivot then has entries before the diagonal. A row operation,
// which is kept in Factor.across, eliminates them (Forrest and Tomlin 1972). Its multipliers come
// from the partly solved unit vector of the pivot row, which the caller computes anyhow (Hall and
// Huangfu 2015).

// FTranColumn is like FTran. It also keeps what Update needs about the column.
func (f *Factor) FTranColumn(x *Vector) {
	f.lower.solve(x)
	f.eliminate(x)
	if f.changes() {
		f.spike = keep(f.spike, x)
	}
	f.upper.solveOrdered(x, f.order, true)
	f.productForward(x)
}

// BTranRow solves the transposed system for the unit vector of row r. It also keeps what Update
// needs about the row.
func (f *Factor) BTranRow(r int32, x *Vector) {
	x.Clear()
	x.Add(r, 1)
	f.edgeRow = -1
	if f.changes() {
		f.upperAcross.solveOrdered(x, f.order, false)
		f.edge, f.edgeRow = keep(f.edge, x), r
		f.eliminateAcross(x)
		f.lowerAcross.solve(x)
		return
	}
	f.BTran(x)
}

// changes reports whether changes of columns are made in U. Otherwise they are kept in product form.
func (f *Factor) changes() bool { return !f.held && len(f.etaRow) == 0 }

// An entry of a sparse vector.
type entry struct {
	i int32
	v float64
}

func keep(list []entry, x *Vector) []entry {
	list = list[:0]
	for _, i := range x.NZ {
		if v := x.Val[i]; abs(v) >= Drop {
			list = append(list, entry{i, v})
		}
	}
	return list
}

// eliminate applies the row operations.
func (f *Factor) eliminate(x *Vector) {
	if len(f.rowOf) == 0 {
		return
	}
	val := x.Val
	for k, r := range f.rowOf {
		b, e := f.rowBeg[k], f.rowBeg[k+1]
		ind, num := f.rowInd[b:e], f.rowVal[b:e]
		sum := 0.0
		for p, i := range ind {
			sum += num[p] * val[i]
		}
		if sum == 0 {
			continue
		}
		if val[r] == 0 {
			x.NZ = append(x.NZ, r)
		}
		val[r] = Kept(val[r] - sum)
	}
}

// eliminateAcross applies the transposed row operations in reverse order.
func (f *Factor) eliminateAcross(x *Vector) {
	val := x.Val
	for k := len(f.rowOf) - 1; k >= 0; k-- {
		v := val[f.rowOf[k]]
		if v == 0 {
			continue
		}
		b, e := f.rowBeg[k], f.rowBeg[k+1]
		ind, num := f.rowInd[b:e], f.rowVal[b:e]
		for p, i := range ind {
			old := val[i]
			if old == 0 {
				x.NZ = append(x.NZ, i)
			}
			val[i] = Kept(old - num[p]*v)
		}
	}
}

// change replaces the column at position r by the spike.
func (f *Factor) change(r int32, alpha float64) {
	pivot := f.pivot[r]
	for _, i := range f.upper.list(r) {
		f.upperAcross.remove(i, r)
	}
	for _, j := range f.upperAcross.list(r) {
		f.upper.remove(j, r)
	}
	f.upper.end[r], f.upperAcross.end[r] = f.upper.beg[r], f.upperAcross.beg[r]

	for _, e := range f.edge {
		if e.i != r {
			f.rowInd = append(f.rowInd, e.i)
			f.rowVal = append(f.rowVal, -e.v*pivot)
		}
	}
	f.rowOf = append(f.rowOf, r)
	f.rowBeg = append(f.rowBeg, int32(len(f.rowInd)))

	u := &f.upper
	u.beg[r] = int32(len(u.ind))
	for _, e := range f.spike {
		if e.i != r {
			u.ind, u.val = append(u.ind, e.i), append(u.val, e.v)
			f.upperAcross.insert(e.i, r, e.v)
		}
	}
	u.end[r] = int32(len(u.ind))
	f.added += int(u.end[r] - u.beg[r])
	f.pivot[r] = pivot * alpha
	f.order[f.place[r]] = -1
	f.place[r] = int32(len(f.order))
	f.order = append(f.order, r)
	f.edgeRow = -1
}

func (t *triangle) list(r int32) []int32 { return t.ind[t.beg[r]:t.end[r]] }

// remove removes i from the list of r.
func (t *triangle) remove(r, i int32) {
	last := t.end[r] - 1
	for p := t.beg[r]; p <= last; p++ {
		if t.ind[p] == i {
			t.ind[p], t.val[p] = t.ind[last], t.val[last]
			t.end[r] = last
			return
		}
	}
}

// insert adds an entry to the list of r, which moves to the end of the memory if it has no room.
func (t *triangle) insert(r, i int32, v float64) {
	if t.end[r] == t.room[r] {
		n := t.end[r] - t.beg[r]
		from := t.beg[r]
		t.beg[r] = int32(len(t.ind))
		for range 2*n + 4 {
			t.ind, t.val = append(t.ind, 0), append(t.val, 0)
		}
		t.room[r] = int32(len(t.ind))
		copy(t.ind[t.beg[r]:], t.ind[from:from+n])
		copy(t.val[t.beg[r]:], t.val[from:from+n])
		t.end[r] = t.beg[r] + n
	}
	t.ind[t.end[r]], t.val[t.end[r]] = i, v
	t.end[r]++
}

// solveOrdered is like solve with the order of elimination, backward or forward. Negative entries of
// the order are void.
func (t *triangle) solveOrdered(x *Vector, order []int32, backward bool) {
	if t.sparse(x) {
		return
	}
	val := x.Val
	x.NZ = x.NZ[:0]
	for k := range order {
		r := order[k]
		if backward {
			r = order[len(order)-1-k]
		}
		if r < 0 {
			continue
		}
		v := val[r]
		if v == 0 {
			continue
		}
		if v /= t.pivot[r]; abs(v) < Drop {
			val[r] = 0
			continue
		}
		val[r] = v
		x.NZ = append(x.NZ, r)
		b, e := t.beg[r], t.end[r]
		ind := t.ind[b:e]
		num := t.val[b:e]
		for p, i := range ind {
			val[i] -= num[p] * v
		}
	}
}
