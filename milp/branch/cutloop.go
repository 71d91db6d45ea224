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

// separator makes cuts that the relaxation of a program at its root violates, and adds
// them to it.
type separator struct {
	ctx       context.Context
	p         *program
	lp        *simplex.Solver
	conflicts *conflictGraph
	lo, hi    []float64     // bounds of all columns, with what rows imply
	rows      []simplex.Row // of the relaxation: the program's, then cuts
	x         []float64     // solution of the relaxation
	sum       *sum
	pool      *pool
	mir       *mirSeparator
	count     int64            // cuts added
	only      func(*separator) // makes the cuts instead of all kinds, in tests
}

func newSeparator(p *program, lp *simplex.Solver, conflicts *conflictGraph, lo, hi []float64) *separator {
	s := &separator{p: p, lp: lp, conflicts: conflicts, lo: lo, hi: hi}
	s.x = make([]float64, p.n)
	s.sum = newSum(p.n)
	s.pool = newPool(p.cost)
	s.mir = newMIRSeparator(p, lo, hi)
	s.rows = append([]simplex.Row(nil), p.rows...)
	return s
}

// loop adds cuts to the relaxation, round by round, while its value grows: a relaxation
// with iterations behind it, and the bound it has given. It gives the bound it comes to,
// and false when the relaxation has no solution below the cutoff.
func (s *separator) loop(ctx context.Context, iterations int64, bound, cutoff float64) (float64, bool) {
	s.ctx = ctx
	still, first := 0, s.lp.Objective()
	last := first
	began := s.lp.Iterations
	for round := range mostRounds {
		if !s.round(cutoff) {
			return bound, true
		}
		switch s.lp.Solve(ctx) {
		case simplex.Infeasible, simplex.Cutoff:
			return bound, false
		case simplex.Optimal:
		default:
			return bound, true
		}
		now := s.lp.Objective()
		bound = max(bound, now+s.p.offset)
		s.purge()
		if bound >= cutoff {
			return bound, false
		}
		if now-last < 1e-2*max(now-first, 1e-6*abs(now)) {
			still++
		} else {
			still = 0
		}
		if round >= 3 && now-first < 1e-6*max(1, abs(now)) {
			return bound, true // nothing comes of it
		}
		if still >= stallRounds || s.lp.Iterations-began > 50*iterations+20000 {
			return bound, true
		}
		last = max(last, now)
	}
	return bound, true
}

// round adds cuts for the present solution. It is false when there are none to add.
func (s *separator) round(cutoff float64) bool {
	if s.ctx.Err() != nil {
		return false
	}
	s.lp.Values(s.x)
	if s.fractions() == 0 {
		return false
	}
	s.mir.update(s.rows, s.x)
	s.separate()
	taken := s.pool.take(s.x, s.perRound())
	if len(taken) == 0 {
		return false
	}
	rows := make([]simplex.Row, len(taken))
	for k, c := range taken {
		rows[k] = c.asRow()
	}
	s.lp.AddRows(rows)
	s.rows = append(s.rows, rows...)
	s.count += int64(len(taken))
	s.lp.Cutoff = cutoff - s.p.offset
	return true
}

// perRound is how many cuts a round adds at most.
func (s *separator) perRound() int {
	return min(30+s.fractions(), 200+s.p.n/10)
}

// separate makes cuts of all kinds for the present solution.
func (s *separator) separate() {
	if s.only != nil {
		s.only(s)
		return
	}
	s.mixed()
	s.covers()
	s.cliqueCuts()
	s.gomory()
}

// fractions counts the integer columns whose values are not whole.
func (s *separator) fractions() int {
	count := 0
	for j, whole := range s.p.integer {
		if whole && abs(s.x[j]-math.Round(s.x[j])) > Integrality {
			count++
		}
	}
	return count
}

// purge drops the cuts that do not bind.
func (s *separator) purge() {
	own := len(s.p.rows)
	kept := s.lp.DeleteRows(func(i int) bool { return i >= own && s.lp.RowBasic(i) })
	if len(kept) == len(s.rows) {
		return
	}
	rows := s.rows[:0:0]
	for _, i := range kept {
		rows = append(rows, s.rows[i])
	}
	s.rows = rows
	s.mir.reset(own)
	// The states of rows have moved: the solution is computed again.
	s.lp.Solve(s.ctx)
}
