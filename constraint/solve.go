package constraint

import (
	"context"
	"iter"

	"farbank/constraint/kernel"
)

// A Status says how solving ended.
type Status int

// How solving ends.
const (
	Unknown    Status = iota // a limit came before anything was known
	Infeasible               // proven: there is no solution
	Feasible                 // a solution; for an objective, not proven best
	Optimal                  // a solution, proven best
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
	Stats Stats
}

// Solve looks for one solution: the status is Feasible, Infeasible, or Unknown with an error that
// says why, the context's or one of [Model.Memory] (which has a method MemoryLimit).
func (m *Model) Solve(ctx context.Context) (Answer, error) {
	b, err := m.begin(nil)
	if err != nil {
		return Answer{}, err
	}
	status, err := b.next(ctx)
	switch a := (Answer{Stats: b.stats()}); {
	case err != nil:
		return a, err
	case status == kernel.Exhausted:
		a.Status = Infeasible
		return a, nil
	default:
		a.Status, a.Solution = Feasible, b.solution()
		return a, nil
	}
}

// Solutions gives all solutions, each once: they differ in the variables of the model. An error
// comes last, with a nil Solution.
func (m *Model) Solutions(ctx context.Context) iter.Seq2[*Solution, error] {
	return func(yield func(*Solution, error) bool) {
		b, err := m.build(nil)
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
	b, err := m.begin(objective)
	if err != nil {
		return Answer{}, err
	}
	x := b.asked
	side := x.Lower()
	if sign < 0 {
		side = x.Upper()
	}
	var a Answer
	a.Bound = sign * b.s.Bound(side)
	for {
		status, err := b.next(ctx)
		a.Stats = b.stats()
		switch {
		case err != nil:
			a.Bound = sign * b.s.BoundAt(side, 0)
			return a, err
		case status == kernel.Exhausted && a.Solution == nil:
			a.Status = Infeasible
			return a, nil
		case status == kernel.Exhausted:
			a.Status, a.Bound = Optimal, a.Objective
			return a, nil
		}
		a.Status, a.Solution = Feasible, b.solution()
		a.Solution.Objective = b.s.Min(x)
		if improved != nil && !improved(a.Solution) {
			a.Bound = sign * b.s.BoundAt(side, 0)
			return a, context.Canceled
		}
		b.s.Improve(b.better(x, sign < 0, a.Objective))
	}
}

// begin builds the model for a question, and begins the proof if there is to be one.
func (m *Model) begin(objective Expr) (*building, error) {
	var r *recorder
	if m.Proof != nil {
		r = &recorder{building: true, out: m.Proof}
	}
	b, err := m.build(r)
	if err == nil && objective != nil {
		b.asked, err = b.objective(m, objective)
	}
	if err == nil && r != nil {
		err = r.built()
	}
	return b, err
}

// next is a solution more, and the end of the proof where there is none.
func (b *building) next(ctx context.Context) (kernel.Status, error) {
	status, err := b.s.Next(ctx)
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
		s.values[i] = b.s.Min(x)
	}
	return s
}

func (b *building) stats() Stats {
	k := b.s.Stats()
	return Stats{k.Conflicts, k.Decisions, k.Propagations, k.Restarts, k.Learned, k.Variables, k.Propagators, k.Literals}
}
