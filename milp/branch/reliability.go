package branch

import (
	"math"
	"slices"

	"farbank/milp/simplex"
)

// Reliability branching (Achterberg, Koch and Martin 2005): the pseudocosts of a column are
// reliable once it has been branched on often enough. Until then its two branches are tried with a
// few steps of the simplex method (strong branching).
const (
	reliable  = 4 // branchings on each side
	lookahead = 8 // columns tried in a row without improvement
)

// choose selects the branching of a node whose relaxation has the given value. It returns again if
// strong branching has tightened the domain instead.
func (w *worker) choose(n *node, value float64) (b *branching, again bool) {
	cand := w.urgent(w.cand)
	if b = w.asked(n, cand); b != nil {
		return b, false
	}
	for k := range cand {
		c := &cand[k]
		down, up, _ := w.t.costs.guess(c.col, c.frac)
		c.score = score(down, up) * (1 + 1e-3*float64(len(w.p.Cols[c.col].Row)))
	}
	slices.SortStableFunc(cand, func(a, b candidate) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return 0
	})
	best, bestScore, without := -1, -1.0, 0
	var bounds [2]float64
	tries := 100
	if w.strong > w.solved/2+3000 {
		tries = 0
	}
	for k := range cand {
		c := &cand[k]
		down, up, count := w.t.costs.guess(c.col, c.frac)
		sides := [2]float64{n.bound, n.bound}
		if count < reliable && tries > 0 && without < lookahead {
			tries--
			growth, proven, tightened := w.tryBranches(c, value)
			if w.stopped {
				return nil, false
			}
			if tightened {
				return nil, true
			}
			down, up = growth[0], growth[1]
			sides = proven
		}
		s := score(down, up)
		if s > bestScore*(1+1e-9) {
			best, bestScore, bounds, without = k, s, sides, 0
		} else {
			without++
		}
	}
	c := cand[best]
	b = newBranching(c.col, c.value, n.bound)
	for k := range 2 {
		b.bounds[k] = max(b.bounds[k], min(bounds[k], math.MaxFloat64))
	}
	if w.upFirst(c) {
		b.swap()
	}
	return b, false
}

// upFirst reports whether to follow the upper branch first: the one of the best solution if there
// is one, otherwise the one nearer to the value in the relaxation.
func (w *worker) upFirst(c candidate) bool {
	if best := w.t.incumbentPoint(); best != nil {
		return best[c.col] > c.value
	}
	return c.frac > 0.5 || (c.frac > 0.3 && w.p.Binary(int(c.col)))
}

// tryBranches solves both branches of a column with few iterations. It returns the growth of the
// objective as far as it was followed, and the bounds of branches that were solved to the end. A
// branch without solutions tightens the domain.
func (w *worker) tryBranches(c *candidate, value float64) (growth, proven [2]float64, tightened bool) {
	w.mark = w.lp.Mark(w.mark)
	j := int(c.col)
	lo, hi := w.sentLo[j], w.sentHi[j]
	proven = [2]float64{value, value}
	var shut [2]bool
	for s := range 2 {
		if s == 0 {
			w.lp.SetBounds(j, lo, math.Floor(c.value))
		} else {
			w.lp.SetBounds(j, math.Floor(c.value)+1, hi)
		}
		before := w.lp.Iterations
		w.lp.MaxIterations = min(max(10, int(2*w.average)), 100)
		st := w.lp.Solve(w.ctx)
		w.strong += w.lp.Iterations - before
		switch st {
		case simplex.Infeasible, simplex.Cutoff:
			shut[s] = true
		case simplex.Optimal, simplex.Limit:
			growth[s] = max(0, w.lp.Objective()+w.p.Offset-value)
			if st == simplex.Optimal {
				w.tried(s == 1, c, growth[s])
				proven[s] = value + growth[s]
			}
		case simplex.Stopped:
			w.halt()
		}
		w.lp.Return(w.mark)
	}
	w.lp.SetBounds(j, lo, hi)
	w.lp.MaxIterations = 0
	if shut[0] {
		w.dom.SetLower(c.col, math.Floor(c.value)+1)
		w.dom.Failed = w.dom.Failed || shut[1]
	} else if shut[1] {
		w.dom.SetUpper(c.col, math.Floor(c.value))
	}
	return growth, proven, shut[0] || shut[1]
}

// tried updates the pseudocosts from a branch that was solved to the end.
func (w *worker) tried(up bool, c *candidate, growth float64) {
	frac := c.frac
	if up {
		frac = 1 - c.frac
	}
	w.t.costs.note(c.col, up, frac, growth)
}
