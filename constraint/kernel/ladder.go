package kernel

import "slices"

// A ladder lists what was made for values of a variable, by value.
type ladder struct {
	values []int64
	of     []uint32
}

// from is the place of the first value that is at least v.
func (l *ladder) from(v int64) int {
	n := len(l.values)
	switch {
	case n == 0 || v <= l.values[0]:
		return 0
	case v > l.values[n-1]:
		return n
	}
	// Values differ, so no more of them lie below v, or not below, than there are numbers: where
	// none is left out the place is known without a search.
	i := max(0, n-int(min(l.values[n-1]-v+1, int64(n))))
	j := int(min(v-l.values[0], int64(n)))
	for i < j {
		if m := int(uint(i+j) >> 1); l.values[m] < v {
			i = m + 1
		} else {
			j = m
		}
	}
	return i
}

func (l *ladder) find(v int64) (uint32, bool) {
	if len(l.values) == 1 { // of a Bool: most are
		return l.of[0], l.values[0] == v
	}
	i := l.from(v)
	if i < len(l.values) && l.values[i] == v {
		return l.of[i], true
	}
	return 0, false
}

func (l *ladder) insert(v int64, what uint32) {
	i := l.from(v)
	l.values = slices.Insert(l.values, i, v)
	l.of = slices.Insert(l.of, i, what)
}

// crossed are the places of the literals x >= v that a rise of a side decides.
func (l *ladder) crossed(side Side, old, value int64) (i, j int) {
	if len(l.values) == 1 { // of a Bool: most are
		if v := l.values[0]; side&1 == 0 && old < v && v <= value || side&1 != 0 && 1-value <= v && v < 1-old {
			return 0, 1
		}
		return 0, 0
	}
	if side&1 == 0 {
		return l.from(old + 1), l.from(value + 1)
	}
	return l.from(1 - value), l.from(1 - old)
}

// literal is the literal of an atom, made if need be, with the value that it has at present.
func (s *Solver) literal(a Atom) lit {
	sign := uint32(a.Side & 1)
	if sign == 1 {
		a = a.Not()
	}
	l := &s.ladders[a.Side>>1]
	v, ok := l.find(a.Value)
	if !ok {
		v = s.newLiteral(a)
		l.insert(a.Value, v)
	}
	return lit(2*v + sign)
}

func (s *Solver) newLiteral(a Atom) uint32 {
	var v uint32
	if n := len(s.free); n > 0 {
		v = s.free[n-1]
		s.free = s.free[:n-1]
		s.meaning[v] = a
	} else {
		v = uint32(len(s.meaning))
		s.meaning = append(s.meaning, a)
		s.vals = append(s.vals, 0, 0)
		s.watches = append(s.watches, nil, nil)
		s.saved = append(s.saved, -1)
		s.target = append(s.target, 0)
		s.heap.Grow(len(s.meaning))
	}
	s.heap.Forget(v)
	s.saved[v], s.target[v] = -1, 0
	switch {
	case s.Holds(a):
		s.vals[2*v], s.vals[2*v+1] = 1, -1
	case s.Fails(a):
		s.vals[2*v], s.vals[2*v+1] = -1, 1
	default:
		s.vals[2*v], s.vals[2*v+1] = 0, 0
	}
	return v
}

// atomOf is what a literal says.
func (s *Solver) atomOf(p lit) Atom {
	a := s.meaning[p>>1]
	if p&1 != 0 {
		return a.Not()
	}
	return a
}

// Equal is an atom that says that x is v. Outside of level 0, v must be a value that x can have,
// or have been asked for before.
func (s *Solver) Equal(x Var, v int64) Atom {
	if e, ok := s.equals[x].find(v); ok {
		return Var(e).AtLeast(1)
	}
	lo, hi := s.BoundAt(x.Lower(), 0), -s.BoundAt(x.Upper(), 0)
	switch {
	case v < lo || v > hi:
		return False
	case lo == hi:
		return True
	case lo+1 == hi && v == hi:
		return x.AtLeast(v)
	case lo+1 == hi:
		return x.AtMost(v)
	}
	e := s.NewBool()
	s.equals[x].insert(v, uint32(e))
	s.owners[e] = owner{x, v}
	if s.options.Trace != nil {
		s.options.Trace.Equality(e, x, v)
	}
	return e.AtLeast(1)
}

