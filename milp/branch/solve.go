package branch

import (
	"context"
	"math"
	"sync"
	"time"

	"farbank/internal/durable"
	"farbank/milp/internal/exact"
	"farbank/milp/internal/program"
	"farbank/milp/internal/propagate"
	"farbank/milp/presolve"
	"farbank/milp/problem"
)

// Solve finds a best solution of p, which it does not change. An error is a
// [DataError]; everything else is the status of the solution. When ctx ends, the
// search stops soon with what it has: [problem.Feasible] or [problem.Unknown].
func Solve(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	if err := validate(p); err != nil {
		return problem.Solution{}, err
	}
	o.Workers = max(1, o.Workers)
	s := &run{ctx: ctx, given: normal(p), o: o, began: time.Now(), cutoff: math.Inf(1)}
	return s.solve(), s.failed
}

// run is one call of Solve.
type run struct {
	ctx     context.Context
	given   *problem.Problem
	o       Options
	exact   *exact.Checker
	reduced *presolve.Result
	began   time.Time
	cutoff  float64 // minimised: only solutions below count
	inner   bool    // a search within another
	failed  error   // what was kept cannot be gone on from
}

func (s *run) sign() float64 {
	if s.given.Maximize {
		return -1
	}
	return 1
}

func (s *run) solve() problem.Solution {
	for _, c := range s.given.Columns {
		if c.Lower > c.Upper {
			return s.infeasible()
		}
	}
	s.exact = exact.New(s.given)
	p := s.given
	if !s.o.NoPresolve {
		s.reduced = presolve.Run(s.given)
		if s.reduced.Status == problem.Infeasible {
			return s.infeasible()
		}
		p = s.reduced.Problem
	}
	return s.tree(program.New(p))
}

// restore leads a point of the tree's program back to the given problem.
func (s *run) restore(x []float64) []float64 {
	if s.reduced == nil {
		return append([]float64(nil), x...)
	}
	return s.reduced.Restore(x)
}

// accept checks a point; it gives the point with the integers rounded.
func (s *run) accept(x []float64) ([]float64, []float64, bool) {
	full := s.restore(x)
	clean := s.exact.Clean(full)
	if s.exact.Holds(clean) {
		return s.project(clean), clean, true
	}
	if !s.exact.Holds(full) {
		return nil, nil, false
	}
	return s.project(full), full, true
}

// project gives the part of a point that the tree's program has.
func (s *run) project(full []float64) []float64 {
	if s.reduced == nil {
		return full
	}
	x := make([]float64, len(s.reduced.Kept))
	for k, j := range s.reduced.Kept {
		x[k] = full[j]
	}
	return x
}

// tree solves the program that presolve has left.
func (s *run) tree(p *program.Program) problem.Solution {
	report := &reporter{o: s.o, sign: s.sign(), began: s.began, root: true, value: s.exact.Objective}
	t := newTree(p, s.o, report)
	t.accept, t.cutoff, t.inner = s.accept, s.cutoff, s.inner
	if durable.Possible && s.o.Checkpoint != nil {
		t.signed = t.signature(s.given)
	}
	if len(s.o.Start) == len(s.given.Columns) {
		full := append([]float64(nil), s.o.Start...)
		if s.exact.Holds(full) {
			t.keep(s.project(full), full, s.sign()*s.exact.Objective(full), "start")
		}
	}
	r := newRoot(s, t)
	switch r.prepare() {
	case problem.Infeasible:
		return s.none(t)
	case problem.Unbounded:
		return s.unbounded()
	}
	if err := s.search(t, r); err != nil {
		t.limited, s.failed = true, err
	}
	return s.answer(t)
}

// search runs the workers on the tree.
func (s *run) search(t *tree, r *root) error {
	t.at = make([]*node, s.o.Workers)
	t.busy = make([]float64, s.o.Workers)
	for k := range t.busy {
		t.busy[k] = math.Inf(1)
	}
	if again, err := s.goOn(t, r); err != nil {
		return err
	} else if !again {
		t.push(&node{bound: t.rootBound, col: -1, basis: r.lp.Basis()})
	}
	workers := []*worker{r.w}
	for k := 1; k < s.o.Workers; k++ {
		w := newWorker(s.ctx, k, t, r.lp.Clone(), propagate.NewDomain(t.p, r.conflicts))
		copy(w.sentLo, r.w.sentLo)
		copy(w.sentHi, r.w.sentHi)
		workers = append(workers, w)
	}
	var wait sync.WaitGroup
	for _, w := range workers {
		wait.Go(w.run)
	}
	wait.Wait()
	if durable.Possible && t.limits.Checkpoint != nil && (t.limited || t.saved) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.save()
	}
	return nil
}

// none is the answer when the search is over before it has begun: the best solution
// is the one given, if there is one.
func (s *run) none(t *tree) problem.Solution {
	if t.found {
		t.rootBound = t.objective - t.slack()
		return s.answer(t)
	}
	return s.finish(s.infeasible(), t)
}

// unbounded settles a problem whose relaxation has no bound: with rational data it
// is itself without bound if it has a solution at all (Meyer 1974).
func (s *run) unbounded() problem.Solution {
	q := *s.given
	q.Columns = append([]problem.Column(nil), s.given.Columns...)
	for j := range q.Columns {
		q.Columns[j].Cost = 0
	}
	o := s.o
	o.Incumbent, o.Progress, o.Log, o.Start, o.Checkpoint = nil, nil, nil, nil, nil
	sub := &run{ctx: s.ctx, given: &q, o: o, began: s.began, cutoff: math.Inf(1), inner: s.inner}
	sol := sub.solve()
	if sol.Values == nil {
		return sol
	}
	sol.Status, sol.Values = problem.Unbounded, nil
	sol.Objective = -s.sign() * math.Inf(1)
	sol.Bound = sol.Objective
	return sol
}

func (s *run) infeasible() problem.Solution {
	v := s.sign() * math.Inf(1)
	return problem.Solution{Status: problem.Infeasible, Objective: v, Bound: v}
}

// answer says how the search ended.
func (s *run) answer(t *tree) problem.Solution {
	sol := problem.Solution{Statistics: problem.Statistics{Nodes: t.nodes, Iterations: t.iterations, Cuts: t.cuts}}
	proven := !t.limited && !t.holes
	sol.Bound = s.sign() * t.bound()
	if t.holes && !t.limited {
		sol.Bound = s.sign() * t.rootBound
	}
	switch {
	case t.found:
		sol.Status = problem.Feasible
		if proven || t.closeEnough() && !t.holes {
			sol.Status = problem.Optimal
		}
		sol.Values = t.full
		sol.Objective = s.exact.Objective(sol.Values)
		sol.Bound = s.sign() * min(s.sign()*sol.Bound, s.sign()*sol.Objective)
	case proven:
		return s.finish(s.infeasible(), t)
	default:
		sol.Objective = s.sign() * math.Inf(1)
	}
	if t.report.o.Progress != nil || t.report.o.Log != nil {
		t.report.show(t, ' ', "end")
	}
	return sol
}

func (s *run) finish(sol problem.Solution, t *tree) problem.Solution {
	sol.Statistics = problem.Statistics{Nodes: t.nodes, Iterations: t.iterations, Cuts: t.cuts}
	return sol
}
