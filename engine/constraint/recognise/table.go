package recognise

import "farbank/model"

// Limits on the rows of a table, and on the combinations of values to enumerate.
const (
	maxRows   = 1 << 12
	maxValues = 1 << 16
)

// tables finds arrays of truth values with two or more indices that are numbers.
func (f *Found) tables() {
	f.take(func(e *model.Expr) bool {
		if e.Op != model.Table || !e.Bool || len(e.Dims) < 2 {
			return false
		}
		t := Table{Xs: make([]*model.Expr, len(e.Dims))}
		total := int64(1)
		for i, a := range e.Indices() {
			for (a.Op == model.Min || a.Op == model.Max) && len(a.Args) == 2 && a.Args[0].IsConst() != a.Args[1].IsConst() {
				if a.Args[0].IsConst() {
					a = a.Args[1]
				} else {
					a = a.Args[0]
				}
			}
			if !small(a.Lo) || !small(a.Hi) || a.Hi-a.Lo >= maxValues/total {
				return false
			}
			t.Xs[i] = a
			total *= a.Hi - a.Lo + 1
		}
		if !t.fill(e, 0, nil) {
			return false
		}
		f.Tables = append(f.Tables, t)
		return true
	})
}

// fill adds the rows with the prefix begin, whose element so far has the given offset. It reports
// false if there are too many rows.
func (t *Table) fill(e *model.Expr, offset int64, begin []int64) bool {
	k := len(begin)
	if k == len(t.Xs) {
		if e.Values[offset] != 0 {
			t.Rows = append(t.Rows, begin)
		}
		return len(t.Rows) <= maxRows
	}
	for v := t.Xs[k].Lo; v <= t.Xs[k].Hi; v++ {
		d := e.Dims[k]
		i := clamped(e.Args[k], v)
		if !d.Has(i) {
			continue
		}
		if !t.fill(e, offset+(i-d.Lo)*d.Stride, append(begin[:k:k], v)) {
			return false
		}
	}
	return true
}

// clamped returns the value of an index if the number within its limits is v.
func clamped(e *model.Expr, v int64) int64 {
	if e.Op != model.Min && e.Op != model.Max {
		return v
	}
	x, c := e.Args[0], e.Args[1]
	if x.IsConst() {
		x, c = c, x
	}
	if !c.IsConst() {
		return v
	}
	if v = clamped(x, v); e.Op == model.Min {
		return min(v, c.Value)
	}
	return max(v, c.Value)
}
