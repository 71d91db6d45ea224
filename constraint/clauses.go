package constraint

import (
	"context"
	"errors"
	"slices"

	"farbank/constraint/kernel"
	"farbank/constraint/sat"
)

// clauses translates a model that consists of clauses only for package sat. Its variables are those of the model,
// followed by one for each disjunct that is not a literal.
type clauses struct {
	m     *Model
	ctx   context.Context
	s     *sat.Solver
	next  int // the largest variable in use
	added int // number of clauses added
	err   error
}

// maxTerms bounds the terms of a comparison of Bools that is encoded as clauses.
const maxTerms = 3

// addsBetween is the number of clauses between checks of the limits.
const addsBetween = 1024

// onlyClauses returns a SAT solver with the model, or nil if the model or its options need more than that.
func (m *Model) onlyClauses(ctx context.Context) (*sat.Solver, error) {
	if m.steered() || m.err != nil || m.other || len(m.gaps) > 0 || !m.encodable() {
		return nil, nil
	}
	c := &clauses{m: m, ctx: ctx, s: sat.New(sat.Options{Memory: m.share()}), next: len(m.vars)}
	if err := c.s.Grow(c.next); err != nil {
		return nil, err
	}
	for i, v := range m.vars {
		x := Bool{id: int32(i + 1)}
		if v.lo > 0 {
			c.add(int(x.id))
		}
		if v.hi < 1 {
			c.add(-int(x.id))
		}
		if v.lo > v.hi {
			c.add()
		}
		if v.condition != nil {
			c.state(statement{x, v.condition, true})
		}
	}
	for _, st := range m.stated {
		c.state(st)
	}
	return c.s, c.err
}

// steered reports whether the options or the model ask for what a SAT solver does not have.
func (m *Model) steered() bool {
	return m.Proof != nil || m.Checkpoint != nil || m.Restarts != nil || m.OnlyAsked || len(m.searches) > 0 && !m.Free && !m.Advised
}

// encodable reports whether clauses can express all conditions of the model.
func (m *Model) encodable() bool {
	for i := range m.vars {
		v := &m.vars[i]
		if v.lo < 0 || v.hi > 1 || v.condition != nil && !encodable(v.condition) {
			return false
		}
	}
	return !slices.ContainsFunc(m.stated, func(st statement) bool { return !encodable(st.when) || !encodable(st.then) })
}

// encodable reports whether clauses can express a condition. It leaves conditions with errors to package kernel, which
// reports them.
func encodable(cond Condition) bool {
	switch cond := cond.(type) {
	case Bool:
		return true
	case comparison:
		sum := cond.sum.normal()
		large := func(n int64) bool { return n > MaxValue || n < -MaxValue }
		return len(sum.terms) <= maxTerms && !sum.overflow && !large(sum.constant) &&
			!slices.ContainsFunc(sum.terms, func(t term) bool { return large(t.coef) })
	case list:
		return !slices.ContainsFunc(cond.parts, func(p Condition) bool { return !encodable(p) })
	}
	return false
}

func (c *clauses) add(clause ...int) {
	if c.err != nil {
		return
	}
	c.err = c.s.Add(clause...)
	if c.added++; c.err == nil && c.added%addsBetween == 0 {
		c.err = c.s.Stopped(c.ctx)
	}
}

// state adds a statement.
func (c *clauses) state(st statement) {
	if c.err != nil {
		return
	}
	c.require(Or(st.when.not(), st.then))
	if st.both {
		c.require(Or(st.when, st.then.not()))
	}
}

// require adds clauses for "cond or one of the literals or".
func (c *clauses) require(cond Condition, or ...int) {
	switch cond := cond.(type) {
	case Bool:
		c.one([]Condition{cond}, or)
	case comparison:
		c.compare(cond.sum, cond.op, or)
	case list:
		if !cond.all {
			c.one(cond.flat(nil), or)
			return
		}
		for _, p := range cond.flat(nil) {
			c.require(p, or...)
		}
	}
}

// one adds clauses for "some condition of parts or some literal of or". A condition that is not a literal gets a
// literal that implies it.
func (c *clauses) one(parts []Condition, or []int) {
	clause := append([]int{}, or...)
	parts = slices.DeleteFunc(slices.Clone(parts), func(p Condition) bool { return p == Condition(True.Not()) })
	for _, p := range parts {
		switch b, isBool := p.(Bool); {
		case !isBool && len(parts) == 1:
			c.require(p, or...)
			return
		case !isBool:
			c.next++
			clause = append(clause, c.next)
			c.require(p, -c.next)
		case b == True:
			return
		case b.negated:
			clause = append(clause, -int(b.id))
		default:
			clause = append(clause, int(b.id))
		}
	}
	c.add(clause...)
}

