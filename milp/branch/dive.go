package branch

import (
	"math"

	"farbank/milp/internal/exact"
	"farbank/milp/simplex"
)

// A diving is a rule that selects the next column of a dive.
type diving int

const (
	byFraction diving = iota // the column nearest to an integer
	byLocks                  // the column with the fewest locks
	byBest                   // the column nearest to the best solution
	byGrowth                 // by pseudocosts
	divings
)

// plunge fixes columns one by one, with propagation and the relaxation in between, to find a
// solution. It restores the state of the worker.
func (w *worker) plunge(kind diving, limit int64) {
	mark, basis := w.dom.Mark(), w.lp.Basis()
	w.snapshot = append(w.snapshot[:0], w.x...)
	before := w.lp.Iterations
	solved, average := w.solved, w.average
	w.descend(kind, limit)
	w.spent += w.lp.Iterations - before
	w.solved, w.average = solved, average
	w.dom.Back(mark)
	w.send()
	w.lp.SetBasis(basis)
	copy(w.x, w.snapshot)
	w.fractional()
}

func (w *worker) descend(kind diving, limit int64) {
	start := w.lp.Iterations
	turns := 0
	// With unbounded integer columns a dive may go on without an iteration of the simplex method and without an end.
	for range 4*w.p.Integers + 100 {
		if w.lp.Iterations-start >= limit {
			return
		}
		w.fractional()
		if len(w.cand) == 0 {
			if len(w.p.Sets) == 0 || w.setsHold() {
				w.try(w.x, "dive")
			}
			return
		}
		w.round()
		at := w.dom.Mark()
		c, up := w.pick(kind)
		w.fixTo(c, up)
		ok := w.dom.Propagate()
		st := simplex.Infeasible
		if ok {
			w.fixNear()
			if ok = w.dom.Propagate(); ok {
				_, st = w.relax()
			}
		}
		if st == simplex.Infeasible || st == simplex.Cutoff {
			if turns++; turns > 8 {
				return
			}
			w.dom.Back(at)
			w.fixTo(c, !up)
			if !w.dom.Propagate() {
				return
			}
			_, st = w.relax()
		}
		if st == simplex.Stopped {
			w.halt()
		}
		if st != simplex.Optimal {
			return
		}
	}
}

func (w *worker) setsHold() bool {
	for _, s := range w.p.Sets {
		if !exact.SetHolds(s, w.x) {
			return false
		}
	}
	return true
}

func (w *worker) fixTo(c candidate, up bool) {
	if up {
		w.dom.SetLower(c.col, math.Floor(c.value)+1)
	} else {
		w.dom.SetUpper(c.col, math.Floor(c.value))
	}
}

// fixNear also fixes columns that are nearly integral, if there are many.
func (w *worker) fixNear() {
	if len(w.cand) < 20 {
		return
	}
	for _, c := range w.cand {
		if w.dom.Failed || w.dom.Lo[c.col] == w.dom.Hi[c.col] {
			continue
		}
		if v := math.Round(c.value); math.Abs(v-c.value) < 0.1 && v >= w.dom.Lo[c.col] && v <= w.dom.Hi[c.col] {
			at := w.dom.Mark()
			w.dom.SetLower(c.col, v)
			w.dom.SetUpper(c.col, v)
			if !w.dom.Propagate() {
				w.dom.Back(at)
			}
		}
	}
}

// pick selects the next column and the direction of rounding.
func (w *worker) pick(kind diving) (candidate, bool) {
	best, up, top := 0, false, math.Inf(-1)
	point := w.t.incumbentPoint()
	for k, c := range w.cand {
		var s float64
		var u bool
		switch kind {
		case byLocks:
			ups, downs := w.p.Locks(int(c.col))
			u = ups < downs || ups == downs && c.frac > 0.5
			s = -float64(min(ups, downs)) + 0.1*math.Abs(c.frac-0.5)
			if min(ups, downs) == 0 {
				s -= 1e6 // can be rounded without violating a row
			}
		case byBest:
			if point == nil {
				u, s = c.frac > 0.5, math.Abs(c.frac-0.5)
				break
			}
			u = point[c.col] > c.value
			s = -math.Abs(point[c.col] - c.value)
		case byGrowth:
			down, more, _ := w.t.costs.guess(c.col, c.frac)
			u = c.frac > 0.7 || c.frac > 0.3 && more < down
			if s = down / (more + 1e-6); !u {
				s = more / (down + 1e-6)
			}
		default:
			u = c.frac > 0.5
			s = math.Abs(c.frac - 0.5)
			if w.p.Binary(int(c.col)) && c.frac > 0.3 {
				// A 1 propagates more than a 0.
				u = true
				s += 0.2
			}
		}
		if s > top {
			best, up, top = k, u, s
		}
	}
	return w.cand[best], up
}

// seek runs a dive from time to time, as long as dives take a small part of the work.
func (w *worker) seek(n *node) {
	if w.t.limits.NoDives || w.spent > w.solved/4+500 {
		return
	}
	found, _ := w.t.state()
	if found && !w.t.inner && w.nodes >= w.nextSub && len(w.p.Sets) == 0 && w.p.Integers > 5 {
		w.neighbours()
		return
	}
	every := int64(10)
	if found {
		every = 40
	}
	if w.nodes%every != 1 {
		return
	}
	kind := diving(w.dives % int(divings))
	w.dives++
	if kind == byBest && !found {
		kind = byFraction
	}
	w.plunge(kind, 300+w.solved/20)
}
