//go:build !page

package constraint

import (
	"context"
	"slices"

	"farbank/constraint/sat"
)

// A clauseSolver is a solver of clauses alone.
type clauseSolver = sat.Solver

// clauses are a model of nothing but clauses on their way into a solver that knows nothing else. Its variables are those of the
// model, and after them one for each disjunct that is no literal.
type clauses struct {
	m     *Model
	ctx   context.Context
	s     *sat.Solver
	next  int // the last variable made
	added int // clauses
	err   error
}

// mostTerms is of how many terms a comparison of Bools is told by clauses.
const mostTerms = 3

// addsBetween is after how many clauses the limits are looked at.
const addsBetween = 1024

// onlyClauses is a solver of clauses that has the model; nil where it asks for more than that.
func (m *Model) onlyClauses(ctx context.Context) (*clauseSolver, error) {
	asked := m.Proof != nil || m.Checkpoint != nil || m.Restarts != nil || m.OnlyAsked || len(m.searches) > 0 && !m.Free && !m.Advised
	if asked || m.err != nil || m.other || len(m.gaps) > 0 || !m.sayable() {
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
		if v.says != nil {
			c.state(statement{x, v.says, true})
		}
	}
	for _, st := range m.stated {
		c.state(st)
	}
	return c.s, c.err
}

// sayable reports whether clauses can say all conditions of the model.
func (m *Model) sayable() bool {
	for i := range m.vars {
		v := &m.vars[i]
		if v.lo < 0 || v.hi > 1 || v.says != nil && !sayable(v.says) {
			return false
		}
	}
	return !slices.ContainsFunc(m.stated, func(st statement) bool { return !sayable(st.when) || !sayable(st.then) })
}

// sayable reports whether clauses can say a condition. All of it is looked at, as the other kernel does: mistakes are left to that.
func sayable(cond Condition) bool {
	switch cond := cond.(type) {
	case Bool:
		return true
	case comparison:
		sum := cond.sum.normal()
		large := func(n int64) bool { return n > MaxValue || n < -MaxValue }
		return len(sum.terms) <= mostTerms && !sum.overflow && !large(sum.constant) &&
			!slices.ContainsFunc(sum.terms, func(t term) bool { return large(t.coef) })
	case list:
		return !slices.ContainsFunc(cond.parts, func(p Condition) bool { return !sayable(p) })
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
	c.tell(Or(st.when.not(), st.then))
	if st.both {
		c.tell(Or(st.when, st.then.not()))
	}
}

// tell has a condition hold, or one of some literals.
func (c *clauses) tell(cond Condition, or ...int) {
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
			c.tell(p, or...)
		}
	}
}

// one has one of some conditions hold, or one of some literals. A condition that is no literal gets one that implies it.
func (c *clauses) one(parts []Condition, or []int) {
	clause := append([]int{}, or...)
	parts = slices.DeleteFunc(slices.Clone(parts), func(p Condition) bool { return p == Condition(True.Not()) })
	for _, p := range parts {
		switch b, isBool := p.(Bool); {
		case !isBool && len(parts) == 1:
			c.tell(p, or...)
			return
		case !isBool:
			c.next++
			clause = append(clause, c.next)
			c.tell(p, -c.next)
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

// compare forbids the values with which a comparison of few Bools does not hold.
func (c *clauses) compare(sum Sum, op byte, or []int) {
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

// solveClauses is Solve by a solver of clauses. told, if not nil, is called often.
func (m *Model) solveClauses(ctx context.Context, s *clauseSolver, told func(Stats)) (Answer, error) {
	if told != nil {
		s.OnWork(func() { told(m.clauseStats(s)) })
	}
	status, err := s.Solve(ctx)
	a := Answer{Stats: m.clauseStats(s)}
	switch {
	case err != nil:
		return a, err
	case status == sat.Unsatisfiable:
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

// clauses is the work of the first of a crew where the model is nothing but clauses. What it learns is not told.
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
