package constraint

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"

	"farbank/constraint/kernel"
	"farbank/constraint/relax"
	"farbank/solver"
)

// A Status is the result of solving.
type Status = solver.Status

// The statuses of an Answer.
const (
	Unknown    = solver.Unknown    // a limit was reached first
	Infeasible = solver.Infeasible // no solution exists
	Feasible   = solver.Feasible   // a solution; with an objective, not proven optimal
	Optimal    = solver.Optimal    // a solution, proven optimal: the answer's, or that of Options.Incumbent
)

// Stats counts the work done.
type Stats struct {
	Conflicts, Decisions, Propagations, Restarts int64
	Learned                                      int64 // clauses
	Variables, Propagators, Literals             int
}

// A Progress describes the state of a search.
type Progress struct {
	Stats Stats
	// Bound is a proven bound of the objective if Bounded is true: see [Answer].
	Bound   int64
	Bounded bool
}

// A Solution is an assignment of all variables.
type Solution struct {
	values []int64
	// Objective is the value of the objective, if there is one.
	Objective int64
	// Stats is the work done until the solution was found.
	Stats Stats
}

// Value returns the value of an expression.
func (s *Solution) Value(e Expr) int64 {
	sum := e.Linear()
	n := sum.constant
	for _, t := range sum.terms {
		n += t.coef * s.values[t.id]
	}
	return n
}

// True reports whether b is true.
func (s *Solution) True(b Bool) bool { return s.Value(b) == 1 }

// An Answer is the result of solving.
type Answer struct {
	Status Status
	// Reason is the limit that ended the search, or nil: the cause of the context, an error of the memory limit (which
	// has a method MemoryLimit), or context.Canceled if a callback ended the search.
	Reason    error
	*Solution // the best solution found, or nil
	// Bound is proven: no solution has a lower objective or, when maximizing, a higher one.
	Bound int64
	// Core is a set of assumptions that are inconsistent together, if the status is Infeasible. It is empty if there is
	// no solution without assumptions.
	Core  []Bool
	Stats Stats
}

// withReason splits err into a limit, which it stores in the answer, and an error.
func (a Answer) withReason(ctx context.Context, err error) (Answer, error) {
	a.Reason, err = solver.Split(ctx, err)
	return a, err
}

// Solve searches for one solution in which the assumed Bools hold. The status is Feasible, Infeasible or Unknown. The
// error is about the model, or a *solver.CheckpointError.
func (m *Model) Solve(ctx context.Context, assume ...Bool) (Answer, error) {
	a, err := m.solve(ctx, assume)
	return a.withReason(ctx, err)
}

func (m *Model) solve(ctx context.Context, assume []Bool) (Answer, error) {
	if len(assume) == 0 {
		s, err := m.onlyClauses(ctx)
		switch {
		case err != nil:
			return Answer{}, err
		case m.several():
			return m.together(ctx, &crew{only: s, sign: 1})
		case s != nil && m.Progress == nil:
			return m.solveClauses(ctx, s, nil)
		case s != nil:
			return m.solveClauses(ctx, s, func(st Stats) { m.Progress(Progress{Stats: st}) })
		}
	}
	s := m.Solver()
	s.once = true
	return s.solve(ctx, assume)
}

// A Solver solves a model repeatedly under different assumptions and keeps what it has learned. The model may grow
// between calls.
type Solver struct {
	m    *Model
	b    *building
	once bool // there is one call of Solve
}

// Solver returns a Solver for the model.
func (m *Model) Solver() *Solver { return &Solver{m: m} }

// Solve is like [Model.Solve].
func (s *Solver) Solve(ctx context.Context, assume ...Bool) (Answer, error) {
	a, err := s.solve(ctx, assume)
	return a.withReason(ctx, err)
}

func (s *Solver) solve(ctx context.Context, assume []Bool) (Answer, error) {
	if !s.m.knowsAll(assume) {
		return Answer{}, s.m.err
	}
	var err error
	if s.b == nil {
		s.b, err = s.m.begin(nil)
	} else {
		s.b.s.Restart()
		err = s.b.extend()
	}
	if err != nil {
		return Answer{}, err
	}
	end := func() {}
	if len(assume) == 0 {
		if s.once {
			if a, done, err := s.byClauses(ctx); done {
				return a, err
			}
		}
		if end, err = s.m.goOn(s.b); err != nil {
			return Answer{}, err
		}
	}
	atoms := make([]kernel.Atom, len(assume))
	for i, a := range assume {
		atoms[i] = s.b.bool(a)
	}
	status, err := s.next(ctx, atoms)
	if err != nil {
		end()
		return Answer{Stats: s.b.stats()}, err
	}
	a := s.answer(status)
	if status == kernel.Exhausted {
		for _, c := range s.b.s.Core() {
			a.Core = append(a.Core, assume[slices.Index(atoms, c)])
		}
	}
	return a, nil
}