// compare excludes the assignments that violate a comparison of few Bools, unless a literal of or holds.
func (c *clauses) compare(sum Linear, op byte, or []int) {
	sum = sum.normal()
	for values := range 1 << len(sum.terms) {
		total := sum.constant
		clause := append([]int{}, or...)
		for i, t := range sum.terms {
			if values>>i&1 == 1 {
				total += t.coef
				clause = append(clause, -int(t.id))
			} else {
				clause = append(clause, int(t.id))
			}
		}
		if op == '<' && total > 0 || op == '=' && total != 0 || op == '!' && total == 0 {
			c.add(clause...)
		}
	}
}

// solveClauses is Solve with a SAT solver. progress, if not nil, is called often.
func (m *Model) solveClauses(ctx context.Context, s *sat.Solver, progress func(Stats)) (Answer, error) {
	if progress != nil {
		s.OnWork(func() { progress(m.clauseStats(s)) })
	}
	r, err := s.Solve(ctx)
	a := Answer{Stats: m.clauseStats(s)}
	switch {
	case err != nil:
		return a, err
	case r.Reason != nil:
		return a, r.Reason
	case r.Status == sat.Unsatisfiable:
		a.Status = Infeasible
		return a, nil
	}
	a.Status, a.Solution = Feasible, &Solution{values: make([]int64, len(m.vars)+1), Stats: a.Stats}
	for i := range m.vars {
		if s.Value(i + 1) {
			a.values[i+1] = 1
		}
	}
	return a, nil
}

// clauses runs the first worker on a model that consists of clauses only. It does not share what it learns.
func (c *crew) clauses(ctx context.Context) error {
	a, err := c.m.solveClauses(ctx, c.only, func(st Stats) {
		if c.m.Progress != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.stats[0] = st
			c.m.Progress(Progress{Stats: c.sum()})
		}
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stats[0] = a.Stats
	if err == nil && !c.over {
		c.over, c.a = true, a
		c.end()
	}
	return err
}

func (m *Model) clauseStats(s *sat.Solver) Stats {
	k := s.Stats()
	return Stats{Conflicts: k.Conflicts, Decisions: k.Decisions, Propagations: k.Propagations, Restarts: k.Restarts, Learned: k.Learned,
		Variables: s.Variables()}
}

// fewConflicts is the number of conflicts for which package kernel searches before the clauses are given to package sat:
// easy models are solved before the clauses are written again.
const fewConflicts = 200

// clausesMemory is the factor by which the kernel and the SAT solver together need more memory than the kernel alone.
const clausesMemory = 4

// byClauses solves a model that consists of clauses only after its translation for package kernel, which has expanded small
// domains, tables and automata. A SAT solver is several times as fast on them if the search is long. done is false if it
// is not such a model. Package kernel confirms the solution.
func (s *Solver) byClauses(ctx context.Context) (a Answer, done bool, err error) {
	m, k := s.m, s.b.s
	if m.steered() || m.several() || k.Stats().Propagators > 0 {
		return a, false, nil
	}
	k.Budget(fewConflicts)
	status, err := k.Next(ctx)
	if k.Budget(0); !errors.Is(err, kernel.ErrBudget) {
		return s.answer(status), true, err
	}
	return s.asClauses(ctx)
}

// asClauses is byClauses for a model without propagators, after the first conflicts. If the clauses do not fit into the
// memory limit once more, done is false.
func (s *Solver) asClauses(ctx context.Context) (a Answer, done bool, err error) {
	m, k := s.m, s.b.s
	if m.Memory > 0 && k.Used() > m.share()/clausesMemory {
		return a, false, nil
	}
	k.Restart()
	c := &clauses{m: m, ctx: ctx, s: sat.New(sat.Options{Memory: m.share()})}
	stats := func() Stats {
		t, first := m.clauseStats(c.s), s.b.stats()
		t.Conflicts += first.Conflicts
		t.Decisions += first.Decisions
		t.Propagations += first.Propagations
		t.Restarts += first.Restarts
		t.Learned += first.Learned
		return t
	}
	if !k.Clausal(ctx, func(clause ...int) bool { c.add(clause...); return c.err == nil }) {
		return Answer{Stats: stats()}, c.err != nil && !isMemory(c.err), c.err
	}
	if m.Progress != nil {
		c.s.OnWork(func() { m.Progress(Progress{Stats: stats()}) })
	}
	r, err := c.s.Solve(ctx)
	if err == nil {
		err = r.Reason
	}
	a.Stats = stats()
	switch {
	case err != nil:
		return a, !isMemory(err), err
	case r.Status == sat.Unsatisfiable:
		a.Status = Infeasible
		return a, true, nil
	}
	status, err := k.Next(context.WithoutCancel(ctx), k.FromClauses(s.b.vars, c.s.Value)...)
	switch {
	case err != nil:
		return a, !isMemory(err), err
	case status != kernel.Solution:
		return a, true, errUnconfirmed
	}
	a.Status, a.Solution = Feasible, s.b.solution()
	a.Solution.Stats = a.Stats
	return a, true, nil
}

func isMemory(err error) bool {
	var limit interface{ MemoryLimit() bool }
	return errors.As(err, &limit)
}

var errUnconfirmed = errors.New("a bug: the solution of the clauses is not one of the model")
