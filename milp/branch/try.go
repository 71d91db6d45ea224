package branch

import (
	"math"

	"farbank/milp/simplex"
)

// try offers an integral point. If the exact check fails because of the continuous columns, try
// solves for these again with the integers fixed. As a last resort it uses a relaxation without
// cuts, whose rows may be numerically harder than the problem's own.
func (w *worker) try(x []float64, from string) bool {
	known := w.t.added.count()
	if w.t.offer(x, from) {
		return true
	}
	if w.t.added.count() > known {
		return false // a callback excludes the point
	}
	if w.p.Integers == w.p.N || w.p.Integers == 0 {
		return false
	}
	for j, whole := range w.p.Integer {
		if v := math.Round(x[j]); whole && (v < w.p.Lo[j] || v > w.p.Hi[j]) {
			return false
		}
	}
	basis := w.lp.Basis()
	ok := w.repair(w.lp, x, from)
	for j, whole := range w.p.Integer {
		if whole {
			w.lp.SetBounds(j, w.sentLo[j], w.sentHi[j])
		}
	}
	w.lp.SetBasis(basis)
	if ok || w.t.cuts == 0 {
		return ok
	}
	if w.plain == nil {
		w.plain = simplex.New(w.p.Cost, w.p.Lo, w.p.Hi, w.p.Rows)
	}
	return w.repair(w.plain, x, from)
}

// repair fixes the integer columns at their rounded values and solves for the rest.
func (w *worker) repair(lp *simplex.Solver, x []float64, from string) bool {
	for j, whole := range w.p.Integer {
		if whole {
			v := math.Round(x[j])
			lp.SetBounds(j, v, v)
		}
	}
	lp.Cutoff = math.Inf(1)
	if lp.Solve(w.ctx) != simplex.Optimal {
		return false
	}
	y := make([]float64, w.p.N)
	lp.Values(y)
	for j, whole := range w.p.Integer {
		if whole {
			y[j] = math.Round(x[j])
		}
	}
	return w.t.offer(y, from)
}

// round tries the nearest integral point, rounding each column in the direction with fewer locks.
func (w *worker) round() {
	if len(w.p.Sets) > 0 {
		return
	}
	if w.reduced == nil {
		w.reduced = make([]float64, w.p.N)
	}
	y := w.reduced
	copy(y, w.x)
	for _, c := range w.cand {
		up, down := w.p.Locks(int(c.col))
		switch {
		case down == 0:
			y[c.col] = math.Floor(c.value)
		case up == 0:
			y[c.col] = math.Ceil(c.value)
		default:
			return
		}
	}
	if _, cutoff := w.t.state(); w.p.Value(y) < cutoff {
		w.t.offer(y, "rounding")
	}
}