// answer returns the answer after a search.
func (s *Solver) answer(status kernel.Status) Answer {
	a := Answer{Stats: s.b.stats()}
	switch status {
	case kernel.Exhausted:
		a.Status = Infeasible
	case kernel.Solution:
		a.Status, a.Solution = Feasible, s.b.solution()
	}
	return a
}

// next searches for a solution. Without assumptions, and without a search that the model asks for exclusively, it
// alternates with a local search.
func (s *Solver) next(ctx context.Context, assume []kernel.Atom) (kernel.Status, error) {
	f := newFirst(s.m, s.b)
	if f == nil || len(assume) > 0 {
		return s.b.next(ctx, assume...)
	}
	for {
		status, err := f.next(ctx, func() (kernel.Status, error) { return s.b.s.Next(ctx) })
		switch {
		case errors.Is(err, kernel.ErrBudget):
			continue
		case err == nil && status == kernel.Exhausted:
			err = s.b.recorder.flush()
		}
		return status, err
	}
}

// goOn restores a checkpoint and makes the solver save what it learns. end saves it at the end.
func (m *Model) goOn(b *building) (end func(), err error) {
	own := kernel.Var(b.s.Stats().Variables)
	known, err := m.restore(b, own)
	if err == nil {
		known.teach(b.s)
	}
	return m.keeps(b, own, nil, &sync.Mutex{}), err
}

func (m *Model) knowsAll(list []Bool) bool {
	for _, b := range list {
		if !m.check(b) {
			return false
		}
	}
	return true
}

// Solutions returns an iterator over all solutions, each once: they differ in the variables of the model. An error
// comes last, with a nil Solution.
func (m *Model) Solutions(ctx context.Context) iter.Seq2[*Solution, error] {
	return func(yield func(*Solution, error) bool) {
		b, err := m.build(nil, m.shown == nil)
		if err != nil {
			yield(nil, err)
			return
		}
		for {
			status, err := b.s.Next(ctx)
			if err != nil {
				yield(nil, err)
				return
			}
			if status == kernel.Exhausted || !yield(b.solution(), nil) {
				return
			}
		}
	}
}

// Minimize searches for a solution with the least value of the objective. After a limit the answer has the best solution
// found and the proven bound.
func (m *Model) Minimize(ctx context.Context, objective Expr) (Answer, error) {
	return m.Optimize(ctx, objective, Minimizing, nil)
}

// Maximize searches for a solution with the greatest value of the objective, as Minimize does.
func (m *Model) Maximize(ctx context.Context, objective Expr) (Answer, error) {
	return m.Optimize(ctx, objective, Maximizing, nil)
}

// A Direction states which values of an objective are better.
type Direction int8

// The directions.
const (
	Minimizing Direction = 1
	Maximizing Direction = -1
)

// Optimize is like Minimize or Maximize. It calls onSolution, if not nil, with each improving solution, and ends if
// onSolution returns false.
func (m *Model) Optimize(ctx context.Context, objective Expr, d Direction, onSolution func(*Solution) bool) (Answer, error) {
	a, err := m.best(ctx, objective, int64(d), onSolution)
	return a.withReason(ctx, err)
}

func (m *Model) best(ctx context.Context, objective Expr, sign int64, improved func(*Solution) bool) (Answer, error) {
	if !m.check(objective) {
		return Answer{}, m.err
	}
	if m.several() {
		return m.together(ctx, &crew{objective: objective, sign: sign, improved: improved})
	}
	b, err := m.begin(objective)
	if err != nil {
		return Answer{}, err
	}
	o := &climb{m: m, b: b, x: b.asked, sign: sign, view: b.asked.Lower()}
	if sign < 0 {
		o.view = o.x.Upper()
	}
	m.relax(ctx, b, o.view)
	o.cores = newCores(m, b, objective, o.view)
	return o.run(ctx, improved)
}

// relax adds the linear relaxation for the objective that view minimizes.
func (m *Model) relax(ctx context.Context, b *building, view kernel.View) {
	if !m.OnlyAsked {
		relax.Add(ctx, b.s, view)
	}
}

// A climb is the search for an optimal solution.
type climb struct {
	m     *Model
	b     *building
	x     kernel.Var  // the objective
	view  kernel.View // to be minimized
	sign  int64       // 1 or -1
	other *int64      // objective of the best solution known elsewhere
	cores *cores      // nil: without core-guided bounds
	near  *turns      // nil: without neighbourhoods
	a     Answer
}

