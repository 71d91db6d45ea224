package branch

import (
	"context"

	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// root prepares the search: what the bounds imply, the first relaxation, cuts, and
// the first solutions.
type root struct {
	s         *run
	t         *tree
	p         *program
	lp        *simplex.Solver
	conflicts *conflictGraph

	lo, hi          []float64 // bounds of all columns, with what rows imply
	firstIterations int64
	only            func(*separator) // makes the cuts instead of all kinds, in tests
	cuts            *separator       // once there were cuts
	w               *worker
}

func (r *root) ctx() context.Context { return r.s.ctx }

func newRoot(s *run, t *tree) *root { return &root{s: s, t: t, p: t.p} }

// prepare gives Infeasible or Unbounded when the question is settled, else Unknown.
func (r *root) prepare() problem.Status {
	if !r.propagate() {
		return problem.Infeasible
	}
	p := r.p
	if p.integers > 0 {
		r.conflicts = newConflictGraph(p)
		r.conflicts.read(p)
		r.conflicts.widenRows(p)
	}
	r.lp = simplex.New(p.cost, p.lo, p.hi, p.rows)
	st := r.lp.Solve(r.s.ctx)
	r.t.iterations = r.lp.Iterations
	switch st {
	case simplex.Infeasible:
		return problem.Infeasible
	case simplex.Unbounded:
		return problem.Unbounded
	}
	r.w = newWorker(r.s.ctx, 0, r.t, r.lp, newDomain(p, r.conflicts))
	if st != simplex.Optimal || p.integers == 0 {
		return problem.Unknown
	}
	r.t.rootBound = r.lp.Objective() + p.offset
	r.firstIterations = r.lp.Iterations
	if !r.strengthen() {
		return problem.Infeasible
	}
	return problem.Unknown
}

// strengthen looks for solutions, probes, and adds cuts. It is false when nothing
// better than the best solution can be left.
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
	return r.heuristics(byLocks, byGrowth)
}

// again solves the relaxation at the bounds that probing has left. It is false when
// it has no solution.
func (r *root) again() bool {
	w := r.w
	w.dom = newDomain(r.p, r.conflicts)
	w.send()
	w.lp.Cutoff = inf
	switch w.lp.Solve(r.ctx()) {
	case simplex.Infeasible:
		return false
	case simplex.Optimal:
		r.t.rootBound = max(r.t.rootBound, w.lp.Objective()+r.p.offset)
	}
	return !r.bounded()
}

// probeWork is how many terms of rows probing may look at.
const probeWork = 3_000_000

// probe tries the values of binaries. It is false when the problem has no solution.
func (r *root) probe() bool {
	dom := newDomain(r.p, r.conflicts)
	dom.lo, dom.hi = append(dom.lo[:0], r.lo...), append(dom.hi[:0], r.hi...)
	if !r.conflicts.probe(r.ctx(), dom, probeWork) {
		return false
	}
	r.adopt(dom)
	return true
}

// cut adds cuts to the relaxation. It is false when the relaxation has no solution better
// than the best known.
func (r *root) cut() bool {
	r.cuts = newSeparator(r.p, r.lp, r.conflicts, r.lo, r.hi)
	r.cuts.only = r.only
	_, cutoff := r.t.state()
	bound, open := r.cuts.loop(r.ctx(), r.firstIterations, r.t.rootBound, cutoff)
	r.t.rootBound = bound
	r.t.cuts = r.cuts.count
	return open
}

// heuristics rounds and dives from the relaxation. It is false when nothing better
// than the best solution can be left.
func (r *root) heuristics(kinds ...diving) bool {
	w := r.w
	w.lp.Values(w.x)
	w.fractional()
	if len(w.cand) == 0 {
		return true
	}
	w.round()
	if !r.s.o.NoDives {
		for _, k := range kinds {
			if r.bounded() {
				return false
			}
			w.plunge(k, 200+4*r.firstIterations)
			if w.stopped {
				return true
			}
		}
		// The relaxation is left as it was found.
		if len(kinds) > 0 {
			w.relax()
		}
	}
	return !r.bounded()
}

// bounded says that the root's bound reaches the best solution.
func (r *root) bounded() bool {
	_, cutoff := r.t.state()
	return r.t.rootBound >= cutoff
}

// propagate tightens the bounds by the rows, for good.
func (r *root) propagate() bool {
	p := r.p
	dom := newDomain(p, r.conflicts)
	for i := range p.rows {
		dom.touchRow(int32(i))
	}
	if !dom.propagate() {
		return false
	}
	r.adopt(dom)
	return true
}

// adopt makes the bounds of a domain those of the program. Continuous columns keep
// theirs, which rows imply anyway: tighter ones would only make the relaxation
// degenerate.
func (r *root) adopt(dom *domain) {
	r.lo, r.hi = append(r.lo[:0], dom.lo...), append(r.hi[:0], dom.hi...)
	for j := range r.p.n {
		if r.p.integer[j] {
			r.p.lo[j], r.p.hi[j] = dom.lo[j], dom.hi[j]
		}
	}
}
