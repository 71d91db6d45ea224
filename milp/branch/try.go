package branch

import (
	"math"

	"farbank/milp/simplex"
)

// try offers a point that is integral. Where the exact check fails because of the
// continuous columns, these are found again with the integers fixed.
func (w *worker) try(x []float64, from string) bool {
	if w.t.offer(x, from) {
		return true
	}
	if w.p.integers == w.p.n || w.p.integers == 0 {
		return false
	}
	return w.repair(x, from)
}

// repair fixes the integer columns at their rounded values and solves for the rest.
func (w *worker) repair(x []float64, from string) bool {
	basis := w.lp.Basis()
	ok := true
	for j, whole := range w.p.integer {
		if !whole {
			continue
		}
		v := math.Round(x[j])
		if v < w.p.lo[j] || v > w.p.hi[j] {
			ok = false
		}
		w.lp.SetBounds(j, v, v)
	}
	w.lp.Cutoff = math.Inf(1)
	if ok && w.lp.Solve(w.ctx) == simplex.Optimal {
		y := make([]float64, w.p.n)
		w.lp.Values(y)
		for j, whole := range w.p.integer {
			if whole {
				y[j] = math.Round(x[j])
			}
		}
		ok = w.t.offer(y, from)
	} else {
		ok = false
	}
	for j, whole := range w.p.integer {
		if whole {
			w.lp.SetBounds(j, w.sentLo[j], w.sentHi[j])
		}
	}
	w.lp.SetBasis(basis)
	return ok
}

// round tries the nearest whole point, moving each column in the direction in which
// fewer rows mind.
func (w *worker) round() {
	if len(w.p.sets) > 0 {
		return
	}
	if w.reduced == nil {
		w.reduced = make([]float64, w.p.n)
	}
	y := w.reduced
	copy(y, w.x)
	for _, c := range w.cand {
		up, down := w.p.locks(int(c.col))
		switch {
		case down == 0:
			y[c.col] = math.Floor(c.value)
		case up == 0:
			y[c.col] = math.Ceil(c.value)
		default:
			return
		}
	}
	if _, cutoff := w.t.state(); w.p.value(y) < cutoff {
		w.t.offer(y, "rounding")
	}
}

// locks counts the rows that may break when a column goes up, and down.
func (p *program) locks(j int) (up, down int) {
	c := p.cols[j]
	for k, i := range c.row {
		r := &p.rows[i]
		if r.Upper < math.Inf(1) {
			if c.val[k] > 0 {
				up++
			} else {
				down++
			}
		}
		if r.Lower > math.Inf(-1) {
			if c.val[k] > 0 {
				down++
			} else {
				up++
			}
		}
	}
	return up, down
}
