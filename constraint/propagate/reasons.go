package propagate

// isAt explains that x was fixed before the event at.
func isAt(s *solver, x Var, at int32) {
	v := s.BoundAt(x.Lower(), at)
	if a, ok := s.Known(x, v); ok && s.HeldAt(a, at) {
		s.Why(a)
		return
	}
	s.Why(x.AtLeast(v))
	s.Why(x.AtMost(v))
}

// bothBounds appends the current bounds of variables to list.
func bothBounds(s *solver, list []Atom, xs ...Var) []Atom {
	for _, x := range xs {
		list = append(list, x.AtLeast(s.Min(x)), x.AtMost(s.Max(x)))
	}
	return list
}

// A tally is a sum of coefficients of atoms: terms plus a constant.
type tally struct {
	terms    []Term
	constant int64
}

// add adds coef if a holds.
func (m *tally) add(s *solver, coef int64, a Atom) {
	switch x := a.View.Var(); {
	case s.Holds(a):
		m.constant += coef
	case s.Fails(a):
	case s.Min(x) == 0 && s.Max(x) == 1 && a.View&1 == 0:
		m.terms = append(m.terms, Term{coef, x})
	case s.Min(x) == 0 && s.Max(x) == 1:
		m.terms = append(m.terms, Term{-coef, x})
		m.constant += coef
	default:
		m.terms = append(m.terms, Term{coef, Holding(s, a)})
	}
}

// Holding returns a variable that is 1 if a holds, and otherwise 0.
func Holding(s *solver, a Atom) Var {
	if x := a.View.Var(); s.Min(x) == 0 && s.Max(x) == 1 && a == x.AtLeast(1) {
		return x
	}
	b := s.NewBool()
	s.AddClause(b.AtLeast(1), a.Not())
	s.AddClause(b.AtMost(0), a)
	return b
}

// Or returns an atom that holds if and only if some of atoms does.
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

// And returns an atom that holds if and only if all of atoms do.
func And(s *solver, atoms ...Atom) Atom {
	nots := make([]Atom, len(atoms))
	for i, a := range atoms {
		nots[i] = a.Not()
	}
	return Or(s, nots...).Not()
}

// values calls yield with each value in the domain of x.
func values(s *solver, x Var, yield func(v int64)) {
	for v := s.Min(x); v <= s.Max(x); v++ {
		if s.Has(x, v) {
			yield(v)
		}
	}
}

// span returns the number of integers between the bounds of x.
func span(s *solver, x Var) int64 { return s.Max(x) - s.Min(x) + 1 }

// largestDomain bounds the span of a variable whose values are enumerated.
const largestDomain = 1 << 22

// tooWide reports whether some variable has too many values to enumerate.
func tooWide(s *solver, xs ...Var) bool {
	for _, x := range xs {
		if span(s, x) > largestDomain {
			return true
		}
	}
	return false
}
