package branch

import (
	"math"

	"farbank/milp/internal/propagate"
)

// rootCosts are the reduced costs of the root's last relaxation. Each better solution tightens with them the bounds of
// all nodes.
type rootCosts struct {
	value   float64 // of the relaxation
	columns []rootCost
}

// rootCost is an integer column at a bound with its reduced cost: positive at the lower bound, negative at the upper
// one.
type rootCost struct {
	col   int32
	cost  float64
	bound float64
}

// smallCost is the size below which a reduced cost counts as zero.
const smallCost = 1e-7

// reducedCosts collects the reduced costs of the relaxation that was solved last. The next call overwrites them.
func (w *worker) reducedCosts(value float64) *rootCosts {
	r := &w.costs
	r.value, r.columns = value, r.columns[:0]
	for j, whole := range w.p.Integer {
		if !whole || w.dom.Lo[j] == w.dom.Hi[j] || w.lp.Basic(j) {
			continue
		}
		switch d := w.lp.Reduced(j); {
		case d > smallCost && w.x[j] < w.dom.Lo[j]+Integrality:
			r.columns = append(r.columns, rootCost{int32(j), d, w.dom.Lo[j]})
		case d < -smallCost && w.x[j] > w.dom.Hi[j]-Integrality:
			r.columns = append(r.columns, rootCost{int32(j), d, w.dom.Hi[j]})
		}
	}
	return r
}

// apply tightens the bounds of a domain: solutions below the cutoff keep them.
func (r *rootCosts) apply(d *propagate.Domain, cutoff float64) {
	for _, c := range r.columns {
		steps := math.Floor((cutoff-r.value)/math.Abs(c.cost) + 1e-6)
		if c.cost > 0 {
			d.SetUpper(c.col, c.bound+steps)
		} else {
			d.SetLower(c.col, c.bound-steps)
		}
	}
}

// everywhere tightens the bounds of all nodes by the root's reduced costs, if there is a better solution than the last
// time. It returns false if no node remains.
func (w *worker) everywhere() bool {
	found, cutoff := w.t.state()
	if w.t.reduced == nil || !found || cutoff >= w.costed {
		return true
	}
	w.t.reduced.apply(w.dom, cutoff)
	if !w.dom.Propagate() {
		return false
	}
	w.costed = cutoff
	w.dom.Keep()
	return true
}
