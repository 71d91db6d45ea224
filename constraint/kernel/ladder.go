package kernel

import "slices"

// A ladder is a sorted map from values of one variable to literals or variables.
type ladder struct {
	values []int64
	of     []uint32
	owner  Var // in Solver.ladders: the variable that an equality variable represents; 0: none
}

// from returns the index of the first value that is at least v.
func (l *ladder) from(v int64) int {
	n := len(l.values)
	switch {
	case n == 0 || v <= l.values[0]:
		return 0
	case v > l.values[n-1]:
		return n
	}
	// The values are distinct integers. Their number below v, or from v on, is at most the width of that range, so
	// without gaps the index is known at once.
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
	if len(l.values) == 1 { // the usual case: a Bool
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

// crossed returns the range of indices of the literals x >= v that a rise of view from old to value decides.
func (l *ladder) crossed(view View, old, value int64) (i, j int) {
	if len(l.values) == 1 { // the usual case: a Bool
		if v := l.values[0]; view&1 == 0 && old < v && v <= value || view&1 != 0 && 1-value <= v && v < 1-old {
			return 0, 1
		}
		return 0, 0
	}
	if view&1 == 0 {
		return l.from(old + 1), l.from(value + 1)
	}
	return l.from(1 - value), l.from(1 - old)
}

// literal returns the literal of a. It creates a missing literal with its current value.
func (s *Solver) literal(a Atom) lit {
	sign := uint32(a.View & 1)
	if sign == 1 {
		a = a.Not()
	}
	l := &s.ladders[a.View>>1]
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

// atomOf returns the atom of a literal.
func (s *Solver) atomOf(p lit) Atom {
	a := s.meaning[p>>1]
	if p&1 != 0 {
		return a.Not()
	}
	return a
}

// Equal returns an atom for x = v. Above level 0, v must be a possible value of x, or one that Equal was called with
// before.
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
	s.ladders[e].owner = x
	if s.options.Trace != nil {
		s.options.Trace.Equality(e, x, v)
	}
	return e.AtLeast(1)
}

// Size returns the number of values that x can have.
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

// Choices returns the number of values of x, as Size does, but faster. It may count values that were removed since the
// last fixpoint.
func (s *Solver) Choices(x Var) int64 {
	l := &s.equals[x]
	lo, hi := s.Min(x), s.Max(x)
	if len(l.values) == 0 || lo == hi {
		return hi - lo + 1
	}
	outside := l.from(lo) + len(l.values) - l.from(hi+1) // they are false
	return hi - lo + 1 - max(int64(s.removed[x])-int64(outside), 0)
}

// Remove removes v from the domain of x. The reason explains the negation of Equal(x, v).
func (s *Solver) Remove(x Var, v int64, r Reason) bool {
	return !s.Has(x, v) || s.Set(s.Equal(x, v).Not(), r)
}

// Differs returns an atom that held before at and implies x != v.
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

// channel keeps a variable and its equality variables consistent after an event.
func (s *Solver) channel(e event) bool {
	x := e.view.Var()
	if o := s.owners[x]; o.x >= 0 {
		if e.view&1 == 0 {
			return s.Set(o.x.AtLeast(o.value), Reason{byChannel, uint64(x)}) && s.Set(o.x.AtMost(o.value), Reason{byChannel, uint64(x)})
		}
		lo, hi := s.Min(o.x), s.Max(o.x)
		switch {
		case o.value == lo && !s.skip(o.x.Lower()):
			return false
		case o.value == hi:
			return s.skip(o.x.Upper())
		case lo < o.value && o.value < hi: // otherwise the bound wakes them
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
	if e.view&1 != 0 {
		i, j = l.from(1-e.value), l.from(1-e.old)
	}
	for ; i < j; i++ {
		if !s.Set(Var(l.of[i]).AtMost(0), Reason{kind: byChannel}) {
			return false
		}
	}
	if !s.skip(e.view) {
		return false
	}
	if s.Fixed(x) {
		if e, ok := l.find(s.Min(x)); ok {
			return s.Set(Var(e).AtLeast(1), Reason{kind: byChannel})
		}
	}
	return true
}

// skip raises a view past holes.
func (s *Solver) skip(view View) bool {
	x := view.Var()
	l := &s.equals[x]
	v := s.bounds[view]
	sign := 1 - int64(view&1)<<1
	for {
		e, ok := l.find(sign * v)
		if !ok || s.bounds[2*e+1] != 0 {
			break
		}
		v++
	}
	return s.Set(Atom{view, v}, Reason{kind: byChannel})
}

// explainChannel explains an atom that channel set.
func (s *Solver) explainChannel(a Atom, data uint64, at int32) {
	x := a.View.Var()
	if data != 0 { // set because x = v, which the variable data represents
		s.Why(Var(data).AtLeast(1))
		return
	}
	if o := s.owners[x]; o.x >= 0 {
		if a.View&1 == 0 {
			s.Why(o.x.AtLeast(o.value))
			s.Why(o.x.AtMost(o.value))
		} else if s.BoundAt(o.x.Lower(), at) > o.value {
			s.Why(o.x.AtLeast(o.value + 1))
		} else {
			s.Why(o.x.AtMost(o.value - 1))
		}
		return
	}
	// the holes between the old bound and the new one
	sign := 1 - int64(a.View&1)<<1
	was := s.BoundAt(a.View, at)
	s.Why(Atom{a.View, was})
	for v := was; v < a.Value; v++ {
		e, _ := s.equals[x].find(sign * v)
		s.Why(Var(e).AtMost(0))
	}
}

// Represents returns the variable and the value whose equality e represents. ok is false if Equal did not create e.
func (s *Solver) Represents(e Var) (x Var, value int64, ok bool) {
	o := s.owners[e]
	return o.x, o.value, o.x >= 0
}

// Known returns the atom for x = v if Equal has created it.
func (s *Solver) Known(x Var, v int64) (Atom, bool) {
	e, ok := s.equals[x].find(v)
	return Var(e).AtLeast(1), ok
}
