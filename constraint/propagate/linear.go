package propagate

import (
	"errors"

	"farbank/constraint/kernel"
)

// Short names for what every file uses.
type (
	solver = kernel.Solver
	// A Var is an integer variable.
	Var = kernel.Var
	// An Atom is a bound of a variable.
	Atom = kernel.Atom
)

// A Term is a variable times a number.
type Term struct {
	Coef int64
	X    Var
}

// ErrTooLarge says that a sum could leave 64 bits.
var ErrTooLarge = errors.New("a sum of these terms may be larger than 2^62")

const largest = 1 << 62

// linear is r -> sum of coef * side <= limit, with positive coefficients: bounds propagation
// (Harvey and Schimpf 2002). An explanation leaves out what is not needed for the sum to be
// too large.
type linear struct {
	coefs []int64
	sides []kernel.Side
	limit int64
	r     Atom
}

// LinearLE adds r -> sum of terms <= limit.
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
		side := t.X.Lower()
		if t.Coef < 0 {
			side ^= 1
		}
		p.coefs = append(p.coefs, max(t.Coef, -t.Coef))
		p.sides = append(p.sides, side)
	}
	priority := 1
	if len(terms) <= 2 {
		priority = 0
	}
	id := s.AddPropagator(p, priority)
	for _, side := range p.sides {
		s.WatchUnless(id, side, r)
	}
	s.Watch(id, r.Side)
	return nil
}

// merge adds up the terms of a variable, takes fixed ones out, and guards against overflow.
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

// asClause adds a clause instead, where the sum is of Booleans and only one assignment is too much.
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
	case least <= limit: // holds always
		return true
	case least-smallest > limit:
		return false
	}
	s.AddClause(clause...)
	return true
}

func (p *linear) Propagate(s *solver) bool {
	slack := p.limit
	for i, side := range p.sides {
		slack -= p.coefs[i] * s.Bound(side)
	}
	if slack < 0 {
		return s.Set(p.r.Not(), kernel.Data(s.Running(), 0))
	}
	if !s.Holds(p.r) {
		return true
	}
	for i, side := range p.sides {
		least, most := s.Bound(side), -s.Bound(side^1)
		if c := p.coefs[i]; most-least > slack/c {
			if !s.Set(Atom{Side: side ^ 1, Value: -(least + slack/c)}, kernel.Data(s.Running(), uint64(i)+1)) {
				return false
			}
		}
	}
	return true
}

func (p *linear) Explain(s *solver, a Atom, data uint64, at int32) {
	excess := -p.limit - 1
	but := int(data) - 1
	for i, side := range p.sides {
		if i == but {
			excess += p.coefs[i] * (1 - a.Value) // as if it were larger by one than what follows
		} else {
			excess += p.coefs[i] * s.BoundAt(side, at)
		}
	}
	if but >= 0 {
		s.Why(p.r)
	}
	for i, side := range p.sides {
		if i == but {
			continue
		}
		least, root := s.BoundAt(side, at), s.BoundAt(side, 0)
		spare := min(excess/p.coefs[i], least-root)
		excess -= spare * p.coefs[i]
		if spare < least-root {
			s.Why(Atom{Side: side, Value: least - spare})
		}
	}
}

// LinearEQ adds r -> sum of terms = value.
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

// ReifyLE adds r <-> sum of terms <= limit.
func ReifyLE(s *solver, r Atom, limit int64, terms ...Term) error {
	if err := LinearLE(s, r, limit, terms...); err != nil {
		return err
	}
	return LinearLE(s, r.Not(), -limit-1, negated(terms)...)
}

// ReifyEQ adds r <-> sum of terms = value.
func ReifyEQ(s *solver, r Atom, value int64, terms ...Term) error {
	if err := LinearEQ(s, r, value, terms...); err != nil {
		return err
	}
	return LinearNE(s, r.Not(), value, terms...)
}
