package constraint

import (
	"context"
	"slices"

	"farbank/constraint/sat"
)

// A statement is a condition that a model has hold where another does, and with both only there.
type statement struct {
	when, then Condition
	both       bool
}

// clauses are a model of nothing but clauses on their way into a solver that knows nothing else. Its variables are those of the
// model, and after them one for each disjunct that is no literal.
type clauses struct {
	m    *Model
	s    *sat.Solver
	next int // the last variable made
	err  error
}

// mostTerms is of how many terms a comparison of Bools is told by clauses.
const mostTerms = 3

// clauseStretch is after how many conflicts it is told how far the work has come.
const clauseStretch = 2000

// onlyClauses is a solver of clauses that has the model; nil where it asks for more than that.
func (m *Model) onlyClauses() (*sat.Solver, error) {
	asked := m.Proof != nil || m.Checkpoint != nil || m.Restarts != nil || m.OnlyAsked || len(m.searches) > 0 && !m.Free
	if asked || m.err != nil || len(m.posts) != len(m.stated) || len(m.gaps) > 0 {
		return nil, nil
	}
	for i := range m.vars {
		if m.vars[i].lo < 0 || m.vars[i].hi > 1 {
			return nil, nil
		}
	}
	c := &clauses{m: m, s: sat.New(sat.Options{Memory: m.Memory}), next: len(m.vars)}
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
		if v.says != nil && !c.state(statement{x, v.says, true}) {
			return nil, c.err
		}
	}
	for _, st := range m.stated {
		if !c.state(st) {
			return nil, c.err
		}
	}
	return c.s, c.err
}

func (c *clauses) add(clause ...int) {
	if err := c.s.Add(clause...); err != nil && c.err == nil {
		c.err = err
	}
}

// state adds a statement, and reports whether clauses can say it.
func (c *clauses) state(st statement) bool {
	return c.err == nil && c.tell(Or(st.when.not(), st.then)) && (!st.both || c.tell(Or(st.when, st.then.not())))
}

// tell has a condition hold, or one of some literals.
func (c *clauses) tell(cond Condition, or ...int) bool {
	switch cond := cond.(type) {
	case Bool:
		return c.one([]Condition{cond}, or)
	case comparison:
		return c.compare(cond.sum, cond.op, or)
	case list:
		if !cond.all {
			return c.one(cond.flat(nil), or)
		}
		for _, p := range cond.flat(nil) {
			if !c.tell(p, or...) {
				return false
			}
		}
		return true
	}
	return false
}

// one has one of some conditions hold, or one of some literals. A condition that is no literal gets one that implies it.
func (c *clauses) one(parts []Condition, or []int) bool {
	clause := append([]int{}, or...)
	parts = slices.DeleteFunc(slices.Clone(parts), func(p Condition) bool { return p == Condition(True.Not()) })
	for _, p := range parts {
		switch b, isBool := p.(Bool); {
		case !isBool && len(parts) == 1:
			return c.tell(p, or...)
		case !isBool:
			c.next++
			clause = append(clause, c.next)
			if !c.tell(p, -c.next) {
				return false
			}
		case b == True:
			return true
		case b.negated:
			clause = append(clause, -int(b.id))
		default:
			clause = append(clause, int(b.id))
		}
	}
	c.add(clause...)
	return true
}

// compare forbids the values with which a comparison of few Bools does not hold.
func (c *clauses) compare(sum Sum, op byte, or []int) bool {
	sum = sum.normal()
	if n := len(sum.terms); n > mostTerms || sum.overflow || sum.constant > MaxValue || sum.constant < -MaxValue {
		return false
	}
	for _, t := range sum.terms {
		if t.coef > MaxValue || t.coef < -MaxValue {
			return false
		}
	}
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
	return true
}

// solveClauses is Solve by a solver of clauses.
func (m *Model) solveClauses(ctx context.Context, s *sat.Solver) (Answer, error) {
	for {
		status, err := s.SolveWithin(ctx, clauseStretch)
		a := Answer{Stats: m.clauseStats(s)}
		switch {
		case err != nil:
			return a, err
		case status == sat.Unsatisfiable:
			a.Status = Infeasible
			return a, nil
		case status == sat.Satisfiable:
			a.Status, a.Solution = Feasible, &Solution{values: make([]int64, len(m.vars)+1), Stats: a.Stats}
			for i := range m.vars {
				if s.Value(i + 1) {
					a.values[i+1] = 1
				}
			}
			return a, nil
		case m.Progress != nil:
			m.Progress(Progress{Stats: a.Stats})
		}
	}
}

func (m *Model) clauseStats(s *sat.Solver) Stats {
	k := s.Stats()
	return Stats{Conflicts: k.Conflicts, Decisions: k.Decisions, Propagations: k.Propagations, Restarts: k.Restarts, Learned: k.Learned,
		Variables: s.Variables()}
}
