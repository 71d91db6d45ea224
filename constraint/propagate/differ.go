package propagate

import "farbank/constraint/kernel"

// differ is the constraint r -> sum of terms != value. It infers something only when all variables but one are fixed,
// or all and r is undecided. It is woken by every bound change and first checks the two variables that were unfixed
// last time.
type differ struct {
	terms []Term
	value int64
	r     Atom
}

// LinearNE adds the constraint r -> sum of terms != value.
func LinearNE(s *solver, r Atom, value int64, terms ...Term) error {
	terms, value, err := merge(s, terms, value)
	if err != nil || s.Fails(r) {
		return err
	}
	switch {
	case len(terms) == 0 && value == 0:
		s.AddClause(r.Not())
		return nil
	case len(terms) == 0:
		return nil
	case len(terms) == 1:
		if value%terms[0].Coef == 0 {
			s.AddClause(r.Not(), s.Equal(terms[0].X, value/terms[0].Coef).Not())
		}
		return nil
	}
	p := &differ{terms, value, r}
	id := s.AddPropagator(p, 0)
	for _, t := range terms {
		s.WatchUnless(id, t.X.Lower(), r)
		s.WatchUnless(id, t.X.Upper(), r)
	}
	s.Watch(id, r.View)
	return nil
}

func (p *differ) Propagate(s *solver) bool {
	n := len(p.terms)
	for k := 0; k < 2; k++ { // two unfixed variables are watched: they come first
		i := k
		for i < n && s.Fixed(p.terms[i].X) {
			i++
		}
		if i == n {
			return p.draw(s, k)
		}
		p.terms[k], p.terms[i] = p.terms[i], p.terms[k]
	}
	return true
}

// draw propagates when at most one variable is unfixed, which is then the first. free is 0 or 1.
func (p *differ) draw(s *solver, free int) bool {
	rest := p.value
	for _, t := range p.terms[free:] {
		rest -= t.Coef * s.Min(t.X)
	}
	if free == 0 {
		if rest != 0 {
			return true
		}
		return s.Set(p.r.Not(), kernel.Data(s.Running(), 0))
	}
	t := p.terms[0]
	if !s.Holds(p.r) || rest%t.Coef != 0 {
		return true
	}
	return s.Remove(t.X, rest/t.Coef, kernel.Data(s.Running(), uint64(t.X)+1))
}

func (p *differ) Explain(s *solver, a Atom, data uint64, at int32) {
	if data > 0 {
		s.Why(p.r)
	}
	for _, t := range p.terms {
		if uint64(t.X)+1 != data {
			s.Why(t.X.AtLeast(s.BoundAt(t.X.Lower(), at)))
			s.Why(t.X.AtMost(-s.BoundAt(t.X.Upper(), at)))
		}
	}
}
