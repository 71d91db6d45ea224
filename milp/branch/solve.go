package branch

import (
	"context"
	"math"
	"sync"
	"time"

	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// Solve finds a best solution of p, which it does not change. An error is a
// [DataError]; everything else is the status of the solution. When ctx ends, the
// search stops soon with what it has: [problem.Feasible] or [problem.Unknown].
func Solve(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	if err := validate(p); err != nil {
		return problem.Solution{}, err
	}
	o.Workers = max(1, o.Workers)
	s := &run{ctx: ctx, given: normal(p), o: o, began: time.Now()}
	return s.solve(), nil
}

// run is one call of Solve.
type run struct {
	ctx   context.Context
	given *problem.Problem
	o     Options
	judge *judge
	began time.Time
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
	s.judge = newJudge(s.given)
	p := newProgram(s.given)
	report := &reporter{o: s.o, sign: s.sign(), began: s.began, root: true, point: func(x []float64) []float64 { return x }, value: s.judge.objective}
	t := newTree(p, s.o, report)
	t.accept = func(x []float64) ([]float64, bool) {
		y := append([]float64(nil), x...)
		return y, s.judge.holds(y)
	}
	if s.o.Start != nil && len(s.o.Start) == p.n {
		t.offer(s.o.Start, "start")
	}
	dom := newDomain(p, nil)
	for i := range p.rows {
		dom.queue, dom.queued[i] = append(dom.queue, int32(i)), true
	}
	if !dom.propagate() {
		return s.infeasible()
	}
	for j := range p.n {
		if p.integer[j] {
			p.lo[j], p.hi[j] = dom.lo[j], dom.hi[j]
		}
	}
	lp := simplex.New(p.cost, p.lo, p.hi, p.rows)
	switch st := lp.Solve(s.ctx); st {
	case simplex.Infeasible:
		return s.infeasible()
	case simplex.Unbounded:
		return s.unbounded(t, lp)
	}
	s.search(t, lp)
	return s.answer(t)
}

// search runs the workers on the tree.
func (s *run) search(t *tree, lp *simplex.Solver) {
	p := t.p
	t.busy = make([]float64, s.o.Workers)
	for k := range t.busy {
		t.busy[k] = math.Inf(1)
	}
	t.push(&node{bound: math.Inf(-1), col: -1, basis: lp.Basis()})
	var wait sync.WaitGroup
	for k := range s.o.Workers {
		own := lp
		if k > 0 {
			own = lp.Clone()
		}
		w := newWorker(s.ctx, k, t, own, newDomain(p, nil))
		wait.Go(w.run)
	}
	wait.Wait()
}

// unbounded settles a problem whose relaxation has no bound: with rational data it
// is itself without bound if it has a solution at all (Meyer 1974).
func (s *run) unbounded(t *tree, lp *simplex.Solver) problem.Solution {
	q := *s.given
	q.Columns = append([]problem.Column(nil), s.given.Columns...)
	for j := range q.Columns {
		q.Columns[j].Cost = 0
	}
	o := s.o
	o.Incumbent, o.Progress, o.Log, o.Start = nil, nil, nil, nil
	sub := &run{ctx: s.ctx, given: &q, o: o, began: s.began}
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
		sol.Values = t.report.point(t.best)
		sol.Objective = s.judge.objective(sol.Values)
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