// Size is how many values a variable can have, by its bounds and holes.
func (s *Solver) Size(x Var) int64 {
	l := &s.equals[x]
	n := s.Max(x) - s.Min(x) + 1
	for _, e := range l.of[l.from(s.Min(x)):l.from(s.Max(x)+1)] {
		if s.bounds[2*e+1] == 0 {
			n--
		}
	}
	return n
}

// Remove takes a value out of a domain. What is explained is the negation of Equal.
func (s *Solver) Remove(x Var, v int64, r Reason) bool {
	return !s.Has(x, v) || s.Set(s.Equal(x, v).Not(), r)
}

// Differs is an atom that held before a place in the trail and says that x is not v.
func (s *Solver) Differs(x Var, v int64, at int32) Atom {
	if s.BoundAt(x.Lower(), at) > v {
		return x.AtLeast(v + 1)
	}
	if -s.BoundAt(x.Upper(), at) < v {
		return x.AtMost(v - 1)
	}
	e, _ := s.equals[x].find(v)
	return Var(e).AtMost(0)
}

// channel keeps a variable and what says that it has values together, after an event.
func (s *Solver) channel(e event) bool {
	x := e.side.Var()
	if o := s.owners[x]; o.x >= 0 {
		if e.side&1 == 0 {
			return s.Set(o.x.AtLeast(o.value), Reason{byChannel, uint64(x)}) && s.Set(o.x.AtMost(o.value), Reason{byChannel, uint64(x)})
		}
		lo, hi := s.Min(o.x), s.Max(o.x)
		switch {
		case o.value == lo && !s.skip(o.x.Lower()):
			return false
		case o.value == hi:
			return s.skip(o.x.Upper())
		case lo < o.value && o.value < hi: // else a bound wakes
			for _, w := range s.holes[o.x] {
				s.Wake(w.id)
			}
		}
		return true
	}
	l := &s.equals[x]
	if len(l.values) == 0 {
		return true
	}
	i, j := l.from(e.old), l.from(e.value)
	if e.side&1 != 0 {
		i, j = l.from(1-e.value), l.from(1-e.old)
	}
	for ; i < j; i++ {
		if !s.Set(Var(l.of[i]).AtMost(0), Reason{kind: byChannel}) {
			return false
		}
	}
	if !s.skip(e.side) {
		return false
	}
	if s.Fixed(x) {
		if e, ok := l.find(s.Min(x)); ok {
			return s.Set(Var(e).AtLeast(1), Reason{kind: byChannel})
		}
	}
	return true
}

// skip raises a side past holes.
func (s *Solver) skip(side Side) bool {
	x := side.Var()
	l := &s.equals[x]
	v := s.bounds[side]
	sign := 1 - int64(side&1)<<1
	for {
		e, ok := l.find(sign * v)
		if !ok || s.bounds[2*e+1] != 0 {
			break
		}
		v++
	}
	return s.Set(Atom{side, v}, Reason{kind: byChannel})
}

// explainChannel tells why channel set an atom.
func (s *Solver) explainChannel(a Atom, data uint64, at int32) {
	x := a.Side.Var()
	if data != 0 { // because data says that x has the value
		s.Why(Var(data).AtLeast(1))
		return
	}
	if o := s.owners[x]; o.x >= 0 {
		if a.Side&1 == 0 {
			s.Why(o.x.AtLeast(o.value))
			s.Why(o.x.AtMost(o.value))
		} else if s.BoundAt(o.x.Lower(), at) > o.value {
			s.Why(o.x.AtLeast(o.value + 1))
		} else {
			s.Why(o.x.AtMost(o.value - 1))
		}
		return
	}
	// holes below what the side became; above what it was
	sign := 1 - int64(a.Side&1)<<1
	was := s.BoundAt(a.Side, at)
	s.Why(Atom{a.Side, was})
	for v := was; v < a.Value; v++ {
		e, _ := s.equals[x].find(sign * v)
		s.Why(Var(e).AtMost(0))
	}
}

// Says tells what a variable stands for that was made by Equal: whether x has a value.
func (s *Solver) Says(e Var) (x Var, value int64, ok bool) {
	o := s.owners[e]
	return o.x, o.value, o.x >= 0
}

// Known is the atom that says that x is v, if it has been made.
func (s *Solver) Known(x Var, v int64) (Atom, bool) {
	e, ok := s.equals[x].find(v)
	return Var(e).AtLeast(1), ok
}
