package propagate

import (
	"errors"

	"farbank/constraint/kernel"
)

// Short names used in every file.
type (
	solver = kernel.Solver
	// A Var is an integer variable.
	Var = kernel.Var
	// An Atom is a bound literal.
	Atom = kernel.Atom
)

// A Term is a variable times a coefficient.
type Term struct {
	Coef int64
	X    Var
}

// ErrTooLarge reports that a sum could overflow.
var ErrTooLarge = errors.New("a sum of these terms may be larger than 2^62")

const largest = 1 << 62

// linear is r -> sum of coef * view <= limit with positive coefficients, propagated to bounds (Harvey and Schimpf
// 2002). Explanations are weakened as far as the sum remains too large.
type linear struct {
	coefs []int64
	views []kernel.View
	limit int64
	r     Atom
}

// LinearLE adds the constraint r -> sum of terms <= limit.
func LinearLE(s *solver, r Atom, limit int64, terms ...Term) error {
	terms, limit, err := merge(s, terms, limit)
	if err != nil || s.Fails(r) {
		return err
	}
	if ok := asClause(s, r, limit, terms); ok {
		return nil
	}
	p := &linear{limit: limit, r: r}
	for _, t := range terms {
		view := t.X.Lower()
		if t.Coef < 0 {
			view ^= 1
		}
		p.coefs = append(p.coefs, max(t.Coef, -t.Coef))
		p.views = append(p.views, view)
	}
	priority := 1
	if len(terms) <= 2 {
		priority = 0
	}
	id := s.AddPropagator(p, priority)
	for _, view := range p.views {
		s.WatchUnless(id, view, r)
	}
	s.Watch(id, r.View)
	return nil
}

// merge combines terms of the same variable, substitutes fixed variables and checks for overflow.
func merge(s *solver, terms []Term, limit int64) ([]Term, int64, error) {
	total := max(limit, -limit)
	if total < 0 || total > largest {
		return nil, 0, ErrTooLarge
	}
	var kept []Term
	place := map[Var]int{}
	for _, t := range terms {
		size := max(s.Max(t.X), -s.Min(t.X), 1)
		coef := max(t.Coef, -t.Coef)
		if coef < 0 || coef > (largest-total)/size {
			return nil, 0, ErrTooLarge
		}
		total += coef * size
		if s.Fixed(t.X) && s.Level() == 0 {
			limit -= t.Coef * s.Min(t.X)
			continue
		}
		if i, ok := place[t.X]; ok {
			kept[i].Coef += t.Coef
		} else {
			place[t.X] = len(kept)
			kept = append(kept, t)
		}
	}
	n := 0
	for _, t := range kept {
		if t.Coef != 0 {
			kept[n] = t
			n++
		}
	}
	return kept[:n], limit, nil
}

// asClause adds a clause instead if the terms are of Booleans and only one assignment exceeds the limit. It reports
// whether nothing else is needed.
func asClause(s *solver, r Atom, limit int64, terms []Term) bool {
	least, smallest := int64(0), int64(0)
	clause := []Atom{r.Not()}
	for _, t := range terms {
		if s.Min(t.X) != 0 || s.Max(t.X) != 1 {
			return false
		}
		size := max(t.Coef, -t.Coef)
		if smallest == 0 || size < smallest {
			smallest = size
		}
		if t.Coef > 0 {
			least += t.Coef
			clause = append(clause, t.X.AtMost(0))
		} else {
			clause = append(clause, t.X.AtLeast(1))
		}
	}
	switch {
	case least <= limit: // always true
		return true
	case least-smallest > limit:
		return false
	}
	s.AddClause(clause...)
	return true
}

func (p *linear) Propagate(s *solver) bool {
	slack := p.limit
	for i, view := range p.views {
		slack -= p.coefs[i] * s.Bound(view)
	}
	if slack < 0 {
		return s.Set(p.r.Not(), kernel.Data(s.Running(), 0))
	}
	if !s.Holds(p.r) {
		return true
	}
	for i, view := range p.views {
		least, most := s.Bound(view), -s.Bound(view^1)
		if c := p.coefs[i]; most-least > slack/c {
			if !s.Set(Atom{View: view ^ 1, Value: -(least + slack/c)}, kernel.Data(s.Running(), uint64(i)+1)) {
				return false
			}
		}
	}
	return true
}

func (p *linear) Explain(s *solver, a Atom, data uint64, at int32) {
	excess := -p.limit - 1
	but := int(data) - 1
	for i, view := range p.views {
		if i == but {
			excess += p.coefs[i] * (1 - a.Value) // as if its value were one larger than the bound to explain
		} else {
			excess += p.coefs[i] * s.BoundAt(view, at)
		}
	}
	if but >= 0 {
		s.Why(p.r)
	}
	for i, view := range p.views {
		if i == but {
			continue
		}
		least, root := s.BoundAt(view, at), s.BoundAt(view, 0)
		spare := min(excess/p.coefs[i], least-root)
		excess -= spare * p.coefs[i]
		if spare < least-root {
			s.Why(Atom{View: view, Value: least - spare})
		}
	}
}

// LinearEQ adds the constraint r -> sum of terms = value.
func LinearEQ(s *solver, r Atom, value int64, terms ...Term) error {
	if err := LinearLE(s, r, value, terms...); err != nil {
		return err
	}
	return LinearLE(s, r, -value, negated(terms)...)
}

func negated(terms []Term) []Term {
	list := make([]Term, len(terms))
	for i, t := range terms {
		list[i] = Term{-t.Coef, t.X}
	}
	return list
}

// ReifyLE adds the constraint r <-> sum of terms <= limit.
func ReifyLE(s *solver, r Atom, limit int64, terms ...Term) error {
	if err := LinearLE(s, r, limit, terms...); err != nil {
		return err
	}
	return LinearLE(s, r.Not(), -limit-1, negated(terms)...)
}

// ReifyEQ adds the constraint r <-> sum of terms = value.
func ReifyEQ(s *solver, r Atom, value int64, terms ...Term) error {
	if err := LinearEQ(s, r, value, terms...); err != nil {
		return err
	}
	return LinearNE(s, r.Not(), value, terms...)
}
