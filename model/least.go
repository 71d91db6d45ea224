package model

import "slices"

// A Least is a system of mutually recursive conditions, of which the least fixpoint is wanted.
// In a body, local number DerivedBase+k stands for condition k.
type Least struct {
	Names  []string
	Bodies []*Expr
	Pos    Pos
	First  int             // the number in Problem.Derived of the first rule
	Spend  func(nodes int) // called with the number of nodes that a round made; may panic to stop
}

// Solve returns the least fixpoint and the rules to be added to Problem.Derived. Each strongly
// connected component is iterated from false. A component of n conditions needs at most n
// rounds, since every round but the last adds a condition that may hold.
func (l *Least) Solve(b *Builder) (solved []*Expr, derived []Derived) {
	s := &leastSolver{Least: l, b: b, solved: make([]*Expr, len(l.Bodies))}
	for _, comp := range components(l.Bodies) {
		s.solve(comp)
	}
	return s.solved, s.derived
}

type leastSolver struct {
	*Least
	b       *Builder
	solved  []*Expr
	derived []Derived
}

func (s *leastSolver) solve(comp []int) {
	for _, i := range comp {
		s.solved[i] = s.b.Truth(false)
	}
	if len(comp) == 1 { // a condition that depends on itself has the value that it has with false in its place
		s.solved[comp[0]] = s.filling(s.solved).Apply(s.Bodies[comp[0]])
		return
	}
	for range comp {
		next := slices.Clone(s.solved)
		changed := false
		sub := s.filling(s.solved)
		before := s.b.Len()
		for _, i := range comp {
			next[i] = sub.Apply(s.Bodies[i])
			changed = changed || next[i] != s.solved[i]
		}
		s.solved = next
		if !changed {
			break
		}
		s.Spend(s.b.Len() - before + len(comp))
	}
	s.derive(comp)
}

// derive records the rules of a component, for engines that support axioms and do not need the
// unrolled rounds.
func (s *leastSolver) derive(comp []int) {
	for _, i := range comp { // a rule must not depend on the lets of a move
		own := false
		s.Bodies[i].Walk(func(e *Expr) { own = own || (e.Op == Local || e.Locals) && e.Value < DerivedBase })
		if own {
			return
		}
	}
	first := s.First + len(s.derived)
	within := slices.Clone(s.solved) // the conditions as locals
	for k, i := range comp {
		within[i] = s.b.Local(DerivedBase+first+k, 0, 1, true)
	}
	sub := s.filling(within)
	for k, i := range comp {
		s.derived = append(s.derived, Derived{Name: s.Names[i], Body: sub.Apply(s.Bodies[i]), Pos: s.Pos})
		s.solved[i] = s.b.Derive(s.solved[i], first+k)
	}
}

// asked calls visit for each condition that the node itself refers to. An At over placeholders
// refers to each one that it may address.
func asked(e *Expr, visit func(k int)) {
	switch {
	case e.Value < DerivedBase:
	case e.Op == Local:
		visit(int(e.Value) - DerivedBase)
	case e.Op == At && e.Locals:
		e.Addresses(func(n int64) { visit(int(n) - DerivedBase) })
	}
}

// filling returns a substitution of known[k] for the placeholder of condition k.
func (s *leastSolver) filling(known []*Expr) *Substitution {
	var asks Memo[bool]
	var has func(e *Expr) bool
	has = func(e *Expr) bool {
		found := slices.ContainsFunc(e.Args, func(a *Expr) bool { return asks.Of(a, has) })
		asked(e, func(int) { found = true })
		return found
	}
	var sub *Substitution
	sub = s.b.Replacing(nil, func(e *Expr) *Expr {
		switch {
		case !asks.Of(e, has):
			return e
		case e.Op == Local:
			return known[e.Value-DerivedBase]
		case e.Op == At && e.Locals:
			return s.element(e, known, sub)
		}
		return nil
	})
	return sub
}

// element replaces the placeholders that an At may address by the known conditions.
func (s *leastSolver) element(e *Expr, known []*Expr, sub *Substitution) *Expr {
	var elems, indices []*Expr
	asked(e, func(k int) { elems = append(elems, known[k]) })
	for _, x := range e.Args {
		indices = append(indices, sub.Apply(x))
	}
	return s.b.Element(elems, packed(e.Dims), indices)
}

// components returns the strongly connected components of the dependency graph in topological
// order, dependencies first (Tarjan 1972). Package planning has its own copy for axioms, since
// neither package may import the other.
func components(bodies []*Expr) [][]int {
	needs := make([][]int, len(bodies))
	for i, b := range bodies {
		b.Walk(func(n *Expr) { asked(n, func(k int) { needs[i] = append(needs[i], k) }) })
	}
	var out [][]int
	number, low := make([]int, len(bodies)), make([]int, len(bodies))
	on := make([]bool, len(bodies))
	var stack []int
	count := 0
	var visit func(i int)
	visit = func(i int) {
		count++
		number[i], low[i] = count, count
		stack = append(stack, i)
		on[i] = true
		for _, k := range needs[i] {
			if number[k] == 0 {
				visit(k)
				low[i] = min(low[i], low[k])
			} else if on[k] {
				low[i] = min(low[i], number[k])
			}
		}
		if low[i] < number[i] {
			return
		}
		at := slices.Index(stack, i)
		comp := slices.Clone(stack[at:])
		stack = stack[:at]
		for _, k := range comp {
			on[k] = false
		}
		slices.Sort(comp)
		out = append(out, comp)
	}
	for i := range bodies {
		if number[i] == 0 {
			visit(i)
		}
	}
	return out
}
