package branch

import (
	"context"
	"math"
	"slices"

	"farbank/milp/internal/cut"
	"farbank/milp/internal/program"
	"farbank/milp/internal/propagate"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// root prepares the search: implied bounds, the first relaxation, cuts, and the first solutions.
type root struct {
	s         *run
	t         *tree
	p         *program.Program
	lp        *simplex.Solver
	conflicts *propagate.ConflictGraph

	lo, hi          []float64 // bounds of all columns, with those implied by rows
	firstIterations int64
	failed          bool // the first relaxation failed in floating point
	w               *worker
}

func (r *root) ctx() context.Context { return r.s.ctx }

func newRoot(s *run, t *tree) *root { return &root{s: s, t: t, p: t.p} }

// prepare returns Infeasible or Unbounded if that settles the problem, otherwise Unknown.
func (r *root) prepare() problem.Status {
	p := r.p
	if (p.Integers > 0 || len(p.Sets) > 0) && !r.propagate() { // a linear program is for the simplex method, which proves what it says
		return problem.Infeasible
	}
	if p.Integers > 0 {
		r.conflicts = propagate.NewConflictGraph(p)
		r.conflicts.Read(p)
		r.conflicts.WidenRows(p)
	}
	r.lp = simplex.New(p.Cost, p.Lo, p.Hi, p.Rows)
	st := r.lp.Solve(r.s.ctx)
	r.t.iterations = r.lp.Iterations
	r.failed = st == simplex.Trouble
	switch st {
	case simplex.Infeasible:
		return problem.Infeasible
	case simplex.Unbounded:
		return problem.Unbounded
	}
	r.w = newWorker(r.s.ctx, 0, r.t, r.lp, propagate.NewDomain(p, r.conflicts))
	if st != simplex.Optimal || p.Integers == 0 {
		return problem.Unknown
	}
	r.t.rootBound = r.lp.Objective() + p.Offset
	r.firstIterations = r.lp.Iterations
	if !r.strengthen() {
		return problem.Infeasible
	}
	return problem.Unknown
}

// strengthen runs heuristics and probing, and adds cuts. It returns false if nothing better than
// the best solution can remain.
func (r *root) strengthen() bool {
	w := r.w
	w.lp.Values(w.x)
	w.fractional()
	if len(w.cand) == 0 {
		return true
	}
	dives := !r.s.o.NoDives
	if dives && !r.guess() {
		return false
	}
	if !r.probe() || !r.again() {
		return false
	}
	if dives && !r.heuristics(byFraction) || !r.s.o.NoCuts && !r.cut() {
		return false
	}
	return r.heuristics(byLocks, byGrowth) && r.roundings() && r.pump() && r.tighten()
}

// tighten applies the reduced costs of the relaxation to the program's bounds. It returns false if nothing better
// than the best solution can remain.
func (r *root) tighten() bool {
	w := r.w
	if w.stopped {
		return true
	}
	w.dom.Back(0)
	value, status := w.relax()
	switch status {
	case simplex.Cutoff, simplex.Infeasible:
		return false
	case simplex.Optimal:
	default:
		return true
	}
	r.t.rootBound = max(r.t.rootBound, value)
	costs := w.reducedCosts(value)
	r.t.reduced = &rootCosts{value: value, columns: slices.Clone(costs.columns)}
	if !w.fixByCosts(value) {
		return true
	}
	if !w.dom.Propagate() {
		return false
	}
	r.adopt(w.dom)
	w.dom = propagate.NewDomain(r.p, r.conflicts)
	return true
}

// roundings searches the roundings of the relaxation. It returns false if nothing better than the best solution can
// remain.
func (r *root) roundings() bool {
	w := r.w
	if r.s.o.NoDives || r.s.inner || len(r.p.Sets) > 0 || len(w.cand) == 0 || w.stopped {
		return true
	}
	w.roundings(100)
	return !r.bounded()
}

// again solves the relaxation with the bounds from probing. It returns false if it is infeasible.
func (r *root) again() bool {
	w := r.w
	w.dom = propagate.NewDomain(r.p, r.conflicts)
	w.send()
	w.lp.Cutoff = math.Inf(1)
	switch w.lp.Solve(r.ctx()) {
	case simplex.Infeasible:
		return false
	case simplex.Optimal:
		r.t.rootBound = max(r.t.rootBound, w.lp.Objective()+r.p.Offset)
	}
	return !r.bounded()
}

// probeWork is the maximum number of terms of rows that probing visits.
const probeWork = 3_000_000

// probe probes the binaries. It returns false if the problem is infeasible.
func (r *root) probe() bool {
	dom := propagate.NewDomain(r.p, r.conflicts)
	dom.Lo, dom.Hi = append(dom.Lo[:0], r.lo...), append(dom.Hi[:0], r.hi...)
	if !r.conflicts.Probe(r.ctx(), dom, probeWork) {
		return false
	}
	r.adopt(dom)
	return true
}

// cut adds cuts to the relaxation. It returns false if the relaxation has no solution better than
// the best known.
func (r *root) cut() bool {
	s := cut.NewSeparator(r.p, r.lp, r.conflicts, r.lo, r.hi)
	_, cutoff := r.t.state()
	iterations := r.t.iterations
	s.Round = func(bound float64) {
		r.t.rootBound, r.t.cuts = bound, s.Count
		r.t.iterations = iterations + r.lp.Iterations - r.firstIterations
		r.t.report.soon(r.t, "cuts")
	}
	bound, open := s.Loop(r.ctx(), r.firstIterations, r.t.rootBound, cutoff)
	r.t.rootBound, r.t.cuts, r.t.iterations = bound, s.Count, iterations
	if s.Count > 0 {
		r.t.report.note(r.t, "cuts")
	}
	return open
}

// heuristics rounds and dives from the relaxation. It returns false if nothing better than the best
// solution can remain.
func (r *root) heuristics(kinds ...diving) bool {
	w := r.w
	w.lp.Values(w.x)
	w.fractional()
	if len(w.cand) == 0 {
		return true
	}
	w.round()
	if !r.s.o.NoDives {
		limit := 200 + 4*r.firstIterations
		if found, _ := r.t.state(); found {
			limit = 200 + r.firstIterations
		}
		for _, k := range kinds {
			if r.bounded() {
				return false
			}
			w.plunge(k, limit)
			if w.stopped {
				return true
			}
		}
		// Restore the relaxation.
		if len(kinds) > 0 {
			w.relax()
		}
	}
	return !r.bounded()
}

// bounded reports whether the root's bound reaches the best solution.
func (r *root) bounded() bool {
	_, cutoff := r.t.state()
	return r.t.rootBound >= cutoff
}

// propagate tightens the bounds by the rows, permanently.
func (r *root) propagate() bool {
	p := r.p
	dom := propagate.NewDomain(p, r.conflicts)
	for i := range p.Rows {
		dom.TouchRow(int32(i))
	}
	if !dom.Propagate() {
		return false
	}
	r.adopt(dom)
	return true
}

// adopt copies the bounds of a domain to the program. Continuous columns keep theirs, as the rows
// imply the tighter ones anyway: they would only make the relaxation degenerate.
func (r *root) adopt(dom *propagate.Domain) {
	r.lo, r.hi = append(r.lo[:0], dom.Lo...), append(r.hi[:0], dom.Hi...)
	for j := range r.p.N {
		if r.p.Integer[j] {
			r.p.Lo[j], r.p.Hi[j] = dom.Lo[j], dom.Hi[j]
		}
	}
}
