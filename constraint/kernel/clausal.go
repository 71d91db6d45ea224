package kernel

import "context"

// Clausal calls add with the clauses of a problem that consists of clauses only, and of the relations between the bounds
// and the equalities of the same variable. Literals are numbers from 1, negative if negated. It returns false if there are
// propagators, or add does. It must be called at level 0. What a search has learned is left out, except for bounds.
func (s *Solver) Clausal(ctx context.Context, add func(clause ...int) bool) bool {
	if len(s.propagators) > 0 || len(s.limits) > 0 || s.options.Trace != nil {
		return false
	}
	if s.ctx = ctx; !s.settle() {
		return add()
	}
	if s.halt != nil {
		return false
	}
	number := func(a Atom) int {
		p := s.literal(a)
		n := int(p>>1) + 1
		if p&1 != 0 {
			n = -n
		}
		return n
	}
	for e, o := range s.owners {
		if o.x < 0 {
			continue
		}
		is, from, past := number(Var(e).AtLeast(1)), number(o.x.AtLeast(o.value)), number(o.x.AtLeast(o.value+1))
		if !add(-is, from) || !add(-is, -past) || !add(is, -from, past) {
			return false
		}
	}
	for x := range s.ladders {
		l := &s.ladders[x]
		for i := 1; i < len(l.of); i++ {
			if !add(-int(l.of[i])-1, int(l.of[i-1])+1) {
				return false
			}
		}
	}
	for v := range s.meaning {
		if s.vals[2*v] != 0 && !add((v+1)*int(s.vals[2*v])) {
			return false
		}
	}
	for _, c := range s.irredundant {
		var clause []int
		for _, p := range s.arena.Clause(c) {
			n := int(p>>1) + 1
			if p&1 != 0 {
				n = -n
			}
			clause = append(clause, n)
		}
		if !add(clause...) {
			return false
		}
	}
	return true
}

// FromClauses returns atoms that fix xs to values which the literals of Clausal allow. true reports whether a literal is
// true.
func (s *Solver) FromClauses(xs []Var, holds func(literal int) bool) []Atom {
	var atoms []Atom
	for _, x := range xs {
		v := s.Min(x)
		l := &s.ladders[x]
		for i, p := range l.of {
			if l.values[i] > v && holds(int(p)+1) {
				v = l.values[i]
			}
		}
		atoms = append(atoms, x.AtLeast(v), x.AtMost(v))
	}
	return atoms
}
