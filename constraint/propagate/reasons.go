package propagate

// isAt adds to an explanation that x had one value before a place in the trail.
func isAt(s *solver, x Var, at int32) {
	v := s.BoundAt(x.Lower(), at)
	if a, ok := s.Known(x, v); ok && s.HeldAt(a, at) {
		s.Why(a)
		return
	}
	s.Why(x.AtLeast(v))
	s.Why(x.AtMost(v))
}

// bothBounds adds the present bounds of variables to a list.
func bothBounds(s *solver, list []Atom, xs ...Var) []Atom {
	for _, x := range xs {
		list = append(list, x.AtLeast(s.Min(x)), x.AtMost(s.Max(x)))
	}
	return list
}

// A tally is a list of terms and a number, made of atoms.
type tally struct {
	terms    []Term
	constant int64
}

// add adds coef where an atom holds.
func (m *tally) add(s *solver, coef int64, a Atom) {
	switch x := a.Side.Var(); {
	case s.Holds(a):
		m.constant += coef
	case s.Fails(a):
	case s.Min(x) == 0 && s.Max(x) == 1 && a.Side&1 == 0:
		m.terms = append(m.terms, Term{coef, x})
	case s.Min(x) == 0 && s.Max(x) == 1:
		m.terms = append(m.terms, Term{-coef, x})
		m.constant += coef
	default:
		m.terms = append(m.terms, Term{coef, Holding(s, a)})
	}
}

// Holding is a variable that is 1 where an atom holds, and else 0.
func Holding(s *solver, a Atom) Var {
	if x := a.Side.Var(); s.Min(x) == 0 && s.Max(x) == 1 && a == x.AtLeast(1) {
		return x
	}
	b := s.NewBool()
	s.AddClause(b.AtLeast(1), a.Not())
	s.AddClause(b.AtMost(0), a)
	return b
}

// Or is an atom that holds where one of a list does.
func Or(s *solver, atoms ...Atom) Atom {
	if len(atoms) == 1 {
		return atoms[0]
	}
	b := s.NewBool().AtLeast(1)
	s.AddClause(append([]Atom{b.Not()}, atoms...)...)
	for _, a := range atoms {
		s.AddClause(b, a.Not())
	}
	return b
}

// And is an atom that holds where all of a list do.
func And(s *solver, atoms ...Atom) Atom {
	nots := make([]Atom, len(atoms))
	for i, a := range atoms {
		nots[i] = a.Not()
	}
	return Or(s, nots...).Not()
}

// values calls yield with what x can be.
func values(s *solver, x Var, yield func(v int64)) {
	for v := s.Min(x); v <= s.Max(x); v++ {
		if s.Has(x, v) {
			yield(v)
		}
	}
}

// span is how many values lie between the bounds.
func span(s *solver, x Var) int64 { return s.Max(x) - s.Min(x) + 1 }

// largestDomain is the most values of a variable that is told apart value by value.
const largestDomain = 1 << 22

// tooWide reports whether a variable has too many values to tell them apart.
func tooWide(s *solver, xs ...Var) bool {
	for _, x := range xs {
		if span(s, x) > largestDomain {
			return true
		}
	}
	return false
}
