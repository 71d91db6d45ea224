package branch

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"farbank/milp/internal/exact"
	"farbank/milp/internal/program"
	"farbank/milp/internal/propagate"
	"farbank/milp/presolve"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// Solve finds an optimal solution of p, which it does not change. An error is a [DataError];
// everything else is the status of the solution. When ctx ends, the search soon returns what it
// has: [problem.Feasible] or [problem.Unknown]. Programs with products in the objective or several
// objectives are for [SolveObjectives].
func Solve(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	if err := validate(p); err != nil {
		return problem.Solution{}, err
	}
	if !p.Plain() {
		return problem.Solution{}, problem.ErrObjective
	}
	if q := problem.Linearized(p); q != p {
		s, err := Solve(ctx, q, o.widened(len(p.Columns), len(q.Columns)))
		return narrowed(p, s), err
	}
	if o.several() {
		o.Checkpoint = nil // it does not hold a pool
	}
	o.Workers = max(1, o.Workers)
	s := &run{ctx: ctx, given: normal(p), o: o, began: time.Now(), cutoff: math.Inf(1)}
	sol := s.confirmed(s.solve())
	if o.Duals {
		s.explain(&sol)
	}
	return sol, s.failed
}

// run is one call of Solve.
type run struct {
	ctx     context.Context
	given   *problem.Problem
	o       Options
	exact   *exact.Checker
	reduced reductions
	began   time.Time
	cutoff  float64         // minimized: only better solutions count
	inner   bool            // a search within another
	failed  error           // why the checkpoint cannot be resumed, or what a callback did wrong
	final   *simplex.Solver // of a linear program, after the search; or nil
	added   *rowPool        // rows from callbacks, or nil
	mapping sync.Mutex      // of reduced, for rows from callbacks
	faults  sync.Mutex      // of failed, for callbacks
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
		first := presolve.Reduce(s.ctx, s.given, presolve.Options{KeepAll: s.o.several() || s.o.open()})
		if first.Status == problem.Infeasible {
			return s.infeasible()
		}
		s.reduced = reductions{first}
		p = first.Problem
	}
	return s.tree(program.New(p))
}

// confirmed returns the result of a program, or if that is infeasible the one without presolve if it has a solution.
// Presolve and propagation round bounds, and in a long chain of rows the errors grow. Programs with integers are
// confirmed only if a tolerance could hide a coefficient, and within twice the nodes.
func (s *run) confirmed(sol problem.Solution) problem.Solution {
	if sol.Status != problem.Infeasible || s.exact == nil || s.o.NoPresolve || s.o.Checkpoint != nil || len(s.given.Sets) > 0 || s.o.open() {
		return sol
	}
	limited := false
	again := &run{ctx: s.ctx, given: s.given, o: s.o, exact: s.exact, began: s.began, cutoff: s.cutoff, inner: s.inner}
	again.o.NoPresolve = true
	if slices.ContainsFunc(s.given.Columns, func(c problem.Column) bool { return c.Integer }) {
		if !uneven(s.given) {
			return sol
		}
		limited = true
		if most := 2*sol.Nodes + 100; again.o.Nodes == 0 || most < again.o.Nodes {
			again.o.Nodes = most
		}
	}
	found := again.tree(program.New(s.given))
	if limited && found.Status == problem.Feasible {
		again.o.Nodes = s.o.Nodes
		again.o.Start = found.Values
		found = again.tree(program.New(s.given))
	}
	switch found.Status {
	case problem.Optimal, problem.Feasible, problem.Unbounded:
		s.reduced, s.o.NoPresolve, s.final = nil, true, again.final
		return found
	}
	return sol
}

// unevenness is the ratio of the largest coefficient or side of a row to the smallest coefficient from which the
// tolerance of the row, relative to its sides, can hide a step of a column.
const unevenness = 1e5

// uneven reports whether a program has such a row.
func uneven(p *problem.Problem) bool {
	for i := range p.Rows {
		r := &p.Rows[i]
		least, most := math.Inf(1), 1.0
		for _, side := range [2]float64{r.Lower, r.Upper} {
			if math.Abs(side) < Huge {
				most = max(most, math.Abs(side))
			}
		}
		for _, t := range r.Terms {
			if a := math.Abs(t.Coefficient); a > 0 {
				least, most = min(least, a), max(most, a)
			}
		}
		if most > unevenness*least {
			return true
		}
	}
	return false
}

// accept checks a point, and returns it with the integers rounded, both for the tree's program and
// for the given problem.
func (s *run) accept(x []float64) ([]float64, []float64, bool) {
	full := s.reduced.restore(x)
	clean := s.exact.Clean(full)
	if s.exact.Holds(clean) {
		return s.reduced.project(clean), clean, s.lawful(clean)
	}
	if !s.exact.Holds(full) {
		return nil, nil, false
	}
	return s.reduced.project(full), full, s.lawful(full)
}

