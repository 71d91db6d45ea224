package cut

import (
	"context"
	"math"

	"farbank/milp/internal/program"
	"farbank/milp/internal/propagate"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// Limits of the rounds of cuts at the root.
const (
	maxRounds   = 40
	stallRounds = 5
)

// Separator separates cuts for the relaxation of a program at its root.
type Separator struct {
	Count int64               // cuts added
	Round func(bound float64) // is called after each round, or nil

	ctx       context.Context
	p         *program.Program
	lp        *simplex.Solver
	conflicts *propagate.ConflictGraph
	lo, hi    []float64     // bounds of all columns, with those implied by rows
	rows      []simplex.Row // of the relaxation: the program's, then cuts
	x         []float64     // solution of the relaxation
	sum       *sum
	pool      *pool
	mir       *mirSeparator
	long      yield            // of cuts from sums of more than shortSum rows
	loose     yield            // of cuts from sums that ignore variable bounds
	only      func(*Separator) // separates the cuts instead of all kinds, in tests
}

// NewSeparator returns a separator for a relaxation that has been solved.
func NewSeparator(p *program.Program, lp *simplex.Solver, conflicts *propagate.ConflictGraph, lo, hi []float64) *Separator {
	s := &Separator{p: p, lp: lp, conflicts: conflicts, lo: lo, hi: hi}
	s.x = make([]float64, p.N)
	s.sum = newSum(p.N)
	s.pool = newPool(p.Cost)
	s.mir = newMIRSeparator(p, lo, hi)
	s.rows = append([]simplex.Row(nil), p.Rows...)
	return s
}

// Loop adds cuts to the relaxation, round by round, while its value grows. It gets the number of
// iterations of the first solve and its bound. Loop returns the new bound, and false if the
// relaxation has no solution below the cutoff.
func (s *Separator) Loop(ctx context.Context, iterations int64, bound, cutoff float64) (float64, bool) {
	s.ctx = ctx
	still, first := 0, s.lp.Objective()
	last := first
	began := s.lp.Iterations
	for round := range maxRounds {
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
		bound = max(bound, now+s.p.Offset)
		if s.Round != nil {
			s.Round(bound)
		}
		s.purge()
		if bound >= cutoff {
			return bound, false
		}
		if now-last < 1e-2*max(now-first, 1e-6*math.Abs(now)) {
			still++
		} else {
			still = 0
		}
		if round >= 3 && now-first < 1e-6*max(1, math.Abs(now)) {
			return bound, true // no progress
		}
		if still >= stallRounds || s.lp.Iterations-began > 50*iterations+20000 {
			return bound, true
		}
		last = max(last, now)
	}
	return bound, true
}

// round adds cuts for the current solution. It returns false if there are no cuts.
func (s *Separator) round(cutoff float64) bool {
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
	s.Count += int64(len(taken))
	s.lp.Cutoff = cutoff - s.p.Offset
	return true
}

// perRound returns the maximum number of cuts in a round.
func (s *Separator) perRound() int {
	return min(30+s.fractions(), 200+s.p.N/10)
}

// separate separates cuts of all kinds for the current solution.
func (s *Separator) separate() {
	if s.only != nil {
		s.only(s)
		return
	}
	s.mixed()
	s.covers()
	s.cliqueCuts()
	s.gomory()
}

// fractions returns the number of integer columns with fractional values.
func (s *Separator) fractions() int {
	count := 0
	for j, whole := range s.p.Integer {
		if whole && math.Abs(s.x[j]-math.Round(s.x[j])) > problem.Integrality {
			count++
		}
	}
	return count
}

// purge removes the cuts that do not bind.
func (s *Separator) purge() {
	own := len(s.p.Rows)
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
	// The states of rows have changed: solve again.
	s.lp.Solve(s.ctx)
}
