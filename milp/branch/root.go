package branch

import (
	"context"
	"math"

	"farbank/milp/internal/cut"
	"farbank/milp/internal/program"
	"farbank/milp/internal/propagate"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// root prepares the search: what the bounds imply, the first relaxation, cuts, and
// the first solutions.
type root struct {
	s         *run
	t         *tree
	p         *program.Program
	lp        *simplex.Solver
	conflicts *propagate.ConflictGraph

	lo, hi          []float64 // bounds of all columns, with what rows imply
	firstIterations int64
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
	if p.Integers > 0 {
		r.conflicts = propagate.NewConflictGraph(p)
		r.conflicts.Read(p)
		r.conflicts.WidenRows(p)
	}
	r.lp = simplex.New(p.Cost, p.Lo, p.Hi, p.Rows)
	st := r.lp.Solve(r.s.ctx)
	r.t.iterations = r.lp.Iterations
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

// probeWork is how many terms of rows probing may look at.
const probeWork = 3_000_000

// probe tries the values of binaries. It is false when the problem has no solution.
func (r *root) probe() bool {
	dom := propagate.NewDomain(r.p, r.conflicts)
	dom.Lo, dom.Hi = append(dom.Lo[:0], r.lo...), append(dom.Hi[:0], r.hi...)
	if !r.conflicts.Probe(r.ctx(), dom, probeWork) {
		return false
	}
	r.adopt(dom)
	return true
}

// cut adds cuts to the relaxation. It is false when the relaxation has no solution better
// than the best known.
func (r *root) cut() bool {
	s := cut.NewSeparator(r.p, r.lp, r.conflicts, r.lo, r.hi)
	_, cutoff := r.t.state()
	bound, open := s.Loop(r.ctx(), r.firstIterations, r.t.rootBound, cutoff)
	r.t.rootBound, r.t.cuts = bound, s.Count
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

// adopt makes the bounds of a domain those of the program. Continuous columns keep
// theirs, which rows imply anyway: tighter ones would only make the relaxation
// degenerate.
func (r *root) adopt(dom *propagate.Domain) {
	r.lo, r.hi = append(r.lo[:0], dom.Lo...), append(r.hi[:0], dom.Hi...)
	for j := range r.p.N {
		if r.p.Integer[j] {
			r.p.Lo[j], r.p.Hi[j] = dom.Lo[j], dom.Hi[j]
		}
	}
}