// tree solves the presolved program.
func (s *run) tree(p *program.Program) problem.Solution {
	report := &reporter{o: s.o, sign: s.sign(), began: s.began, root: true, value: s.exact.Objective}
	t := newTree(p, s.o, report)
	t.accept, t.cutoff, t.inner = s.accept, s.cutoff, s.inner
	if s.o.several() {
		t.pool = newPool(s.given, s.o, s.sign())
	}
	s.adopt(t)
	if s.o.Checkpoint != nil {
		t.signed = t.signature(s.given)
	}
	s.begin(t)
	var r *root
	for restarts := 0; ; restarts++ {
		r = newRoot(s, t)
		status := r.prepare()
		if r.failed && len(s.reduced) > 0 && s.o.Checkpoint == nil {
			s.reduced, s.o.NoPresolve = nil, true // presolve rounds bounds: the program as given may be solved
			return s.tree(program.New(s.given))
		}
		switch status {
		case problem.Infeasible:
			return s.none(t)
		case problem.Unbounded:
			if s.o.open() {
				return problem.Solution{Objective: s.sign() * math.Inf(1), Bound: -s.sign() * math.Inf(1), Reason: ErrOpen}
			}
			return s.unbounded()
		}
		if restarts == maxRestarts || !s.restarts(r) {
			break
		}
		again := presolve.Reduce(s.ctx, r.w.asProblem(), presolve.Options{})
		if again.Status == problem.Infeasible {
			return s.none(t)
		}
		s.reduced = append(s.reduced, again)
		t = s.restarted(t, program.New(again.Problem))
	}
	if err := s.search(t, r); err != nil {
		t.limit(err)
		s.failed = err
	}
	s.final = r.lp
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
	defer t.packed.close()
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
	if t.limits.Checkpoint != nil && (t.reason != nil || t.saved) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.save()
	}
	return nil
}

// none returns the answer if the search was settled before it began: the given solution, if there
// is one, or infeasible.
func (s *run) none(t *tree) problem.Solution {
	if t.found {
		t.rootBound = t.objective - t.slack()
		return s.answer(t)
	}
	return s.finish(s.infeasible(), t)
}

// unbounded answers a problem with an unbounded relaxation: with rational data and without sets the
// problem is itself unbounded if it is feasible (Meyer 1974). Sets are divided first.
func (s *run) unbounded() problem.Solution {
	for _, set := range s.given.Sets {
		if sides := divided(s.given, set); sides != nil {
			return s.either(sides)
		}
	}
	q := *s.given
	q.Columns = append([]problem.Column(nil), s.given.Columns...)
	for j := range q.Columns {
		q.Columns[j].Cost = 0
	}
	o := s.o
	o = Options{Nodes: o.Nodes, Memory: o.Memory, Workers: o.Workers, NoPresolve: o.NoPresolve, NoCuts: o.NoCuts, NoDives: o.NoDives}
	sub := &run{ctx: s.ctx, given: &q, o: o, began: s.began, cutoff: math.Inf(1), inner: s.inner}
	sol := sub.solve()
	if sol.Values == nil {
		if sol.Status != problem.Infeasible { // its bound is that without costs
			sol.Bound = -s.sign() * math.Inf(1)
		}
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

// ErrTolerance is the reason of a solution that is not proven because a part of the search tree could not be decided
// in floating-point arithmetic.
var ErrTolerance = errors.New("the solver could not decide within its tolerances")

// answer returns the result of the search.
func (s *run) answer(t *tree) problem.Solution {
	sol := problem.Solution{Statistics: problem.Statistics{Nodes: t.nodes, Iterations: t.iterations, Cuts: t.cuts}}
	proven := t.reason == nil && !t.holes
	sol.Bound = s.sign() * t.bound()
	if t.holes && t.reason == nil {
		sol.Bound = s.sign() * t.rootBound
	}
	switch {
	case t.found:
		sol.Status = problem.Feasible
		if proven || t.closeEnough() && !t.holes {
			sol.Status = problem.Optimal
		}
		sol.Values = t.full
		if t.pool != nil {
			sol.Pool = t.pool.points
		}
		sol.Objective = s.exact.Objective(sol.Values)
		sol.Bound = s.sign() * min(s.sign()*sol.Bound, s.sign()*sol.Objective)
	case proven:
		return s.finish(s.infeasible(), t)
	default:
		sol.Objective = s.sign() * math.Inf(1)
	}
	if sol.Status != problem.Optimal {
		sol.Reason = cmp.Or(t.reason, ErrTolerance)
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
