package model

import "slices"

// A Least asks for the least solution of conditions that are told by placeholders for each
// other: in a body the local number DerivedBase+k stands for condition k.
type Least struct {
	Names  []string
	Bodies []*Expr
	Pos    Pos
	First  int             // the number in Problem.Derived of the first that is noted
	Spend  func(nodes int) // told what rounds make; may stop them by a panic
}

// Solve returns the conditions of the least solution, and the rules to be added to
// Problem.Derived. Conditions that need each other are worked out in rounds, from nothing: as
// many as they are suffice, since each round but the last adds one to what holds.
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
	if len(comp) == 1 { // one that asks for itself holds where it does without
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

// derive notes the rules of conditions that need each other, so that whoever can read rules
// need not read the rounds.
func (s *leastSolver) derive(comp []int) {
	for _, i := range comp { // what a let of a move holds is no part of a rule
		own := false
		s.Bodies[i].Walk(func(e *Expr) { own = own || (e.Op == Local || e.Locals) && e.Value < DerivedBase })
		if own {
			return
		}
	}
	first := s.First + len(s.derived)
	within := slices.Clone(s.solved) // as the rules say it
	for k, i := range comp {
		within[i] = s.b.Local(DerivedBase+first+k, 0, 1, true)
	}
	sub := s.filling(within)
	for k, i := range comp {
		s.derived = append(s.derived, Derived{Name: s.Names[i], Body: sub.Apply(s.Bodies[i]), Pos: s.Pos})
		s.solved[i] = s.b.Derive(s.solved[i], first+k)
	}
}

// asked calls visit for each condition that the node itself asks for by a placeholder: an At of placeholders may ask
// for each that it addresses.
func asked(e *Expr, visit func(k int)) {
	switch {
	case e.Value < DerivedBase:
	case e.Op == Local:
		visit(int(e.Value) - DerivedBase)
	case e.Op == At && e.Locals:
		e.Addresses(func(n int64) { visit(int(n) - DerivedBase) })
	}
}

// filling puts what is known in the place of placeholders.
func (s *leastSolver) filling(known []*Expr) *Substitution {
	var asks Memo[bool]
	var has func(e *Expr) bool
	has = func(e *Expr) bool {
		found := slices.ContainsFunc(e.Args, func(a *Expr) bool { return asks.Of(a, has) })
		asked(e, func(int) { found = true })
		return found
	}
	var sub *Substitution
	sub = s.b.Replacing(func(e *Expr) *Expr {
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

// element puts what is known in the place of the placeholders that an At addresses.
func (s *leastSolver) element(e *Expr, known []*Expr, sub *Substitution) *Expr {
	var elems, indices []*Expr
	asked(e, func(k int) { elems = append(elems, known[k]) })
	for _, x := range e.Args {
		indices = append(indices, sub.Apply(x))
	}
	return s.b.Element(elems, packed(e.Dims), indices)
}

// components are the strongly connected components of what conditions ask for, each after
// those that it needs (Tarjan 1972). Package planning has some for its axioms: neither may know of the other.
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