func (o *climb) run(ctx context.Context, improved func(*Solution) bool) (Answer, error) {
	s, a := o.b.s, &o.a
	if o.m.Progress != nil {
		s.OnWork(func() { o.m.Progress(Progress{o.b.stats(), o.bound(), true}) })
	}
	restarted := func() {}
	if o.m.Incumbent != nil && o.m.Proof == nil {
		restarted = o.incumbent
	}
	own := kernel.Var(s.Stats().Variables)
	known, err := o.m.restore(o.b, own)
	if err != nil {
		return *a, err
	}
	known.teach(s)
	end := o.m.keeps(o.b, own, restarted, &sync.Mutex{})
	restarted()
	if !o.m.OnlyAsked {
		o.near = newTurns(o, own)
	}
	for {
		status, err := o.next(ctx)
		a.Stats, a.Bound = o.b.stats(), o.bound()
		switch {
		case err != nil:
			end()
			return *a, err
		case status == kernel.Exhausted:
			o.exhausted()
			return *a, nil
		}
		a.Status, a.Solution = Feasible, o.b.solution()
		a.Solution.Objective = s.Min(o.x)
		if improved != nil && !improved(a.Solution) {
			return *a, context.Canceled
		}
		if o.near != nil {
			o.near.keep()
		}
		s.Improve(o.better(a.Objective))
	}
}

func (o *climb) next(ctx context.Context) (kernel.Status, error) {
	switch {
	case o.near != nil:
		return o.near.next(ctx)
	case o.cores != nil:
		return o.cores.next(ctx)
	}
	return o.b.next(ctx)
}

// bound returns the proven bound of the objective.
func (o *climb) bound() int64 { return o.sign * o.b.s.BoundAt(o.view, 0) }

// better returns the atom that the objective is better than value.
func (o *climb) better(value int64) kernel.Atom { return o.b.better(o.x, o.sign < 0, value) }

// incumbent restricts the search to solutions better than the one known elsewhere.
func (o *climb) incumbent() {
	v, ok := o.m.Incumbent()
	if !ok || o.other != nil && o.sign*v >= o.sign**o.other || v < -MaxValue || v > MaxValue {
		return
	}
	o.other = &v
	o.b.s.AddClause(o.better(v))
}

// exhausted sets the answer if no better solution exists.
func (o *climb) exhausted() {
	a := &o.a
	switch {
	case a.Solution != nil && (o.other == nil || o.sign*a.Objective <= o.sign**o.other):
		a.Status, a.Bound = Optimal, a.Objective
	case o.other != nil:
		a.Status, a.Bound = Optimal, *o.other
	default:
		a.Status = Infeasible
	}
}

// several reports whether to use several workers.
func (m *Model) several() bool { return m.Workers > 1 && m.Proof == nil }

// begin translates the model and starts the proof if there is one.
func (m *Model) begin(objective Expr) (*building, error) {
	return m.beginUntil(context.Background(), objective)
}

// beginUntil is like begin but stops when ctx ends.
func (m *Model) beginUntil(ctx context.Context, objective Expr) (*building, error) {
	var r *recorder
	if m.Proof != nil {
		r = &recorder{building: true, out: m.Proof}
	}
	b, err := m.buildUntil(ctx, r, false)
	if err == nil && objective != nil {
		b.goal = objective
		b.asked, err = b.objective(m, objective)
	}
	if err == nil && r != nil {
		err = r.built()
	}
	return b, err
}

// next searches for the next solution. It completes the proof if no solution is left.
func (b *building) next(ctx context.Context, assume ...kernel.Atom) (kernel.Status, error) {
	status, err := b.s.Next(ctx, assume...)
	if err == nil && status == kernel.Exhausted {
		err = b.recorder.flush()
	}
	return status, err
}

// objective returns the solver's variable of an objective.
func (b *building) objective(m *Model, e Expr) (kernel.Var, error) {
	if !m.check(e) {
		return 0, m.err
	}
	return b.variable(e)
}

// better returns the atom that an objective is better than a value.
func (b *building) better(x kernel.Var, maximize bool, than int64) kernel.Atom {
	if maximize {
		return x.AtLeast(than + 1)
	}
	return x.AtMost(than - 1)
}

func (b *building) solution() *Solution {
	s := &Solution{values: make([]int64, len(b.vars)), Stats: b.stats()}
	for i, x := range b.vars {
		if a := b.alias(int32(i)); a.of == 0 {
			s.values[i] = b.s.Min(x)
		} else { // aliases refer to earlier variables
			s.values[i] = a.coef*s.values[a.of] + a.plus
		}
	}
	return s
}

func (b *building) stats() Stats {
	k := b.s.Stats()
	return Stats{k.Conflicts, k.Decisions, k.Propagations, k.Restarts, k.Learned, k.Variables, k.Propagators, k.Literals}
}
