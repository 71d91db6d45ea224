package branch

import (
	"math"
	"slices"
)

// gomory makes cuts from the rows of the tableau whose basic column should be whole
// and is not (Gomory 1960).
func (r *root) gomory() {
	type row struct {
		at   int
		frac float64
	}
	var rows []row
	_, m := r.lp.Size()
	for k := range m {
		j := r.lp.BasicAt(k)
		if j >= r.p.n || !r.p.integer[j] {
			continue
		}
		v := r.x[j]
		if f := abs(v - math.Round(v)); f > 0.005 {
			rows = append(rows, row{k, f})
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		switch {
		case a.frac > b.frac:
			return -1
		case a.frac < b.frac:
			return 1
		}
		return 0
	})
	mult := make([]float64, m)
	for _, w := range rows[:min(len(rows), 60)] {
		if r.ctx().Err() != nil {
			return
		}
		r.lp.Multipliers(w.at, mult)
		top := 0.0
		for _, y := range mult {
			top = max(top, abs(y))
		}
		r.sum.clear()
		for i, y := range mult {
			if abs(y) > 1e-9*top && abs(y) > 1e-11 {
				r.sum.add(int32(i), &r.rows[i], y)
			}
		}
		r.both(cutGomory)
	}
}

// both makes cuts from the sum and from its negative.
func (r *root) both(kind cutKind) bool {
	made := false
	r.sum.settle()
	for _, sign := range [2]float64{1, -1} {
		c := r.mir.cut(r.sum, sign)
		if c != nil && r.offerCut(c, kind) {
			if kind == cutGomory {
				return true
			}
			made = true
		}
	}
	return made
}

// offerCut puts a cut into the pool, if it is good enough.
func (r *root) offerCut(c *cut, kind cutKind) bool {
	c.kind = kind
	if r.p.n > 350 && len(c.idx) > 100+r.p.n/5 || !c.tidy(r.lo, r.hi) {
		return false
	}
	if c.measure(r.x); c.depth < leastDepth {
		return false
	}
	return r.pool.add(c)
}

// longestSum is how many rows are added up for a cut.
const longestSum = 6

// mixed makes cuts from rows, and from sums of rows in which continuous columns that
// are away from their bounds cancel (Marchand and Wolsey 2001).
func (r *root) mixed() {
	for i := range r.p.rows {
		if r.ctx().Err() != nil {
			return
		}
		if row := &r.p.rows[i]; len(row.Index) < 2 || len(row.Index) > 1000 {
			continue
		}
		r.sum.clear()
		r.sum.add(int32(i), &r.rows[i], 1)
		for range longestSum {
			if r.both(cutMIR) {
				break
			}
			if !r.cancel() {
				break
			}
		}
	}
}

// cancel adds a row to the sum so that the continuous column farthest from its
// bounds drops out.
func (r *root) cancel() bool {
	at, far := int32(-1), 1e-4
	for _, j := range r.sum.cols {
		if r.p.integer[j] || abs(r.sum.coef[j]) < 1e-9 {
			continue
		}
		if d := r.distance(j); d > far && len(r.p.cols[j].row) > 1 {
			at, far = j, d
		}
	}
	if at < 0 {
		return false
	}
	best, score, coef := int32(-1), -1.0, 0.0
	c := &r.p.cols[at]
	for k, i := range c.row {
		if slices.Contains(r.sum.rows, i) || abs(c.val[k]) < 1e-6 {
			continue
		}
		row := &r.rows[i]
		slack := min(r.mir.value[i]-row.Lower, row.Upper-r.mir.value[i])
		if v := 1/(1+max(slack, 0)) + 1/float64(1+len(row.Index)); v > score {
			best, score, coef = i, v, c.val[k]
		}
	}
	if best < 0 {
		return false
	}
	r.sum.add(best, &r.rows[best], -r.sum.coef[at]/coef)
	r.sum.coef[at] = 0
	return true
}

// distance is how far a continuous column is from its bounds, variable ones too.
func (r *root) distance(j int32) float64 {
	d := min(r.x[j]-r.p.lo[j], r.p.hi[j]-r.x[j])
	for _, v := range r.mir.lower[j] {
		d = min(d, abs(r.x[j]-v.base-v.slope*r.x[v.binary]))
	}
	for _, v := range r.mir.upper[j] {
		d = min(d, abs(v.base+v.slope*r.x[v.binary]-r.x[j]))
	}
	return d
}
