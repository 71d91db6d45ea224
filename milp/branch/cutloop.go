package branch

import (
	"context"
	"math"

	"farbank/milp/simplex"
)

// Limits of the rounds of cuts at the root.
const (
	mostRounds  = 40
	stallRounds = 5
)

func (r *root) ctx() context.Context { return r.s.ctx }

// cutLoop adds cuts to the relaxation, round by round, while its value grows. It is
// false when the relaxation has no solution better than the best known.
func (r *root) cutLoop() bool {
	p := r.p
	r.x = make([]float64, p.n)
	r.sum = newSum(p.n)
	r.pool = newPool(p.cost)
	r.mir = newMIRSeparator(p, r.lo, r.hi)
	r.rows = append([]simplex.Row(nil), p.rows...)
	still, first := 0, r.lp.Objective()
	last := first
	began := r.lp.Iterations
	for round := range mostRounds {
		if r.ctx().Err() != nil {
			return true
		}
		r.lp.Values(r.x)
		if r.fractions() == 0 {
			return true
		}
		r.mir.update(r.rows, r.x)
		r.separate()
		taken := r.pool.take(r.x, r.perRound())
		if len(taken) == 0 {
			return true
		}
		rows := make([]simplex.Row, len(taken))
		for k, c := range taken {
			rows[k] = c.asRow()
		}
		r.lp.AddRows(rows)
		r.rows = append(r.rows, rows...)
		r.t.cuts += int64(len(taken))
		_, cutoff := r.t.state()
		r.lp.Cutoff = cutoff - p.offset
		switch r.lp.Solve(r.ctx()) {
		case simplex.Infeasible, simplex.Cutoff:
			return false
		case simplex.Optimal:
		default:
			return true
		}
		now := r.lp.Objective()
		r.t.rootBound = max(r.t.rootBound, now+p.offset)
		r.purge()
		if r.bounded() {
			return false
		}
		if now-last < 1e-2*max(now-first, 1e-6*abs(now)) {
			still++
		} else {
			still = 0
		}
		if round >= 3 && now-first < 1e-6*max(1, abs(now)) {
			return true // nothing comes of it
		}
		if still >= stallRounds || r.lp.Iterations-began > 50*r.firstIterations+20000 {
			return true
		}
		last = max(last, now)
	}
	return true
}

// perRound is how many cuts a round adds at most.
func (r *root) perRound() int {
	return min(30+r.fractions(), 200+r.p.n/10)
}

// separate makes cuts of all kinds for the present solution.
func (r *root) separate() {
	if r.only != nil {
		r.only(r)
		return
	}
	r.mixed()
	r.covers()
	r.cliqueCuts()
	r.gomory()
}

// fractions counts the integer columns whose values are not whole.
func (r *root) fractions() int {
	count := 0
	for j, whole := range r.p.integer {
		if whole && abs(r.x[j]-math.Round(r.x[j])) > Integrality {
			count++
		}
	}
	return count
}

// purge drops the cuts that do not bind.
func (r *root) purge() {
	own := len(r.p.rows)
	kept := r.lp.DeleteRows(func(i int) bool { return i >= own && r.lp.RowBasic(i) })
	if len(kept) == len(r.rows) {
		return
	}
	rows := r.rows[:0:0]
	for _, i := range kept {
		rows = append(rows, r.rows[i])
	}
	r.rows = rows
	r.mir.reset(own)
	// The states of rows have moved: the solution is computed again.
	r.lp.Solve(r.ctx())
}
