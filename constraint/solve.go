package constraint

import (
	"context"
	"iter"
	"slices"
	"sync"

	"farbank/constraint/kernel"
)

// A Status says how solving ended.
type Status int

// How solving ends.
const (
	Unknown    Status = iota // a limit came before anything was known
	Infeasible               // proven: there is no solution
	Feasible                 // a solution; for an objective, not proven best
	Optimal                  // a solution, proven best: one's own, or that of [Model.Incumbent]
)

func (s Status) String() string {
	return [...]string{"unknown", "infeasible", "feasible", "optimal"}[s]
}

// Stats are what the work came to.
type Stats struct {
	Conflicts, Decisions, Propagations, Restarts int64
	Learned                                      int64 // clauses
	Variables, Propagators, Literals             int
}

// A Progress is how far work has come.
type Progress struct {
	Stats Stats
	// Bound is proven of the objective, if there is one and Bounded says that a bound is known: see [Answer].
	Bound   int64
	Bounded bool
}

// A Solution gives values to all variables.
type Solution struct {
	values []int64
	// Objective is the value of the objective, if there is one.
	Objective int64
	// Stats tells what was done by then.
	Stats Stats
}

// Value is the value of an expression.
func (s *Solution) Value(e Expr) int64 {
	sum := e.Sum()
	n := sum.constant
	for _, t := range sum.terms {
		n += t.coef * s.values[t.id]
	}
	return n
}

// True reports whether a Bool holds.
func (s *Solution) True(b Bool) bool { return s.Value(b) == 1 }

// An Answer is what is known when solving ends.
type Answer struct {
	Status    Status
	*Solution // the best found, nil for none
	// Bound is proven: no solution has a lower objective, or a higher if it is maximised.
	Bound int64
	// Core is, if the status is Infeasible, which of the assumptions cannot hold together; none:
	// there is no solution whatever is assumed.
	Core  []Bool
	Stats Stats
}

// Solve looks for one solution, in which Bools that are assumed hold: the status is Feasible,
// Infeasible, or Unknown with an error that says why, the context's or one of [Model.Memory] (which
// has a method MemoryLimit).
func (m *Model) Solve(ctx context.Context, assume ...Bool) (Answer, error) {
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
	return m.Solver().Solve(ctx, assume...)
}

// A Solver answers one question after another about a model, which may grow between them, and
// keeps what it has learned.
type Solver struct {
	m *Model
	b *building
}

// Solver returns a Solver for the model.
func (m *Model) Solver() *Solver { return &Solver{m: m} }

// Solve is [Model.Solve].
func (s *Solver) Solve(ctx context.Context, assume ...Bool) (Answer, error) {
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
		if end, err = s.m.goOn(s.b); err != nil {
			return Answer{}, err
		}
	}
	atoms := make([]kernel.Atom, len(assume))
	for i, a := range assume {
		atoms[i] = s.b.bool(a)
	}
	status, err := s.b.next(ctx, atoms...)
	a := Answer{Stats: s.b.stats()}
	switch {
	case err != nil:
		end()
	case status == kernel.Exhausted:
		a.Status = Infeasible
		for _, c := range s.b.s.Core() {
			a.Core = append(a.Core, assume[slices.Index(atoms, c)])
		}
	default:
		a.Status, a.Solution = Feasible, s.b.solution()
	}
	return a, err
}

// goOn has a solver go on with what was kept, and keep what it learns; end keeps that at the end.
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

// Solutions gives all solutions, each once: they differ in the variables of the model. An error
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

// Minimize looks for a solution with the least value of an expression. When the context ends the
// error is its, and the answer has the best solution so far and the bound proven.
func (m *Model) Minimize(ctx context.Context, objective Expr) (Answer, error) {
	return m.best(ctx, objective, 1, nil)
}

// Maximize looks for a solution with the greatest value of an expression, as Minimize does.
func (m *Model) Maximize(ctx context.Context, objective Expr) (Answer, error) {
	return m.best(ctx, objective, -1, nil)
}

// Improve is Minimize, or Maximize, that also hands over each solution on the way, better than the
// one before. If improved returns false the search ends, as if the context had.
func (m *Model) Improve(ctx context.Context, objective Expr, maximize bool, improved func(*Solution) bool) (Answer, error) {
	if maximize {
		return m.best(ctx, objective, -1, improved)
	}
	return m.best(ctx, objective, 1, improved)
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
	o := &climb{m: m, b: b, x: b.asked, sign: sign, side: b.asked.Lower()}
	if sign < 0 {
		o.side = o.x.Upper()
	}
	o.cores = newCores(m, b, objective, o.side)
	return o.run(ctx, improved)
}

// A climb is the search for a best solution.
type climb struct {
	m     *Model
	b     *building
	x     kernel.Var  // the objective
	side  kernel.Side // is to be least
	sign  int64       // 1 or -1
	other *int64      // the objective of the best solution known elsewhere
	cores *cores      // nil: the objective is only bounded from above
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
		s.Improve(o.better(a.Objective))
	}
}

func (o *climb) next(ctx context.Context) (kernel.Status, error) {
	if o.cores != nil {
		return o.cores.next(ctx)
	}
	return o.b.next(ctx)
}

// bound is what is proven of the objective.
func (o *climb) bound() int64 { return o.sign * o.b.s.BoundAt(o.side, 0) }

// better says that the objective is better than a value.
func (o *climb) better(value int64) kernel.Atom { return o.b.better(o.x, o.sign < 0, value) }

// incumbent has only solutions looked for that are better than one known elsewhere.
func (o *climb) incumbent() {
	v, ok := o.m.Incumbent()
	if !ok || o.other != nil && o.sign*v >= o.sign**o.other || v < -MaxValue || v > MaxValue {
		return
	}
	o.other = &v
	o.b.s.AddClause(o.better(v))
}

// exhausted is the verdict where nothing better is left.
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

// several reports whether there is to be more than one worker.
func (m *Model) several() bool { return m.Workers > 1 && m.Proof == nil }

// begin builds the model for a question, and begins the proof if there is to be one.
func (m *Model) begin(objective Expr) (*building, error) {
	return m.beginUntil(context.Background(), objective)
}

// beginUntil is begin, which ends with a context.
func (m *Model) beginUntil(ctx context.Context, objective Expr) (*building, error) {
	if !proofs && m.Proof != nil {
		return nil, errNoProofs
	}
	var r *recorder
	if proofs && m.Proof != nil {
		r = &recorder{building: true, out: m.Proof}
	}
	b, err := m.buildUntil(ctx, r, false)
	if err == nil && objective != nil {
		b.asked, err = b.objective(m, objective)
	}
	if proofs && err == nil && r != nil {
		err = r.built()
	}
	return b, err
}

// next is a solution more, and the end of the proof where there is none.
func (b *building) next(ctx context.Context, assume ...kernel.Atom) (kernel.Status, error) {
	status, err := b.s.Next(ctx, assume...)
	if err == nil && status == kernel.Exhausted {
		err = b.recorder.flush()
	}
	return status, err
}

// objective is the variable of the solver that an objective is.
func (b *building) objective(m *Model, e Expr) (kernel.Var, error) {
	if !m.check(e) {
		return 0, m.err
	}
	return b.variable(e)
}

// better is an atom of solutions whose objective is better than a value.
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
		} else { // of an earlier one
			s.values[i] = a.coef*s.values[a.of] + a.plus
		}
	}
	return s
}

func (b *building) stats() Stats {
	k := b.s.Stats()
	return Stats{k.Conflicts, k.Decisions, k.Propagations, k.Restarts, k.Learned, k.Variables, k.Propagators, k.Literals}
}
