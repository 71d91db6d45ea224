package propagate

import "slices"

// mostPairs is how many tasks may be told apart pair by pair.
const mostPairs = 400

// Disjunctive says that no two tasks run at the same time (Carlier 1982; a Bool a pair with learned clauses: Grimes and
// Hebrard 2015). A task of length 0 is nowhere in the way. For each pair a variable says which comes first, which is what is
// learned about; edge finding, as of Cumulative, sees what several together leave no room for. The Use of tasks is
// not looked at.
func Disjunctive(s *solver, tasks ...Task) error {
	one := s.NewVar(1, 1)
	tasks = slices.Clone(tasks)
	for i := range tasks {
		tasks[i].Use = one
	}
	if len(tasks) > mostPairs {
		return Cumulative(s, one, tasks...)
	}
	for i, a := range tasks {
		s.AddClause(a.Length.AtLeast(0))
		for _, b := range tasks[:i] {
			if err := apart(s, a, b); err != nil {
				return err
			}
		}
	}
	findEdges(s, one, tasks, true)
	return nil
}

// EdgeFinding looks at tasks, of which something else says that no two run at the same time, for what several together
// leave no room for; there is none for more than 200.
func EdgeFinding(s *solver, starts []Var, lengths []int64) {
	fixed := map[int64]Var{1: s.NewVar(1, 1)}
	tasks := make([]Task, len(starts))
	for i, n := range lengths {
		if _, ok := fixed[n]; !ok {
			fixed[n] = s.NewVar(n, n)
		}
		tasks[i] = Task{Start: starts[i], Length: fixed[n], Use: fixed[1]}
	}
	findEdges(s, fixed[1], tasks, true)
}

// apart has one task end before the other starts, or one has no length.
func apart(s *solver, a, b Task) error {
	before := func(r Atom, a, b Task) error {
		return LinearLE(s, r, 0, Term{1, a.Start}, Term{1, a.Length}, Term{-1, b.Start})
	}
	if s.Min(a.Length) > 0 && s.Min(b.Length) > 0 { // exactly one
		r := s.NewBool().AtLeast(1)
		if err := before(r, a, b); err != nil {
			return err
		}
		return before(r.Not(), b, a)
	}
	clause := []Atom{a.Length.AtMost(0), b.Length.AtMost(0)}
	for _, p := range [][2]Task{{a, b}, {b, a}} {
		r := s.NewBool().AtLeast(1)
		if err := ReifyLE(s, r, 0, Term{1, p[0].Start}, Term{1, p[0].Length}, Term{-1, p[1].Start}); err != nil {
			return err
		}
		clause = append(clause, r)
	}
	s.AddClause(clause...)
	return nil
}
