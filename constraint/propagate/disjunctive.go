package propagate

import "slices"

// maxPairs bounds the number of tasks for a decomposition into pairs.
const maxPairs = 400

// Disjunctive constrains tasks not to overlap in time (Carlier 1982). Each pair has a Bool for its order, which learned
// clauses refer to (Grimes and Hebrard 2015), and edge finding is added as for Cumulative. A task of length 0 never
// overlaps. Disjunctive ignores Use.
func Disjunctive(s *solver, tasks ...Task) error {
	one := s.NewVar(1, 1)
	tasks = slices.Clone(tasks)
	for i := range tasks {
		tasks[i].Use = one
	}
	if len(tasks) > maxPairs {
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

// EdgeFinding adds only edge finding for tasks that another constraint makes disjoint. It does nothing for more than
// 200 tasks.
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

// apart constrains one task to end before the other starts, or one of them to have length 0.
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
